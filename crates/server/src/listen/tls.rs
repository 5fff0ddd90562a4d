//! TLS: 1.2 and 1.3 and nothing older (R63). Certificate and key are read again when their files change or somebody asks, and
//! kept as they are when the new ones cannot be used.

use crate::register::Register;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};
use store::significant::{Kind, SignificantEvent};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert, ServerConfig};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::version::{TLS12, TLS13};

/// How often the files are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Why the server does not speak TLS.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file is not what it should be.
    #[error("{path}: {cause}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: String,
    },
    /// Certificate and key do not work, or not together.
    #[error("the certificate and the key: {0}")]
    Unusable(#[from] tokio_rustls::rustls::Error),
}

/// The certificate the server shows, as its files last had it.
#[derive(Debug)]
pub(crate) struct Certificates {
    chain: PathBuf,
    key: PathBuf,
    provider: Arc<CryptoProvider>,
    current: RwLock<Arc<CertifiedKey>>,
}

impl Certificates {
    /// Reads both files.
    pub(crate) fn load(chain: PathBuf, key: PathBuf) -> Result<Arc<Self>, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let current = RwLock::new(Arc::new(read(&chain, &key, &provider)?));
        Ok(Arc::new(Self { chain, key, provider, current }))
    }

    /// Reads both files again; what is shown stays as it is unless they are good.
    pub(crate) fn reload(&self) -> Result<(), TlsError> {
        let fresh = Arc::new(read(&self.chain, &self.key, &self.provider)?);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    /// What speaks TLS with them.
    pub(crate) fn acceptor(self: &Arc<Self>) -> Result<TlsAcceptor, TlsError> {
        let config = ServerConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_protocol_versions(&[&TLS13, &TLS12])?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(self) as Arc<dyn ResolvesServerCert>);
        Ok(TlsAcceptor::from(Arc::new(config)))
    }

    fn changed(&self) -> [Option<SystemTime>; 2] {
        [&self.chain, &self.key].map(|path| std::fs::metadata(path).and_then(|file| file.modified()).ok())
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn read(chain: &Path, key: &Path, provider: &CryptoProvider) -> Result<CertifiedKey, TlsError> {
    let wrong = |path: &Path| {
        let path = path.to_owned();
        move |cause: tokio_rustls::rustls::pki_types::pem::Error| TlsError::File { path, cause: cause.to_string() }
    };
    let certificates = CertificateDer::pem_file_iter(chain).map_err(wrong(chain))?;
    let certificates = certificates.collect::<Result<Vec<_>, _>>().map_err(wrong(chain))?;
    if certificates.is_empty() {
        return Err(TlsError::File { path: chain.to_owned(), cause: "no certificate in it".to_owned() });
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(wrong(key))?;
    Ok(CertifiedKey::from_der(certificates, secret, provider)?)
}

/// Looks at the files again and again, and reads them when they have changed.
pub(crate) async fn watch(certificates: Arc<Certificates>, register: Register) {
    let mut ticks = tokio::time::interval(LOOK_EVERY);
    let mut seen = certificates.changed();
    loop {
        ticks.tick().await;
        let now = certificates.changed();
        if now == seen {
            continue;
        }
        match certificates.reload() {
            Ok(()) => {
                seen = now;
                tracing::info!("the certificate was read again");
                let event = SignificantEvent::new(Kind::ParameterChange).detail("what", "tls_certificate");
                // The register keeps what it cannot write yet.
                let _ = register.record(event).await;
            }
            // Perhaps one of the two is still being written.
            Err(error) => tracing::error!(%error, "the certificate stays as it was"),
        }
    }
}
