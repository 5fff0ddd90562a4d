//! The shuffler and the dealing shoe: whether they work, and which methods are in force because of it.

use super::Procedure;
use super::deck::DeckId;
use crate::actor::Actor;
use crate::rejection::Code;
use crate::rules::{DealingMethod, Decks, Rules, ShuffleMethod};
use serde::{Deserialize, Serialize};

/// The rounds within which the stub is counted once a counting shuffler no longer does it (I-10).
const STUB_COUNT_EVERY: u8 = 5;

/// A device whose failure the rules speak of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DeviceKind {
    /// The automated shuffler.
    Shuffler,
    /// The automated dealing shoe.
    Shoe,
}

impl DeviceKind {
    /// Both devices.
    pub const ALL: [Self; 2] = [Self::Shuffler, Self::Shoe];

    /// Whether this actor is the device.
    #[must_use]
    pub const fn is(self, actor: Actor) -> bool {
        matches!((self, actor), (Self::Shuffler, Actor::Shuffler) | (Self::Shoe, Actor::Shoe))
    }
}

/// How a broken device is taken out of use for all to see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Marking {
    /// It is covered.
    Covered,
    /// A sign says it is out of order.
    Signed,
}

impl Marking {
    /// Both markings.
    pub const ALL: [Self; 2] = [Self::Covered, Self::Signed];
}

/// Whether a device can be used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeviceState {
    /// It works.
    #[default]
    Working,
    /// It cannot be used, and nothing on it says so yet.
    Broken,
    /// It cannot be used and is marked.
    Marked(Marking),
}

/// By what a deck is shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shuffling {
    /// By the dealer's hands.
    Manual,
    /// By a machine.
    Machine,
}

impl Shuffling {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Manual, Self::Machine];
}

impl Procedure {
    /// The device's state.
    #[must_use]
    pub const fn device(&self, device: DeviceKind) -> DeviceState {
        match device {
            DeviceKind::Shuffler => self.shuffler,
            DeviceKind::Shoe => self.shoe,
        }
    }

    /// The dealing method in force: the submission's own, or the approved one the table was switched to.
    #[must_use]
    pub fn dealing_method(&self, rules: &Rules) -> DealingMethod {
        let equipment = rules.equipment();
        match self.dealing {
            Some(method) if equipment.fallback.contains(&method) => method,
            Some(_) | None => equipment.dealing,
        }
    }

    /// The shuffling method in force.
    #[must_use]
    pub fn shuffle_method(&self, rules: &Rules) -> ShuffleMethod {
        self.shuffle_under(rules, self.dealing_method(rules))
    }

    /// How decks are shuffled when they are dealt like this: a shoe that reshuffles leaves nothing to the hand.
    pub(super) fn shuffle_under(&self, rules: &Rules, dealing: DealingMethod) -> ShuffleMethod {
        match (self.shuffled_by, dealing) {
            (
                Some(Shuffling::Manual),
                DealingMethod::ManualShoe | DealingMethod::Hand | DealingMethod::AutomatedShoe,
            ) => ShuffleMethod::Manual,
            (Some(Shuffling::Manual), DealingMethod::SelfReshufflingShoe) | (Some(Shuffling::Machine) | None, _) => {
                rules.equipment().shuffle
            }
        }
    }

    /// The machine that shuffles at this table when a machine does: a shoe that reshuffles has no shuffler beside it.
    pub(super) fn machine(rules: &Rules) -> DeviceKind {
        let reshuffles = |method: &DealingMethod| *method == DealingMethod::SelfReshufflingShoe;
        let equipment = rules.equipment();
        if reshuffles(&equipment.dealing) || equipment.fallback.iter().any(reshuffles) {
            DeviceKind::Shoe
        } else {
            DeviceKind::Shuffler
        }
    }

    /// The device that shuffles, or none when the dealer does.
    #[must_use]
    pub fn shuffling_device(&self, rules: &Rules) -> Option<DeviceKind> {
        match self.shuffle_method(rules) {
            ShuffleMethod::Manual => None,
            ShuffleMethod::Machine { .. } => Some(Self::machine(rules)),
        }
    }

    /// Whether the machine in force reports a count after each shuffle.
    #[must_use]
    pub fn counts_cards(&self, rules: &Rules) -> bool {
        matches!(self.shuffle_method(rules), ShuffleMethod::Machine { counts_cards: true })
    }

