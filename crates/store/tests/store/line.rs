//! A line to PostgreSQL that can be cut at the worst moment: after a commit was sent and before its answer is back.

use sqlx::postgres::PgConnectOptions;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::testing;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};

pub(crate) struct Line {
    folder: PathBuf,
    cut: Arc<AtomicBool>,
}

impl Line {
    /// Lays a line to the server of these options. A commit that is cut reaches the server so much later.
    pub(crate) fn lay(to: &PgConnectOptions, late: Duration) -> Self {
        let folder = testing::scratch();
        fs::create_dir_all(&folder).unwrap();
        let listener = UnixListener::bind(folder.join(".s.PGSQL.5432")).unwrap();
        let server = to.get_socket().unwrap().join(".s.PGSQL.5432");
        let cut = Arc::new(AtomicBool::new(false));
        let waiting = Arc::clone(&cut);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = UnixStream::connect(&server).await else { continue };
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                let answers = tokio::spawn(pass(from_server, to_client));
                let cut = Arc::clone(&waiting);
                tokio::spawn(async move {
                    let commit = pass_until_cut(from_client, to_server, &cut).await;
                    answers.abort();
                    // The client's end is closed by now; the server still gets what was on its way.
                    let Some((commit, mut to_server)) = commit else { return };
                    let _ = answers.await;
                    tokio::time::sleep(late).await;
                    let _ = to_server.write_all(&commit).await;
                    tokio::time::sleep(Duration::from_millis(30)).await;
                });
            }
        });
        Self { folder, cut }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn cut_the_next_commit(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

/// Passes on what the client says; the commit that is to be cut is given back instead, with the way to the server.
async fn pass_until_cut(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    cut: &AtomicBool,
) -> Option<(Vec<u8>, OwnedWriteHalf)> {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let said = &bytes[..count];
        if said.windows(6).any(|word| word == b"COMMIT") && cut.swap(false, Ordering::Relaxed) {
            return Some((said.to_vec(), to));
        }
        if to.write_all(said).await.is_err() {
            return None;
        }
    }
    None
}
