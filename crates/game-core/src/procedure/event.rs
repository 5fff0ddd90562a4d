//! What happened at the table around a round, and how each event changes the state.

use super::deck::{Back, CutDue, Deck, DeckId, Opening, Place, ShuffleDue, Stage};
use super::device::{DeviceKind, DeviceState, Marking, Shuffling};
use super::{Phase, Procedure};
use crate::game::StaffId;
use crate::rules::DealingMethod;
use serde::{Deserialize, Serialize};

/// Why a deck left the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RetireCause {
    /// The staff took it off.
    Removed,
    /// It had reached its age.
    Expired,
    /// The shuffler counted something other than 52.
    WrongCount {
        /// What it counted.
        count: u8,
    },
}

/// A step of table procedure that was taken. `by` is whoever attests it, absent where a device or a player did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProcedureEvent))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of the action, `by` is explained above")]
pub enum Event {
    /// The table is open for gaming.
    TableOpened { by: StaffId },
    /// The table is closed and has no decks.
    TableClosed { by: StaffId },
    /// A deck took its place at the table.
    DeckReceived { deck: DeckId, back: Back, opening: Opening, by: StaffId },
    /// The dealer found no defect.
    DeckInspected { deck: DeckId, by: StaffId },
    /// A floorperson confirmed the inspection.
    InspectionVerified { deck: DeckId, by: StaffId },
    /// The deck lies face up by suit and sequence.
    DeckSpread { deck: DeckId, by: StaffId },
    /// The first player had the chance to look.
    DeckShown { deck: DeckId, by: StaffId },
    /// The deck was turned down and washed.
    DeckWashed { deck: DeckId, by: StaffId },
    /// The deck was stacked.
    DeckStacked { deck: DeckId, by: StaffId },
    /// A shuffle was completed; a counting machine says what it counted.
    DeckShuffled { deck: DeckId, shuffling: Shuffling, count: Option<u8>, by: Option<StaffId> },
    /// The shuffled, and where due cut, deck went to where it will be dealt from, or back into the shuffler to wait.
    DeckPlaced { deck: DeckId, place: Place, cut: bool, by_machine: bool },
    /// The machine did not finish; the deck must be shuffled again.
    ShufflerJammed { deck: DeckId, by: Option<StaffId> },
    /// A floorperson ordered a shuffle.
    ShuffleOrdered { deck: DeckId, by: StaffId },
    /// The deck was cut; `depth` cards lay above the cover card and went to the bottom with it.
    DeckCut { deck: DeckId, depth: u8, by: StaffId },
    /// A floorperson ordered a recut.
    RecutOrdered { deck: DeckId, by: StaffId },
    /// A deck left the table.
    DeckRetired { deck: DeckId, cause: RetireCause, by: Option<StaffId> },
    /// A device counted a deck in play wrongly when its round could not be void any more: it leaves with the round.
    DeckMiscounted { deck: DeckId, count: u8 },
    /// A deck has reached its age: it plays no further round.
    DeckExpired { deck: DeckId },
    /// The cards were gathered and spread on an idle table.
    WentIdle { face_up: bool, by: StaffId },
    /// The spread of the idle table was turned face up for a player.
    SpreadTurnedUp { by: Option<StaffId> },
    /// An arriving player had the chance to look at the spread; the idle time is over.
    ArrivalInspected { by: StaffId },
    /// A device cannot be used.
    FaultReported { device: DeviceKind, by: Option<StaffId> },
    /// A broken device is covered or marked.
    DeviceMarked { device: DeviceKind, marking: Marking, by: StaffId },
    /// A device works again.
    DeviceRestored { device: DeviceKind, by: StaffId },
    /// Cards are dealt by another method from now on.
    DealingSwitched { method: DealingMethod, by: StaffId },
    /// Cards are shuffled another way from now on.
    ShuffleSwitched { to: Shuffling, by: StaffId },
}

