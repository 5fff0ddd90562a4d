//! Connections: taken in as long as there is room, TLS spoken where it is configured, and each watched so that nobody who is
//! slow holds anything.

mod tls;

pub use tls::TlsError;
pub(crate) use tls::{Certificates, watch as watch_certificates};

use crate::app::{App, Course};
use crate::config::Limits;
use crate::http;
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tower::Service;

/// How long to wait when the machine has no room for another connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Whom a request comes from, as far as the network tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// What every connection is served with.
struct House {
    app: Arc<App>,
    router: Router,
    tls: Option<TlsAcceptor>,
    limits: Limits,
}

/// Takes connections in until the server's tables have stopped, and then waits for those that are open: on the way down
/// whoever asks is still told that it is not ready.
pub(crate) async fn accept(listener: TcpListener, app: Arc<App>, tls: Option<TlsAcceptor>) {
    let limits = app.config.limits;
    let room = Arc::new(Semaphore::new(limits.connections));
    let mut closed = pin!(app.gone(Course::Closed));
    let house = Arc::new(House { router: http::router(Arc::clone(&app)), app, tls, limits });
    let mut open = JoinSet::new();
    loop {
        let incoming = tokio::select! {
            incoming = incoming(&listener, &room) => incoming,
            Some(_) = open.join_next() => continue,
            () = &mut closed => break,
        };
        match incoming {
            Ok((stream, address, permit)) => {
                let house = Arc::clone(&house);
                open.spawn(async move {
                    house.serve(stream, address).await;
                    drop(permit);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be taken in");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    while open.join_next().await.is_some() {}
}

type Taken = (TcpStream, SocketAddr, tokio::sync::OwnedSemaphorePermit);

/// The next connection, once there is room for it.
async fn incoming(listener: &TcpListener, room: &Arc<Semaphore>) -> std::io::Result<Taken> {
    let permit = Arc::clone(room).acquire_owned().await.map_err(std::io::Error::other)?;
    let (stream, address) = listener.accept().await?;
    // Frames are gathered before they are written, so there is nothing to wait for.
    stream.set_nodelay(true)?;
    Ok((stream, address, permit))
}

impl House {
    async fn serve(&self, stream: TcpStream, address: SocketAddr) {
        let Some(tls) = &self.tls else { return self.talk(stream, address).await };
        match tokio::time::timeout(self.limits.handshake_time, tls.accept(stream)).await {
            Ok(Ok(stream)) => self.talk(stream, address).await,
            Ok(Err(error)) => tracing::info!(%address, %error, "no TLS"),
            Err(_) => tracing::info!(%address, "a handshake took too long"),
        }
    }

    async fn talk(&self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, address: SocketAddr) {
        let router = self.router.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(address.ip()));
            // A router is always ready.
            router.clone().call(request)
        });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(self.limits.idle_time).max_headers(self.limits.headers);
        let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
        let mut closed = pin!(self.app.gone(Course::Closed));
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = &mut closed => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%address, %error, "a connection ended");
        }
    }
}
