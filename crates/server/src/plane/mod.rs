//! The device plane: real shoes, shufflers, wager sensors, wheels and displays. What they sign reaches a table as a command of
//! the table, and in no other way.

mod alarm;
mod batch;
mod carry;
mod change;
mod effect;
mod follow;
mod intake;
mod light;
mod order;
mod post;
mod statistics;
mod told;
mod watch;
mod wheel;

pub(crate) use alarm::unread;
pub(crate) use batch::SignedBatch;
pub(crate) use change::{carry_out, propose, propose_enrolment, silence, withdraw_firmware};
pub(crate) use follow::follow;
pub(crate) use intake::{authentic, take};
pub(crate) use light::refuses_light;
pub(crate) use order::outstanding;
pub(crate) use post::Post;
pub(crate) use statistics::statistics;
pub(crate) use told::{history, told};
pub(crate) use watch::{alerts, look_after};
pub(crate) use wheel::is_left_to_a_wheel;

use crate::clock::Clock;
use crate::identity::NoSecret;
use game_core::actor::Actor;
use game_core::legal::{Offer, Offered, legal};
use game_core::procedure;
use game_core::rules::DealingMethod;
use game_core::table::Table;
use game_core::wager::Wager;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Instant;
use store::devices::{self, Device, DeviceId, DeviceLog, NewFirmware};
use store::{Store, StoreError};
use table_host::ids::TableId;
use tokio::sync::watch as channel;
use wire::device::{DeviceKey, DeviceKind, FaultCode, Firmware, PublicKey};
use wire::rest::significant::SignificantEvent;

/// Device events that nobody has taken note of, the latest first.
pub(crate) type Alerts = Arc<Vec<SignificantEvent>>;

/// The wagers that sensors take.
pub(crate) const SENSED: [Wager; 3] =
    [Wager::ProgressivePayout, Wager::BonusSpinProgressive, Wager::BonusSpinXtremeProgressive];

/// When people were last told of something, and how often it came since.
type Told = (Instant, u64);

/// Every device, and what is known of it.
#[derive(Debug)]
pub(crate) struct Plane {
    store: Store,
    log: DeviceLog,
    key: OnceLock<DeviceKey>,
    posts: RwLock<BTreeMap<DeviceId, Arc<Post>>>,
    /// The enabled devices of every table that has any: a table without pays nothing for the plane.
    tables: RwLock<HashMap<TableId, Vec<Arc<Post>>>>,
    firmware: RwLock<BTreeSet<NewFirmware>>,
    alerts: channel::Sender<Alerts>,
    /// When an anomaly of a device, or of strangers, was last told of, and how many came since.
    paced: Mutex<HashMap<(Option<DeviceId>, &'static str), Told>>,
    /// The clock by which devices are silent.
    clock: Clock,
    /// Rises when a device was enrolled, bound elsewhere, or may speak or not speak from now on.
    changes: channel::Sender<u64>,
}

/// Why the plane cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum PlaneError {
    /// The devices cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no randomness for the server's key.
    #[error(transparent)]
    NoSecret(#[from] NoSecret),
    /// The server's key is not one.
    #[error("the server's key is not one")]
    NoKey,
}

impl Plane {
    /// A plane without devices yet. It needs a runtime to write from.
    pub(crate) fn new(store: Store, clock: Clock) -> Self {
        Self {
            log: DeviceLog::start(store.clone()),
            store,
            key: OnceLock::new(),
            posts: RwLock::default(),
            tables: RwLock::default(),
            firmware: RwLock::default(),
            alerts: channel::channel(Alerts::default()).0,
            paced: Mutex::default(),
            clock,
            changes: channel::channel(0).0,
        }
    }

    /// Reads the server's key, the devices, their faults and the approved firmware. Every device must say hello again.
    pub(crate) async fn recover(&self) -> Result<(), PlaneError> {
        let mut connection = self.store.connection().await?;
        let drawn = crate::identity::Secret::generate()?.seed();
        let seed = devices::server_seed(&mut connection, drawn).await?;
        let _ = self.key.set(DeviceKey::from_seed(&seed).ok_or(PlaneError::NoKey)?);
        for device in devices::all(&mut connection).await? {
            self.put(&device);
        }
        for (device, code) in devices::faults(&mut connection, None).await? {
            if let Some((post, code)) = self.post(device).zip(FaultCode::from_name(&code)) {
                post.condition(|condition| condition.faults.insert(code));
            }
        }
        drop(connection);
        self.read_firmware().await?;
        Ok(())
    }

    /// Reads a device anew: whoever spoke for it must say hello again.
    pub(crate) async fn reread(&self, device: DeviceId) -> Result<(), StoreError> {
        let mut connection = self.store.connection().await?;
        if let Some(device) = devices::one(&mut connection, device).await? {
            self.put(&device);
        }
        Ok(())
    }

