//! The register's chain: walked from its first link to its head, with the hashes computed here and not by the database.

use crate::open::StoreError;
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::{Connection, PgConnection};

/// What the first link follows.
const BEGINNING: &str = "baize significant events";

/// What was found of the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// How many links hold, from the first on.
    pub links: u64,
    /// The hash of the last link that holds.
    pub hash: [u8; 32],
    /// What does not hold, if anything does not.
    pub broken: Option<String>,
}

/// Walks the chain: every event is in it once, as it was recorded, and it ends where its head says.
///
/// # Errors
/// When the database fails.
pub async fn verify(connection: &mut PgConnection) -> Result<Chain, StoreError> {
    // One snapshot: what is recorded meanwhile is no fault.
    let mut transaction = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let mut chain = walk(&mut transaction).await?;
    if chain.broken.is_none() {
        chain.broken = ends(&mut transaction, &chain).await?;
    }
    transaction.commit().await?;
    Ok(chain)
}

async fn walk(connection: &mut PgConnection) -> Result<Chain, StoreError> {
    let mut chain = Chain { links: 0, hash: Sha256::digest(BEGINNING).into(), broken: None };
    let mut rows = sqlx::query_file!("src/significant/chain.sql").fetch(connection);
    while let Some(row) = rows.try_next().await? {
        let next = Sha256::new().chain_update(chain.hash).chain_update(row.text.unwrap_or_default()).finalize();
        if u64::try_from(row.number) != Ok(chain.links + 1) || row.hash != next[..] {
            chain.broken = Some(format!("link {} does not follow link {}", row.number, chain.links));
            return Ok(chain);
        }
        chain.links += 1;
        chain.hash = next.into();
    }
    Ok(chain)
}

async fn ends(connection: &mut PgConnection, chain: &Chain) -> Result<Option<String>, StoreError> {
    let head = sqlx::query!(
        r#"SELECT number, hash, (SELECT count(*) FROM significant_events) AS "events!" FROM significant_head"#
    );
    let head = head.fetch_optional(connection).await?;
    let Some(head) = head else { return Ok(Some("the chain has no head".to_owned())) };
    if u64::try_from(head.number) != Ok(chain.links) || head.hash != chain.hash {
        return Ok(Some(format!("the chain ends at link {} and its head at link {}", chain.links, head.number)));
    }
    if u64::try_from(head.events) != Ok(chain.links) {
        return Ok(Some(format!("{} events are in {} links", head.events, chain.links)));
    }
    Ok(None)
}