impl Procedure {
    /// Changes the state by what happened. An event about a deck that is not there changes nothing.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::TableOpened { .. } | Event::ArrivalInspected { .. } => self.open(),
            Event::TableClosed { .. } => self.close(),
            Event::WentIdle { face_up, .. } => self.rest(face_up),
            Event::SpreadTurnedUp { .. } => self.phase = Phase::Idle { face_up: true },
            Event::DeckReceived { deck, back, opening, .. } => {
                self.decks[deck.index()] = Some(Deck::received(back, opening));
            }
            Event::DeckRetired { deck, .. } => self.decks[deck.index()] = None,
            Event::DeckMiscounted { deck, .. } => self.miscounted(deck),
            Event::DeckExpired { deck } => self.flag(deck),
            Event::DeckInspected { deck, by } => self.set(deck, Stage::Inspected { by }),
            Event::InspectionVerified { deck, .. } => self.set(deck, Stage::Verified),
            Event::DeckSpread { deck, .. } => self.set(deck, Stage::Spread),
            Event::DeckShown { deck, .. } => self.set(deck, Stage::Shown),
            Event::DeckWashed { deck, .. } => self.set(deck, Stage::Washed),
            Event::DeckStacked { deck, .. } => self.set(deck, Stage::ToShuffle(ShuffleDue::Opening)),
            Event::DeckShuffled { deck, shuffling: Shuffling::Manual, .. } => {
                self.set(deck, Stage::ToCut(CutDue::ByHand));
            }
            // Where a machine-shuffled or a cut deck goes is told by the event after it.
            Event::DeckShuffled { shuffling: Shuffling::Machine, .. } | Event::DeckCut { .. } => {}
            Event::DeckPlaced { deck, place, cut, .. } => self.set(deck, Stage::Ready { cut, place }),
            Event::ShufflerJammed { deck, .. } => self.set(deck, Stage::ToShuffle(ShuffleDue::Jam)),
            Event::ShuffleOrdered { deck, .. } => self.set(deck, Stage::ToShuffle(ShuffleDue::Ordered)),
            Event::RecutOrdered { deck, .. } => self.set(deck, Stage::ToCut(CutDue::Recut)),
            Event::FaultReported { device, .. } => self.set_device(device, DeviceState::Broken),
            Event::DeviceMarked { device, marking, .. } => self.set_device(device, DeviceState::Marked(marking)),
            Event::DeviceRestored { device, .. } => self.set_device(device, DeviceState::Working),
            Event::DealingSwitched { method, .. } => self.switch_dealing(method),
            Event::ShuffleSwitched { to, .. } => self.shuffled_by = Some(to),
        }
    }

    fn set(&mut self, deck: DeckId, stage: Stage) {
        if let Some(deck) = &mut self.decks[deck.index()] {
            deck.stage = stage;
        }
    }

    fn miscounted(&mut self, deck: DeckId) {
        if let Some(deck) = &mut self.decks[deck.index()] {
            deck.miscounted = true;
        }
    }

    fn flag(&mut self, deck: DeckId) {
        if let Some(deck) = &mut self.decks[deck.index()] {
            deck.expired = true;
        }
    }

    /// Another method has another age, so what the clock said of the decks is said anew.
    fn switch_dealing(&mut self, method: DealingMethod) {
        self.dealing = Some(method);
        for deck in self.decks.iter_mut().flatten() {
            deck.expired = false;
        }
    }

    fn set_device(&mut self, device: DeviceKind, state: DeviceState) {
        match device {
            DeviceKind::Shuffler => self.shuffler = state,
            DeviceKind::Shoe => self.shoe = state,
        }
    }

    /// The table is open; cards that lay spread on an idle table have been seen and go on from there.
    fn open(&mut self) {
        self.phase = Phase::Open;
        for deck in self.decks.iter_mut().flatten() {
            if deck.stage == Stage::Resting {
                deck.stage = Stage::Shown;
            }
        }
    }

    /// The decks leave with the table's closing. Devices stay as they are, and so do the methods in force.
    fn close(&mut self) {
        self.phase = Phase::Closed;
        self.decks = [None, None];
        self.last_played = None;
        self.since_count = 0;
    }

    /// Gathers the cards and spreads them.
    fn rest(&mut self, face_up: bool) {
        self.phase = Phase::Idle { face_up };
        for deck in self.decks.iter_mut().flatten() {
            if deck.stage.can_rest() {
                deck.stage = Stage::Resting;
            }
        }
    }
}
