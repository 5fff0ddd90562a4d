//! A server as a process of its own, which can be killed.

use floor_sim::client::Client;
use game_core::game::{Seat, StaffId};
use server::identity::{Cost, Passwords, Role, Secret};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use store::testing::{self, TestDatabase};
use table_host::ids::TableId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Everybody's password.
pub(crate) const PASSWORD: &str = "everybody has this one";

/// A running server on a test's database.
pub(crate) struct Process {
    child: Child,
    pub(crate) base: String,
}

impl Process {
    /// Starts a server on a port of its choice, and waits until it accepts connections.
    pub(crate) fn start(database: &TestDatabase) -> Self {
        Self::start_with(database, "warn", Stdio::inherit())
    }

    /// Starts a server that logs so much, to there.
    pub(crate) fn start_with(database: &TestDatabase, log: &str, to: Stdio) -> Self {
        Self::spawn(database, "127.0.0.1:0", log, to)
    }

    /// Starts a server where another one was.
    pub(crate) fn start_at(database: &TestDatabase, listen: &str) -> Self {
        Self::spawn(database, listen, "warn", Stdio::inherit())
    }

    fn spawn(database: &TestDatabase, listen: &str, log: &str, to: Stdio) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_baize"))
            .args(["serve", "--listen", listen, "--data", "unused"])
            .env("DATABASE_URL", database.address())
            .env("BAIZE_LOG", log)
            .stdin(Stdio::null())
            .stderr(to)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let base = line.trim().rsplit(' ').next().unwrap().to_owned();
        assert!(base.starts_with("http://"), "the server did not come up: {line:?}");
        Self { child, base }
    }

    pub(crate) fn client(&self, key: &str) -> Client {
        Client::new(&self.base, key).unwrap().whose_password_is(PASSWORD)
    }

    /// Its number among the machine's processes.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// One figure of its metrics.
    pub(crate) async fn counted(&self, name: &str) -> u64 {
        let told = self.ask("/metrics").await;
        let line = told.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} is not counted: {told}")).parse().unwrap()
    }

    /// All that it says to a request, asked once.
    pub(crate) async fn ask(&self, path: &str) -> String {
        ask(self.address(), path).await
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.base.trim_start_matches("http://").parse().unwrap()
    }

    /// Pulls the plug.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, and says how it ended.
    pub(crate) fn terminate(mut self) -> std::process::ExitStatus {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
        self.child.wait().unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that was stopped already cannot be killed again.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All that a server says to a request, asked once.
pub(crate) async fn ask(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).await.unwrap();
    said
}

/// The tokens of a small floor.
pub(crate) struct Keys {
    pub(crate) dealer: String,
    pub(crate) dealer_staff: StaffId,
    pub(crate) floorpersons: [String; 2],
    pub(crate) pit_manager: String,
}

impl Keys {
    pub(crate) async fn make(database: &TestDatabase) -> Self {
        let (dealer_staff, dealer) = log_in(database, Role::Dealer).await;
        let first = log_in(database, Role::Floorperson).await.1;
        let floorpersons = [first, log_in(database, Role::Floorperson).await.1];
        Self { dealer, dealer_staff, floorpersons, pit_manager: log_in(database, Role::PitManager).await.1 }
    }
}

/// One more dealer, and what the dealer bears.
pub(crate) async fn dealer(database: &TestDatabase) -> (StaffId, String) {
    log_in(database, Role::Dealer).await
}

/// The key of a seat's terminal.
pub(crate) async fn terminal(database: &TestDatabase, table: TableId, seat: Seat) -> String {
    let secret = Secret::generate().unwrap();
    let mut connection = database.store.pool().acquire().await.unwrap();
    testing::enrol(&mut connection, table, seat, secret.digest()).await.unwrap();
    secret.reveal()
}

/// Somebody new with this role, and what they bear.
pub(crate) async fn log_in(database: &TestDatabase, role: Role) -> (StaffId, String) {
    let secret = Secret::generate().unwrap();
    let mut connection = database.store.pool().acquire().await.unwrap();
    let hash = Passwords::new(Cost::least(), 1).unwrap().hash(PASSWORD).await.unwrap();
    let session = testing::log_in(&mut connection, role, secret.digest(), &hash).await.unwrap();
    (session.staff, secret.reveal())
}
