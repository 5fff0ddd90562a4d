//! Those who run the server: TLS, limits, the installation's hashes, backups, and what the documents say of it all.

mod backup;
mod documents;
mod limits;
mod system;
mod tls;
