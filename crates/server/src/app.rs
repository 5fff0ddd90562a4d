//! What every handler and session shares.

use crate::approvals::Board;
use crate::config::Config;
use crate::devices::Wheels;
use crate::gallery::Room;
use crate::identity::{Bearers, Caller, Credential, Duty, Passwords, PasswordsError};
use crate::listen::Certificates;
use crate::metrics::Metrics;
use crate::money::Edges;
use crate::pacing::Pacing;
use crate::plane::Plane;
use crate::play::PlaySwitch;
use crate::problem::Problem;
use crate::progressives;
use crate::register::Register;
use crate::submissions::Analyses;
use crate::system::System;
use crate::tickets::Tickets;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Duration;
use store::Store;
use store::journal::Journal;
use table_host::ids::TableId;
use table_host::{Attendant, Host, Opening, TableHandle};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use wire::problem::EdgeCode;

/// Leave for one socket, given back when it is dropped.
#[derive(Debug)]
pub struct SocketPermit {
    credential: Credential,
    held: Arc<Mutex<HashMap<Credential, u32>>>,
    _one: OwnedSemaphorePermit,
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut own) = held.entry(self.credential) {
            match own.get().checked_sub(1) {
                None | Some(0) => drop(own.remove()),
                Some(left) => *own.get_mut() = left,
            }
        }
    }
}

/// How far a server is on its way down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Course {
    /// It serves.
    Serving,
    /// Clients are told, tables finish what is in hand, and whoever asks whether it is ready is told that it is not.
    Draining,
    /// Its tables have stopped, and it takes no connection any more.
    Closed,
}

/// The server's insides. Handlers hold it by reference count.
#[derive(Debug)]
pub struct App {
    /// The live tables.
    pub host: Host,
    /// History and everything else that is kept.
    pub store: Store,
    /// The journal's writer.
    pub journal: Journal,
    /// Who bears which token.
    pub bearers: Bearers,
    /// Which dealer deals where.
    pub duty: Duty,
    /// How passwords are hashed and checked.
    pub passwords: Passwords,
    /// Tickets that are out.
    pub tickets: Tickets,
    /// The register of significant events.
    pub register: Register,
    /// What waits for a second person.
    pub(crate) board: Board,
    /// What there is to think about in Rules Submissions.
    pub(crate) analyses: Analyses,
    /// Told when rules were scheduled for a table.
    pub(crate) scheduled: Notify,
    /// The switch of all play.
    pub(crate) play: PlaySwitch,
    /// House edges, for theoretical win.
    pub(crate) edges: Edges,
    /// How the installation was last found.
    pub system: System,
    /// How many requests one caller may send.
    pub(crate) callers: Pacing<Credential>,
    /// How many requests may come from one address.
    pub(crate) addresses: Pacing<IpAddr>,
    /// How many logins may be tried from one address.
    pub(crate) logins: Pacing<IpAddr>,
    /// The certificate the server shows, where it speaks TLS.
    pub(crate) certificates: OnceLock<Arc<Certificates>>,
    /// The progressives as last read.
    pub(crate) progressives: progressives::Board,
    /// The generator behind the wheels.
    pub wheels: Wheels,
    /// The devices on the tables.
    pub(crate) plane: Plane,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// How the server was told to work.
    pub config: Config,
    /// How far the server is on its way down.
    course: watch::Sender<Course>,
    sockets: Arc<Semaphore>,
    /// How many of them each caller holds.
    held: Arc<Mutex<HashMap<Credential, u32>>>,
    devices: Mutex<JoinSet<()>>,
    /// What is proposed in rounds is proposed and decided one at a time.
    pub(crate) deciding: tokio::sync::Mutex<()>,
    /// Tables are made one at a time.
    pub(crate) making: tokio::sync::Mutex<()>,
    rooms: RwLock<BTreeMap<TableId, Arc<Room>>>,
}

