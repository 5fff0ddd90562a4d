//! A server as a process of its own, which can be killed.

use floor_sim::client::Client;
use game_core::game::{Seat, StaffId};
use server::identity::{Cost, Passwords, Role, Secret};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use store::testing::{self, Signal, TestDatabase};
use table_host::ids::TableId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Everybody's password.
pub(crate) const PASSWORD: &str = "everybody has this one";

/// A running server.
pub(crate) struct Process {
    child: Child,
    pub(crate) base: String,
    log: File,
}

/// A server's command, at this address.
pub(crate) fn serve(listen: &str) -> Command {
    let mut command = testing::tied(env!("CARGO_BIN_EXE_baize"));
    command.args(["serve", "--listen", listen]).env("BAIZE_LOG", "warn");
    command
}

/// The same, on a test's database.
fn serve_on(database: &TestDatabase, listen: &str) -> Command {
    let mut command = serve(listen);
    command.args(["--data", "unused"]).env("DATABASE_URL", database.address());
    command
}

impl Process {
    /// Starts a server on a port of its choice, and waits until it accepts connections.
    pub(crate) async fn start(database: &TestDatabase) -> Self {
        Self::up(serve_on(database, "127.0.0.1:0")).await
    }

    /// Starts a server that logs so much.
    pub(crate) async fn start_with(database: &TestDatabase, log: &str) -> Self {
        let mut command = serve_on(database, "127.0.0.1:0");
        command.env("BAIZE_LOG", log);
        Self::up(command).await
    }

    /// Starts a server where another one was, as soon as nobody else has its port.
    pub(crate) async fn start_at(database: &TestDatabase, listen: &str) -> Self {
        testing::found(format!("{listen} is free"), async || match Self::try_up(serve_on(database, listen)).await {
            Ok(process) => Some(process),
            Err(said) => {
                assert!(said.contains("cannot listen at"), "the server did not come up: {said}");
                None
            }
        })
        .await
    }

    /// Starts a server and waits until it accepts connections.
    pub(crate) async fn up(command: Command) -> Self {
        Self::try_up(command).await.unwrap_or_else(|said| panic!("the server did not come up: {said}"))
    }

    /// A server that accepts connections, or what it said when it ended instead.
    pub(crate) async fn try_up(mut command: Command) -> Result<Self, String> {
        let log = unnamed_file();
        let child =
            command.stdin(Stdio::null()).stderr(log.try_clone().unwrap()).stdout(Stdio::piped()).spawn().unwrap();
        let mut process = Self { child, base: String::new(), log };
        let mut output = BufReader::new(process.child.stdout.take().unwrap());
        let reading = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            output.read_line(&mut line).map(|_| line)
        });
        let line = testing::within("the server says where it listens", reading).await.unwrap().unwrap();
        match line.trim().rsplit(' ').next().filter(|base| base.starts_with("http://")) {
            Some(base) => process.base = base.to_owned(),
            None => return Err(process.said()),
        }
        Ok(process)
    }

    /// All that it has said to its log so far.
    pub(crate) fn said(&self) -> String {
        read(&self.log)
    }

    /// Its log, to be read when it has ended.
    pub(crate) fn log(&self) -> File {
        self.log.try_clone().unwrap()
    }

    pub(crate) fn client(&self, key: &str) -> Client {
        client(&self.base, key)
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
    pub(crate) async fn terminate(self) -> ExitStatus {
        self.tell_to_stop();
        self.stopped().await
    }

    /// Asks it to stop.
    pub(crate) fn tell_to_stop(&self) {
        testing::send(Signal::TERM, self.child.id());
    }

    /// Waits until it ends, and says how it did.
    pub(crate) async fn stopped(mut self) -> ExitStatus {
        testing::found("the server stops", async || self.child.try_wait().unwrap()).await
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that was stopped already cannot be killed again.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("the server said: {}", self.said());
        }
    }
}

/// A file without a name, gone with whoever has it open.
fn unnamed_file() -> File {
    let path = testing::scratch();
    // What is written goes to its end, wherever somebody reads.
    let file = File::options().read(true).append(true).create_new(true).open(&path).unwrap();
    fs::remove_file(path).unwrap();
    file
}

/// All that a log says.
pub(crate) fn read(mut log: &File) -> String {
    let mut said = Vec::new();
    log.seek(SeekFrom::Start(0)).unwrap();
    log.read_to_end(&mut said).unwrap();
    String::from_utf8_lossy(&said).into_owned()
}

/// The bearer of a key, at the server of this address.
pub(crate) fn client(base: &str, key: &str) -> Client {
    Client::new(base, key).unwrap().whose_password_is(PASSWORD)
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
    pub(crate) cashier: String,
    pub(crate) pit_manager: String,
}

impl Keys {
    pub(crate) async fn make(database: &TestDatabase) -> Self {
        let (dealer_staff, dealer) = log_in(database, Role::Dealer).await;
        let first = log_in(database, Role::Floorperson).await.1;
        let floorpersons = [first, log_in(database, Role::Floorperson).await.1];
        let cashier = log_in(database, Role::Cage).await.1;
        let pit_manager = log_in(database, Role::PitManager).await.1;
        Self { dealer, dealer_staff, floorpersons, cashier, pit_manager }
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
