//! Which clause of which document says what about table procedure.

use super::deck::{CutDue, ShuffleDue, Stage};
use crate::clause::ClauseId;
use crate::game::GameId;
use crate::rules::DealingMethod;

/// The clauses of one game. A field is empty where the game's document is silent.
pub(super) struct Clauses {
    /// How many decks there are.
    pub(super) one_deck: Option<ClauseId>,
    /// Two decks, and only with a shuffler.
    pub(super) two_decks: Option<ClauseId>,
    /// Different colours.
    pub(super) backs: Option<ClauseId>,
    /// One deck is in the shuffler while the other is played.
    pub(super) in_shuffler: Option<ClauseId>,
    /// Decks take turns.
    pub(super) alternate: Option<ClauseId>,
    /// The age of a deck dealt by hand.
    pub(super) age_hand: Option<ClauseId>,
    /// The age of a deck dealt from a shoe.
    pub(super) age_shoe: Option<ClauseId>,
    /// Inspection and its verification.
    pub(super) inspect: Option<ClauseId>,
    /// The spread face up.
    pub(super) spread: Option<ClauseId>,
    /// The first player's look, after which the cards are turned down.
    pub(super) show: Option<ClauseId>,
    /// The wash.
    pub(super) wash: Option<ClauseId>,
    /// The stack.
    pub(super) stack: Option<ClauseId>,
    /// The shuffle after the opening steps.
    pub(super) opening_shuffle: Option<ClauseId>,
    /// Decks that come inspected and shuffled.
    pub(super) preshuffled: Option<ClauseId>,
    /// The shuffle before play.
    pub(super) before_play: Option<ClauseId>,
    /// The shuffle after every round.
    pub(super) after_round: Option<ClauseId>,
    /// The shuffle a floorperson orders.
    pub(super) ordered: Option<ClauseId>,
    /// No cut after a machine's shuffle.
    pub(super) no_cut: Option<ClauseId>,
    /// The cut of decks shuffled by hand or preshuffled.
    pub(super) cut: Option<ClauseId>,
    /// The count after each shuffle.
    pub(super) count: Option<ClauseId>,
    /// How deep the cut is.
    pub(super) cut_depth: Option<ClauseId>,
    /// The recut a floorperson orders.
    pub(super) recut: Option<ClauseId>,
    /// The idle table.
    pub(super) idle: Option<ClauseId>,
    /// How cards lie on an idle table.
    pub(super) idle_spread: Option<ClauseId>,
    /// What ends the idle time.
    pub(super) arrival: Option<ClauseId>,
    /// What a self-reshuffling device makes needless.
    pub(super) self_reshuffling: Option<ClauseId>,
    /// Hand dealing only with a machine's shuffle.
    pub(super) machine_for_hand: Option<ClauseId>,
    /// A shuffle the machine did not finish. Criss Cross and California have no clause of their own (I-19, I-105).
    pub(super) jam: Option<ClauseId>,
    /// Broken devices.
    pub(super) out_of_order: Option<ClauseId>,
    /// By what cards are shuffled.
    pub(super) machine: Option<ClauseId>,
}

const fn id(id: &'static str) -> Option<ClauseId> {
    Some(ClauseId::new(id))
}

const LET_IT_RIDE: Clauses = Clauses {
    one_deck: id("LIR-3-A"),
    two_decks: id("LIR-3-B"),
    backs: id("LIR-3-B-2"),
    in_shuffler: id("LIR-3-B-3"),
    alternate: id("LIR-3-B-4"),
    age_hand: id("LIR-3-C-1"),
    age_shoe: id("LIR-3-C-2"),
    inspect: id("LIR-4-A"),
    spread: id("LIR-4-B"),
    show: id("LIR-4-C-1"),
    wash: id("LIR-4-C-2"),
    stack: id("LIR-4-C-3"),
    opening_shuffle: id("LIR-4-D"),
    preshuffled: id("LIR-4-F"),
    before_play: id("LIR-5-A-1"),
    after_round: id("LIR-5-A-2"),
    ordered: id("LIR-5-A-3"),
    no_cut: id("LIR-5-D-1"),
    cut: id("LIR-5-D-2"),
    count: id("LIR-5-E-1"),
    cut_depth: id("LIR-5-F"),
    recut: id("LIR-5-G"),
    idle: id("LIR-5-H"),
    idle_spread: id("LIR-5-H-2"),
    arrival: id("LIR-5-H-3"),
    self_reshuffling: id("LIR-5-I"),
    machine_for_hand: id("LIR-9-A-1"),
    jam: id("LIR-13-F"),
    out_of_order: id("LIR-13-H"),
    machine: id("LIR-5-A"),
};