impl App {
    /// A server without tables yet.
    ///
    /// # Errors
    /// When passwords cannot be hashed at the cost asked for.
    pub fn new(store: Store, journal: Journal, config: Config) -> Result<Self, PasswordsError> {
        let people = &config.people;
        Ok(Self {
            host: Host::new(Arc::new(journal.clone()), config.tables),
            register: Register::new(store.clone()),
            board: Board::new(store.clone()),
            bearers: Bearers::new(store.clone(), people.clock.clone(), people.sweep_every),
            duty: Duty::new(people.clock.clone()),
            passwords: Passwords::new(people.cost, people.passwords_at_once)?,
            plane: Plane::new(store.clone(), config.devices.clock.clone()),
            store,
            journal,
            tickets: Tickets::default(),
            analyses: Analyses::default(),
            scheduled: Notify::new(),
            play: PlaySwitch::default(),
            edges: Edges::default(),
            system: System::default(),
            callers: Pacing::new(config.limits.caller_per_second, Duration::from_secs(1), people.clock.clone()),
            addresses: Pacing::new(config.limits.address_per_second, Duration::from_secs(1), people.clock.clone()),
            logins: Pacing::new(config.limits.logins_per_minute, Duration::from_secs(60), people.clock.clone()),
            certificates: OnceLock::new(),
            progressives: progressives::Board::default(),
            wheels: Wheels::default(),
            metrics: Arc::default(),
            held: Arc::default(),
            sockets: Arc::new(Semaphore::new(config.sockets_max as usize)),
            config,
            course: watch::channel(Course::Serving).0,
            deciding: tokio::sync::Mutex::default(),
            making: tokio::sync::Mutex::default(),
            devices: Mutex::default(),
            rooms: RwLock::default(),
        })
    }

    /// Makes a table live, with a room for its viewers.
    pub fn open(&self, opening: Opening, attendant: Arc<dyn Attendant>) -> TableHandle {
        let room = Arc::new(Room::new(opening.standing.clone(), Arc::clone(&self.metrics)));
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.entry(opening.id).or_insert(room);
        self.host.open(opening, Arc::clone(room) as _, attendant)
    }

    /// A live table and its room.
    #[must_use]
    pub fn table(&self, id: TableId) -> Option<(TableHandle, Arc<Room>)> {
        let room = self.rooms.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()?;
        Some((self.host.table(id)?, room))
    }

    /// Lets a device of the server's own attend its table until the server goes down.
    pub(crate) fn attend(&self, device: impl Future<Output = ()> + Send + 'static) {
        self.devices.lock().unwrap_or_else(PoisonError::into_inner).spawn(device);
    }

    /// Sends the server's own devices away and waits until they are gone.
    pub(crate) async fn dismiss_devices(&self) {
        let mut devices = std::mem::take(&mut *self.devices.lock().unwrap_or_else(PoisonError::into_inner));
        devices.shutdown().await;
    }

    /// Leave for a caller to open one more socket; none when too many are open, or the caller holds too many.
    #[must_use]
    pub fn admit_socket(&self, caller: Caller) -> Option<SocketPermit> {
        let one = Arc::clone(&self.sockets).try_acquire_owned().ok()?;
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let own = held.entry(caller.credential()).or_default();
        if *own >= self.config.sockets_per_caller {
            return None;
        }
        *own += 1;
        Some(SocketPermit { credential: caller.credential(), held: Arc::clone(&self.held), _one: one })
    }

    /// Leave for somebody whose first message will say who it is to open a socket; none when too many are open.
    pub(crate) fn admit_stranger(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.sockets).try_acquire_owned().ok()
    }

    /// How many sockets are open.
    #[must_use]
    pub fn sockets_open(&self) -> usize {
        self.config.sockets_max as usize - self.sockets.available_permits()
    }

    /// Waits until no socket is open, and lets none be opened any more.
    pub async fn all_sockets_closed(&self) {
        if let Ok(_all) = self.sockets.acquire_many(self.config.sockets_max).await {
            self.sockets.close();
        }
    }

    /// A live table and its room, for a request.
    ///
    /// # Errors
    /// When there is no such table, or the server is going down and lets go of its tables.
    pub(crate) fn live_table(&self, id: TableId) -> Result<(TableHandle, Arc<Room>), Problem> {
        let missing = if self.is_draining() { EdgeCode::Draining } else { EdgeCode::NotFound };
        Ok(self.table(id).ok_or(missing)?)
    }

    /// Goes one step further down.
    pub(crate) fn go(&self, course: Course) {
        self.course.send_replace(course);
    }

    /// Waits until the server goes down.
    pub(crate) fn drained(&self) -> impl Future<Output = ()> + Send + use<> {
        self.gone(Course::Draining)
    }

    /// Waits until the server has come as far as this.
    pub(crate) fn gone(&self, as_far_as: Course) -> impl Future<Output = ()> + Send + use<> {
        let mut course = self.course.subscribe();
        async move {
            // A sender that is gone is a server that is gone.
            let _ = course.wait_for(|course| *course >= as_far_as).await;
        }
    }

    /// Whether the server is going down.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        *self.course.borrow() >= Course::Draining
    }
}