    /// Whether the cut falls away because an approved device in use reshuffles by itself (I-16).
    #[must_use]
    pub fn cut_waived(&self, rules: &Rules) -> bool {
        rules.equipment().self_reshuffling.is_some() && self.shuffling_device(rules).is_some()
    }

    /// How many decks the table plays: two only while a machine shuffles.
    #[must_use]
    pub fn decks_in_use(&self, rules: &Rules) -> Decks {
        match (rules.equipment().decks, self.shuffle_method(rules)) {
            (Decks::Two, ShuffleMethod::Machine { .. }) => Decks::Two,
            (Decks::Two, ShuffleMethod::Manual) | (Decks::One, _) => Decks::One,
        }
    }

    /// The rounds within which the stub must be counted, or none where a machine counts instead or no rule asks.
    #[must_use]
    pub fn stub_count_every(&self, rules: &Rules) -> Option<u8> {
        let equipment = rules.equipment();
        // A submission leaves the interval out when its shuffler counts; that holds only while the shuffler is in use.
        let uncounted = equipment.counts_cards() && !self.counts_cards(rules);
        equipment.stub_count_every.or(uncounted.then_some(STUB_COUNT_EVERY))
    }

    /// Whether the stub of this round must be counted: of the round in play, or of the next one when none is.
    #[must_use]
    pub fn stub_count_due(&self, rules: &Rules) -> bool {
        let this_round = self.since_count.saturating_add(u8::from(self.in_play().is_none()));
        self.stub_count_every(rules).is_some_and(|every| this_round >= every)
    }

    /// Whether the table has such a device at all.
    pub(super) fn has_device(rules: &Rules, device: DeviceKind) -> bool {
        let equipment = rules.equipment();
        match device {
            DeviceKind::Shuffler => equipment.machine_shuffles() && Self::machine(rules) == DeviceKind::Shuffler,
            DeviceKind::Shoe => {
                equipment.dealing.is_automated() || equipment.fallback.iter().any(|method| method.is_automated())
            }
        }
    }

    /// Whether a device is broken and nothing on it says so.
    pub(super) fn has_unmarked_device(&self) -> bool {
        self.shuffler == DeviceState::Broken || self.shoe == DeviceState::Broken
    }

    /// Why a device may not be used, if it may not.
    pub(super) const fn device_fault(&self, device: DeviceKind) -> Option<Code> {
        match self.device(device) {
            DeviceState::Working => None,
            DeviceState::Broken => Some(Code::DeviceNotMarked),
            DeviceState::Marked(_) => Some(Code::DeviceOutOfOrder),
        }
    }

    /// Why the shuffling method in force may not be used, if it may not.
    pub(super) fn shuffling_fault(&self, rules: &Rules) -> Option<Code> {
        match self.shuffling_device(rules) {
            Some(device) => self.device_fault(device),
            None => self.has_unmarked_device().then_some(Code::DeviceNotMarked),
        }
    }

    /// Why the dealing method in force may not be used, if it may not.
    pub(super) fn dealing_fault(&self, rules: &Rules) -> Option<Code> {
        if self.dealing_method(rules).is_automated() {
            self.device_fault(DeviceKind::Shoe)
        } else {
            self.has_unmarked_device().then_some(Code::DeviceNotMarked)
        }
    }

    /// Whether cards may be dealt from the hand: only after a machine's shuffle.
    pub(super) fn hand_dealing_fits(&self, rules: &Rules) -> bool {
        match self.shuffle_under(rules, DealingMethod::Hand) {
            ShuffleMethod::Machine { .. } => self.device(Self::machine(rules)) == DeviceState::Working,
            ShuffleMethod::Manual => false,
        }
    }

    /// The deck whose turn it is, or none when the table has not got it.
    #[must_use]
    pub fn turn(&self, rules: &Rules) -> Option<DeckId> {
        match self.decks_in_use(rules) {
            Decks::Two => {
                let turn = self.last_played.map_or(DeckId::First, DeckId::other);
                self.deck(turn).map(|_| turn)
            }
            Decks::One => DeckId::ALL.into_iter().find(|deck| self.deck(*deck).is_some()),
        }
    }
}