const STUD_235: Clauses = Clauses {
    one_deck: id("S235-3-A"),
    two_decks: id("S235-3-B"),
    backs: id("S235-3-B-2"),
    in_shuffler: id("S235-3-B-3"),
    alternate: id("S235-3-B-4"),
    age_hand: id("S235-3-C-1"),
    age_shoe: id("S235-3-C-2"),
    inspect: id("S235-4-A"),
    spread: id("S235-4-B"),
    show: id("S235-4-C-1"),
    wash: id("S235-4-C-2"),
    stack: id("S235-4-C-3"),
    opening_shuffle: id("S235-4-D"),
    preshuffled: id("S235-4-F"),
    before_play: id("S235-5-A-1"),
    after_round: id("S235-5-A-2"),
    ordered: id("S235-5-A-3"),
    no_cut: id("S235-5-D-1"),
    cut: id("S235-5-D-2"),
    count: id("S235-5-E-1"),
    cut_depth: id("S235-5-F"),
    recut: id("S235-5-G"),
    idle: id("S235-5-H"),
    idle_spread: id("S235-5-H-2"),
    arrival: id("S235-5-H-3"),
    self_reshuffling: id("S235-5-I"),
    machine_for_hand: id("S235-9-A-1"),
    jam: id("S235-13-F"),
    out_of_order: id("S235-13-H"),
    machine: id("S235-5-A"),
};

const CRISS_CROSS: Clauses = Clauses {
    one_deck: id("CC-3-A"),
    two_decks: id("CC-3-B"),
    backs: id("CC-3-B-2"),
    in_shuffler: id("CC-3-B-3"),
    alternate: id("CC-3-B-4"),
    age_hand: id("CC-3-C-1"),
    age_shoe: id("CC-3-C-2"),
    inspect: id("CC-4-A"),
    spread: id("CC-4-B"),
    show: id("CC-4-C-1"),
    wash: id("CC-4-C-2"),
    stack: id("CC-4-C-3"),
    opening_shuffle: id("CC-4-D"),
    preshuffled: id("CC-4-F"),
    before_play: id("CC-5-A-1"),
    after_round: id("CC-5-A-2"),
    ordered: id("CC-5-A-3"),
    no_cut: id("CC-5-C-1"),
    cut: id("CC-5-C-2"),
    count: id("CC-5-B-1"),
    cut_depth: id("CC-5-D"),
    recut: id("CC-5-E"),
    idle: id("CC-5-F"),
    idle_spread: id("CC-5-F-2"),
    arrival: id("CC-5-F-3"),
    self_reshuffling: id("CC-5-H"),
    machine_for_hand: id("CC-9-A-1"),
    jam: id("CC-5-A"),
    out_of_order: id("CC-13-E"),
    machine: id("CC-5-A"),
};

const CALIFORNIA: Clauses = Clauses {
    one_deck: id("CAL-deck-3"),
    two_decks: id("CAL-deck-3"),
    backs: id("CAL-deck-3-a"),
    in_shuffler: id("CAL-deck-3-b"),
    alternate: id("CAL-deck-3-c"),
    age_hand: None,
    age_shoe: None,
    inspect: None,
    spread: None,
    show: None,
    wash: None,
    stack: None,
    opening_shuffle: None,
    preshuffled: id("CAL-dealing-1"),
    before_play: id("CAL-dealing-1"),
    after_round: id("CAL-dealing-1"),
    ordered: None,
    no_cut: id("CAL-dealing-1"),
    cut: None,
    count: None,
    cut_depth: None,
    recut: None,
    idle: None,
    idle_spread: None,
    arrival: None,
    self_reshuffling: None,
    machine_for_hand: id("CAL-deck-1"),
    jam: id("CAL-dealing-1"),
    out_of_order: None,
    machine: id("CAL-deck-1"),
};

impl Clauses {
    /// The clauses of a game.
    pub(super) const fn of(game: GameId) -> &'static Self {
        match game {
            GameId::LetItRide => &LET_IT_RIDE,
            GameId::Stud235 => &STUD_235,
            GameId::CrissCross => &CRISS_CROSS,
            GameId::California => &CALIFORNIA,
        }
    }

    /// The clause that asks for what a deck waits for.
    pub(super) const fn due(&self, stage: Stage) -> Option<ClauseId> {
        match stage {
            Stage::Received | Stage::Inspected { .. } => self.inspect,
            Stage::Verified => self.spread,
            Stage::Spread => self.show,
            Stage::Shown => self.wash,
            Stage::Washed => self.stack,
            Stage::ToShuffle(ShuffleDue::Opening) => self.opening_shuffle,
            Stage::ToShuffle(ShuffleDue::Play) => self.before_play,
            Stage::ToShuffle(ShuffleDue::RoundOver) => self.after_round,
            Stage::ToShuffle(ShuffleDue::Ordered) => self.ordered,
            Stage::ToShuffle(ShuffleDue::Jam) => self.jam,
            Stage::ToCut(CutDue::ByHand | CutDue::Preshuffled) => self.cut,
            Stage::ToCut(CutDue::Recut) => self.recut,
            Stage::Ready { cut: false, .. } => self.no_cut,
            Stage::Ready { cut: true, .. } => self.recut,
            Stage::InPlay => self.in_shuffler,
            Stage::Resting => self.arrival,
        }
    }

    /// The clause on a deck's age under a dealing method.
    pub(super) const fn age(&self, dealing: DealingMethod) -> Option<ClauseId> {
        match dealing {
            DealingMethod::Hand => self.age_hand,
            DealingMethod::ManualShoe | DealingMethod::AutomatedShoe | DealingMethod::SelfReshufflingShoe => {
                self.age_shoe
            }
        }
    }
}
