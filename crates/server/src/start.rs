//! From nothing to a running server and back: recovery, then connections; on the way down first the clients
//! are told, then what is in hand is finished.

use crate::app::{App, Course};
use crate::config::Config;
use crate::identity::PasswordsError;
use crate::listen::{Certificates, TlsError};
use crate::plane::{self, PlaneError};
use crate::register::Unwritable;
use crate::{devices, listen, play, progressives, schedules, watch};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::journal::Journal;
use store::significant::{Kind, SignificantEvent};
use store::{Home, HomeError, StoreError};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How long connections and what is in hand have to end when the server goes down.
const FAREWELL: Duration = Duration::from_secs(5);

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Passwords cannot be hashed as asked for.
    #[error(transparent)]
    Passwords(#[from] PasswordsError),
    /// The tables cannot be recovered.
    #[error("the tables cannot be recovered: {0}")]
    Recovery(#[from] StoreError),
    /// The devices cannot be recovered.
    #[error("the devices cannot be recovered: {0}")]
    Devices(#[from] PlaneError),
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        cause: std::io::Error,
    },
    /// The certificate or its key cannot be used.
    #[error("TLS: {0}")]
    Tls(#[from] TlsError),
    /// The start cannot be put on record.
    #[error(transparent)]
    Unrecorded(#[from] Unwritable),
    /// The store cannot be closed in order.
    #[error(transparent)]
    Home(#[from] HomeError),
}

/// A server whose tables are recovered and which accepts connections.
#[derive(Debug)]
pub struct Server {
    app: Arc<App>,
    address: SocketAddr,
    writer: JoinHandle<()>,
    http: JoinHandle<()>,
    home: Home,
}

impl Server {
    /// Recovers every table and then listens.
    ///
    /// # Errors
    /// When the tables cannot be recovered, or the address is taken.
    pub async fn start(home: Home, address: SocketAddr, config: Config) -> Result<Self, ServeError> {
        let begun = Instant::now();
        let certificates = config.tls.clone().map(|(chain, key)| Certificates::load(chain, key)).transpose()?;
        let tls = certificates.as_ref().map(|certificates| certificates.acceptor()).transpose()?;
        let (journal, writer) = Journal::start(home.store(), config.journal);
        let app = Arc::new(App::new(home.store().clone(), journal, config)?);
        app.duty.recover(home.store()).await?;
        app.play.recover(home.store()).await?;
        let recovered = store::recovery::recover(home.store()).await?;
        let tables = recovered.len();
        for table in recovered {
            open(&app, table.into());
        }
        app.plane.recover().await?;
        app.attend(progressives::look_after(Arc::clone(&app)));
        app.attend(schedules::look_after(Arc::clone(&app)));
        app.attend(play::look_after(Arc::clone(&app)));
        app.attend(plane::look_after(Arc::clone(&app)));
        tracing::info!(tables, millis = begun.elapsed().as_millis(), "tables recovered");
        let started = SignificantEvent::new(Kind::Start).detail("version", env!("CARGO_PKG_VERSION"));
        app.register.record(started.detail("tables", tables)).await?;
        if let Some(certificates) = certificates {
            app.attend(listen::watch_certificates(Arc::clone(&certificates), app.register.clone()));
            let _ = app.certificates.set(certificates);
        }
        watch::begin(&app);
        let refused = |cause| ServeError::Listen { address, cause };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let http = tokio::spawn(listen::accept(listener, Arc::clone(&app), tls));
        Ok(Self { app, address, writer, http, home })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What handlers share.
    #[must_use]
    pub const fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// The store and the private cluster, where there is one.
    #[must_use]
    pub const fn home(&self) -> &Home {
        &self.home
    }

    /// Reads the certificate and its key again.
    ///
    /// # Errors
    /// When they cannot be used; those in use stay.
    pub fn reload_certificate(&self) -> Result<(), TlsError> {
        self.app.certificates.get().map_or(Ok(()), |certificates| certificates.reload())
    }

    /// Goes down: tells the clients, finishes what is in hand, and leaves every round as it is, to be taken up again.
    ///
    /// # Errors
    /// When the store cannot be closed in order.
    pub async fn stop(self) -> Result<(), ServeError> {
        let Self { app, writer, http, home, .. } = self;
        app.go(Course::Draining);
        if tokio::time::timeout(5 * app.config.farewell, app.all_sockets_closed()).await.is_err() {
            tracing::warn!("some clients did not leave");
        }
        app.host.drain().await;
        app.dismiss_devices().await;
        app.go(Course::Closed);
        let abort = http.abort_handle();
        if tokio::time::timeout(FAREWELL, http).await.is_err() {
            abort.abort();
        }
        // It stops all the same; what could not be recorded then stands in the log.
        let _ = app.register.record(SignificantEvent::new(Kind::Stop)).await;
        // The writer ends when nobody holds the journal any more; a request that hangs must not keep it for ever.
        drop(app);
        match tokio::time::timeout(FAREWELL, writer).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the journal's writer did not stop as it should"),
            Err(_) => tracing::warn!("somebody still holds the journal"),
        }
        Ok(home.close().await?)
    }
}

/// Makes a table live, with the devices that the server plays at it.
pub(crate) fn open(app: &Arc<App>, opening: table_host::Opening) -> table_host::TableHandle {
    let shoe = Arc::new(devices::Shoe::at(opening.id));
    let table = app.open(opening, Arc::clone(&shoe) as _);
    app.attend(devices::attend(Arc::clone(app), table.clone(), shoe));
    table
}
