//! A whole server for one test: its own database, its own port, and people who are logged in.

mod books;
pub(crate) mod device;
pub(crate) mod hidden;
mod http;
mod linked;
mod matters;
mod play;

pub(crate) use books::reconcile;
pub(crate) use http::{Holder, Reply};
pub(crate) use linked::{change, describing, enabled, felt_until, join, stack};
pub(crate) use matters::{decide, progressive, propose, two};
pub(crate) use play::{Game, stands, submission};

use game_core::game::{Seat, StaffId};
use server::clock::Clock;
use server::config::{Devices, People};
use server::identity::{Cost, Passwords, Role, Sealing, Secret};
use server::{Config, Server};
use store::Home;
use store::keys::KeyId;
use store::sessions::SessionId;
use store::testing::{self, TestDatabase, database};
use table_host::ids::TableId;
use uuid::Uuid;

/// A server for tests: a password costs next to nothing, and no device falls silent because the machine is slow.
pub(crate) fn config() -> Config {
    let people = People { cost: Cost::least(), sealing: Sealing::new(&[[7; 32]]), ..People::default() };
    let devices = Devices { clock: Clock::standing(), ..Devices::default() };
    Config { people, devices, ..Config::default() }
}

/// Somebody with an account.
pub(crate) struct Hired {
    pub(crate) staff: StaffId,
    pub(crate) login: String,
    pub(crate) password: String,
}

impl Hired {
    pub(crate) fn new(login: &str, password: &str, staff: &serde_json::Value) -> Self {
        Self { staff: StaffId(staff.as_u64().unwrap()), login: login.to_owned(), password: password.to_owned() }
    }
}

/// A running server.
pub(crate) struct TestServer {
    pub(crate) server: Server,
    pub(crate) database: TestDatabase,
}

impl TestServer {
    /// Starts a server on a database and a port of its own.
    pub(crate) async fn spawn() -> Self {
        Self::spawn_with(config()).await
    }

    /// Starts a server that works so, on a database and a port of its own.
    pub(crate) async fn spawn_with(config: Config) -> Self {
        Self::on(database().await.unwrap(), config).await
    }

    /// Starts a server that works so on this database.
    pub(crate) async fn on(database: TestDatabase, config: Config) -> Self {
        let address = "127.0.0.1:0".parse().unwrap();
        let home = Home::around(database.store.clone());
        let server = Server::start(home, address, config).await.unwrap();
        Self { server, database }
    }

    /// A Rules Submission with this document that two people stand for.
    pub(crate) async fn approved(&self, document: &serde_json::Value) -> wire::id::SubmissionId {
        let mut connection = self.database.store.pool().acquire().await.unwrap();
        wire::id::SubmissionId(testing::approved(&mut connection, document).await.unwrap().0)
    }

    /// Somebody new with this role, logged in.
    pub(crate) async fn person(&self, role: Role) -> Holder {
        self.session(role).await.1
    }

    /// Somebody new with this role, logged in, and the session's name.
    pub(crate) async fn session(&self, role: Role) -> (SessionId, Holder) {
        let (secret, password) = (Secret::generate().unwrap(), format!("the password of {}", Uuid::now_v7()));
        let hash = Passwords::new(Cost::least(), 1).unwrap().hash(&password).await.unwrap();
        let mut connection = self.database.store.pool().acquire().await.unwrap();
        let session = testing::log_in(&mut connection, role, secret.digest(), &hash).await.unwrap();
        let holder = Holder::new(self.server.address(), Some(secret.reveal()));
        (session.id, holder.whose_password_is(password))
    }

    /// Somebody new with this role, who has not logged in yet.
    pub(crate) async fn hire(&self, role: Role) -> Hired {
        self.hire_at(role, Cost::least()).await
    }

    /// Somebody new with this role, whose password was hashed at this cost.
    pub(crate) async fn hire_at(&self, role: Role, cost: Cost) -> Hired {
        let password = format!("the password of {}", Uuid::now_v7());
        let hash = Passwords::new(cost, 1).unwrap().hash(&password).await.unwrap();
        let mut connection = self.database.store.pool().acquire().await.unwrap();
        let account = testing::hire(&mut connection, role, &hash).await.unwrap();
        Hired { staff: account.staff, login: account.login, password }
    }

    /// Somebody logs in.
    pub(crate) async fn log_in(&self, hired: &Hired) -> Holder {
        let body = serde_json::json!({"login": hired.login, "password": hired.password});
        let opened = self.stranger().post("/v1/sessions", &body).await.told(201);
        let holder = Holder::new(self.server.address(), opened["token"].as_str().map(str::to_owned));
        holder.whose_password_is(hired.password.clone())
    }

    /// The token of somebody new with this role.
    pub(crate) async fn token(&self, role: Role) -> String {
        self.person(role).await.token().to_owned()
    }

    /// A seat's terminal with a new key.
    pub(crate) async fn terminal(&self, table: TableId, seat: Seat) -> Holder {
        self.terminal_key(table, seat).await.1
    }

    /// A seat's terminal with a new key, and the key's name.
    pub(crate) async fn terminal_key(&self, table: TableId, seat: Seat) -> (KeyId, Holder) {
        let secret = Secret::generate().unwrap();
        let mut connection = self.database.store.pool().acquire().await.unwrap();
        let key = testing::enrol(&mut connection, table, seat, secret.digest()).await.unwrap();
        (key.id, Holder::new(self.server.address(), Some(secret.reveal())))
    }

    /// Somebody who is not logged in.
    pub(crate) fn stranger(&self) -> Holder {
        Holder::new(self.server.address(), None)
    }

    /// A dealer.
    pub(crate) async fn dealer(&self) -> Holder {
        self.person(Role::Dealer).await
    }

    /// A dealer who is assigned to a table.
    pub(crate) async fn dealer_at(&self, table: TableId) -> Holder {
        let dealer = self.dealer().await;
        self.assign(table, &dealer).await;
        dealer
    }

    /// Has a floorperson assign a dealer to a table.
    pub(crate) async fn assign(&self, table: TableId, dealer: &Holder) {
        let staff = dealer.get("/v1/sessions/own").await.told(200)["staff"].clone();
        let path = format!("/v1/tables/{table}/dealer");
        // Whatever the facility's shifts are, a test is no longer than this.
        let until = self.server.app().config.people.clock.now().0 + 8 * 3_600_000;
        let until = wire::timestamp::Timestamp(game_core::game::Millis(until)).text().unwrap();
        let body = serde_json::json!({"staff": staff, "until": until});
        self.floorperson().await.post(&path, &body).await.told(200);
    }

    /// A floorperson.
    pub(crate) async fn floorperson(&self) -> Holder {
        self.person(Role::Floorperson).await
    }

    /// An auditor.
    pub(crate) async fn auditor(&self) -> Holder {
        self.person(Role::Auditor).await
    }

    /// A pit manager.
    pub(crate) async fn pit_manager(&self) -> Holder {
        self.person(Role::PitManager).await
    }

    /// Goes down in order and comes up again on the same data.
    pub(crate) async fn again(self) -> Self {
        self.again_with(config()).await
    }

    /// The same, to work so from then on.
    pub(crate) async fn again_with(self, config: Config) -> Self {
        let database = self.database.clone();
        self.stop().await;
        Self::on(database.reopened().await.unwrap(), config).await
    }

    /// Goes down in order.
    pub(crate) async fn stop(self) {
        self.server.stop().await.unwrap();
    }
}
