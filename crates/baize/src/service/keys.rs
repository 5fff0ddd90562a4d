//! New keys: made here, kept by the store as a hash, shown once.

use super::Failure;
use server::identity::Secret;
use store::Store;
use store::keys::{self, Key, NewBearer, NewKey};

/// Makes a key and answers with what is kept of it and its text.
pub(super) async fn make(store: &Store, label: &str, bearer: NewBearer) -> Result<(Key, String), Failure> {
    let secret = Secret::generate().map_err(|error| Failure::Failed(error.to_string()))?;
    let key = NewKey { digest: secret.digest(), label: label.to_owned(), bearer };
    let mut connection = store.pool().acquire().await.map_err(|error| Failure::Failed(error.to_string()))?;
    let key = keys::create(&mut connection, &key).await.map_err(|error| Failure::Failed(error.to_string()))?;
    Ok((key, secret.reveal()))
}