    /// Reads the list of approved firmware anew; a device that runs what is not on it any more must say hello again.
    pub(crate) async fn read_firmware(&self) -> Result<(), StoreError> {
        let found = devices::approved(&mut *self.store.connection().await?).await?;
        *self.firmware.write().unwrap_or_else(PoisonError::into_inner) =
            found.into_iter().map(|found| found.firmware).collect();
        for post in self.posts() {
            let runs = post.condition(|condition| condition.firmware.clone());
            if runs.is_some_and(|firmware| !self.is_approved(&post, &firmware)) {
                post.dismiss();
            }
        }
        Ok(())
    }

    fn put(&self, device: &Device) {
        let mut posts = self.posts.write().unwrap_or_else(PoisonError::into_inner);
        match posts.get(&device.what.id) {
            Some(post) => post.rebind(device, self.clock.run()),
            None => {
                if let Some(post) = Post::new(device, self.clock.run()) {
                    posts.insert(device.what.id, Arc::new(post));
                }
            }
        }
        let mut tables: HashMap<TableId, Vec<Arc<Post>>> = HashMap::new();
        for post in posts.values().filter(|post| post.is_enabled()) {
            tables.entry(post.table()).or_default().push(Arc::clone(post));
        }
        *self.tables.write().unwrap_or_else(PoisonError::into_inner) = tables;
        self.changes.send_modify(|times| *times += 1);
    }

    /// Which devices there are, as it changes.
    pub(crate) fn changes(&self) -> channel::Receiver<u64> {
        self.changes.subscribe()
    }

    /// A device that was ever enrolled.
    pub(crate) fn post(&self, device: DeviceId) -> Option<Arc<Post>> {
        self.posts.read().unwrap_or_else(PoisonError::into_inner).get(&device).cloned()
    }

    /// Every device that was ever enrolled.
    pub(crate) fn posts(&self) -> Vec<Arc<Post>> {
        self.posts.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// The enabled devices of a kind at a table.
    fn at(&self, table: TableId, kind: DeviceKind) -> Vec<Arc<Post>> {
        self.at_table(table).into_iter().filter(|post| post.kind == kind).collect()
    }

    /// The enabled devices at a table.
    fn at_table(&self, table: TableId) -> Vec<Arc<Post>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(&table).cloned().unwrap_or_default()
    }

    /// Whether an enabled device of a kind belongs to a table.
    pub(crate) fn has(&self, table: TableId, kind: DeviceKind) -> bool {
        !self.at(table, kind).is_empty()
    }

    /// Whether a wager is a sensor's to place and to take back: it goes into the seat's own device (LIR-7-E-6-a, S235-7-E-3-a), and
    /// nobody enters it by hand while the table has one. Where the sensor is out of use its wagers are off the felt; where it was
    /// disabled there is none, and people place by hand, which the journal shows.
    pub(crate) fn is_sensed(&self, table: TableId, actor: Actor, wager: Wager) -> bool {
        actor != Actor::Sensor && SENSED.contains(&wager) && self.has(table, DeviceKind::WagerSensor)
    }

    /// What somebody is offered at a table, less what is its sensor's to do.
    pub(crate) fn offers(&self, id: TableId, table: &Table, actor: Actor) -> Vec<Offer> {
        let mut offers = legal(table, actor, table_host::now());
        offers.retain(|offer| match offer.action {
            Offered::PlaceWager { wager, .. } | Offered::RemoveWager { wager, .. } => !self.is_sensed(id, actor, wager),
            _ => true,
        });
        offers
    }

    /// Whether a device of a kind belongs to a table and cannot be relied on now.
    pub(crate) fn is_out(&self, table: TableId, kind: DeviceKind) -> bool {
        self.at(table, kind).iter().any(|post| !post.condition(|condition| condition.is_sound()))
    }

    /// Whether a shoe or a shuffler that the table uses keeps the next round from opening (R40). One that is covered or signed is out of use, and
    /// the table's own procedure says what follows (LIR-13-H).
    pub(crate) fn blocks(&self, id: TableId, table: &Table) -> bool {
        let (procedure, rules) = (table.state().procedure(), table.rules());
        let works = |device| procedure.device(device) == procedure::DeviceState::Working;
        let deals = procedure.dealing_method(rules) != DealingMethod::Hand;
        let shuffles = procedure.shuffling_device(rules) == Some(procedure::DeviceKind::Shuffler);
        (deals && works(procedure::DeviceKind::Shoe) && self.is_out(id, DeviceKind::Shoe))
            || (shuffles && works(procedure::DeviceKind::Shuffler) && self.is_out(id, DeviceKind::Shuffler))
    }

    /// Whether a device may run this.
    fn is_approved(&self, post: &Post, firmware: &Firmware) -> bool {
        let runs = NewFirmware {
            kind: post.kind.name().to_owned(),
            make: post.make.clone(),
            version: firmware.version.clone(),
            hash: firmware.hash.0,
        };
        self.firmware.read().unwrap_or_else(PoisonError::into_inner).contains(&runs)
    }

    /// The public half of the key that signs the server's commands.
    pub(crate) fn server_key(&self) -> Option<PublicKey> {
        self.key.get().map(DeviceKey::public)
    }
}
