//! A whole server for one test: its own database, its own port, and people who hold keys.

mod http;
mod matters;
mod play;

pub(crate) use http::{Holder, Reply};
pub(crate) use matters::{decide, propose};
pub(crate) use play::{Game, submission};

use server::identity::Secret;
use server::{Config, Server};
use store::Home;
use store::keys::{self, KeyId, NewBearer, NewKey};
use store::testing::{TestDatabase, database};

/// A running server.
pub(crate) struct TestServer {
    pub(crate) server: Server,
    pub(crate) database: TestDatabase,
}

impl TestServer {
    /// Starts a server on a database and a port of its own.
    pub(crate) async fn spawn() -> Self {
        Self::spawn_with(Config::default()).await
    }

    /// Starts a server that works as told.
    pub(crate) async fn spawn_with(config: Config) -> Self {
        let database = database().await.unwrap();
        let address = "127.0.0.1:0".parse().unwrap();
        let home = Home::around(database.store.clone());
        let server = Server::start(home, address, config).await.unwrap();
        Self { server, database }
    }

    /// Somebody with a new key.
    pub(crate) async fn holder(&self, bearer: NewBearer) -> Holder {
        self.key(bearer).await.1
    }

    /// Somebody with a new key, and the key's name.
    pub(crate) async fn key(&self, bearer: NewBearer) -> (KeyId, Holder) {
        let (id, secret) = self.make_key(bearer).await;
        (id, Holder::new(self.server.address(), Some(secret)))
    }

    /// The text of a new key.
    pub(crate) async fn secret(&self, bearer: NewBearer) -> String {
        self.make_key(bearer).await.1
    }

    async fn make_key(&self, bearer: NewBearer) -> (KeyId, String) {
        let secret = Secret::generate().unwrap();
        let key = NewKey { digest: secret.digest(), label: String::new(), bearer };
        let mut connection = self.database.store.pool().acquire().await.unwrap();
        let kept = keys::create(&mut connection, &key).await.unwrap();
        (kept.id, secret.reveal())
    }

    /// Somebody without a key.
    pub(crate) fn stranger(&self) -> Holder {
        Holder::new(self.server.address(), None)
    }

    /// A dealer of every table.
    pub(crate) async fn dealer(&self) -> Holder {
        self.holder(NewBearer::Dealer { staff: None, table: None }).await
    }

    /// A floorperson.
    pub(crate) async fn floorperson(&self) -> Holder {
        self.holder(NewBearer::Floorperson { staff: None }).await
    }

    /// An auditor.
    pub(crate) async fn auditor(&self) -> Holder {
        self.holder(NewBearer::Auditor).await
    }

    /// An admin.
    pub(crate) async fn admin(&self) -> Holder {
        self.holder(NewBearer::Admin).await
    }

    /// Goes down in order.
    pub(crate) async fn stop(self) {
        self.server.stop().await.unwrap();
    }
}
