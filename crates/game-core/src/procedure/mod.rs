//! Table procedure: decks, inspection, shuffle, cut, deck age, idle time and devices, as a state machine around the round.
//!
//! [`Procedure::decide`] says yes or no, [`Procedure::apply`] changes the state, [`Procedure::legal`] answers the same
//! question beforehand. A round asks [`Procedure::ready`] whether it may take a deck, and tells when it does and when it
//! is over; nothing here looks at a card.

mod action;
mod clauses;
mod decide;
mod deck;
mod device;
mod event;
mod legal;
mod offer;
mod opening;
mod ready;
mod shuffle;
mod switch;

pub use action::{Action, ActionKind};
pub use deck::{Back, CUT_LEAST, CUT_MOST, CutDue, Deck, DeckId, FULL_DECK, Opening, Place, ShuffleDue, Stage, cut};
pub use device::{DeviceKind, DeviceState, Marking, Shuffling};
pub use event::{Event, RetireCause};
pub use offer::{Choice, Offer};

use crate::actor::Actor;
use crate::game::Millis;
use crate::rules::{DealingMethod, Rules};
use serde::{Deserialize, Serialize};

/// Whether the table is open.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TablePhase))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// No gaming.
    #[default]
    Closed,
    /// Open for gaming.
    Open,
    /// Open, with nobody playing: the cards lie spread on the layout.
    Idle {
        /// Face up, because a player asked for it.
        face_up: bool,
    },
}

/// Everything the table knows of itself between and around rounds. The default is a closed table without a deck.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Procedure {
    phase: Phase,
    decks: [Option<Deck>; 2],
    /// The deck of the last round that had a card dealt: the other one plays next.
    last_played: Option<DeckId>,
    /// Rounds since the stub was last counted, the one in play included.
    since_count: u8,
    shuffler: DeviceState,
    shoe: DeviceState,
    /// The dealing method the table was switched to last; in force as long as the submission lists it.
    dealing: Option<DealingMethod>,
    /// The way of shuffling the table was switched to last.
    shuffled_by: Option<Shuffling>,
}

/// How far the round is, as procedure sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundStanding {
    /// No round is open.
    None,
    /// Wagers are placed or collected; no card has been dealt.
    BeforeFirstCard,
    /// From the first card until the cards are cleared.
    CardsOut,
}

/// What an action is judged against besides the state.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The rules in force.
    pub rules: &'a Rules,
    /// Who asks.
    pub actor: Actor,
    /// When.
    pub at: Millis,
    /// How far the round is.
    pub round: RoundStanding,
    /// Whether a player is at the table.
    pub players_seated: bool,
}

impl Procedure {
    /// Whether the table is open.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// A deck, if the table has it.
    #[must_use]
    pub const fn deck(&self, deck: DeckId) -> Option<&Deck> {
        self.decks[deck.index()].as_ref()
    }

    /// The deck in play, whose cards alone are on the layout and in the discard rack.
    #[must_use]
    pub fn in_play(&self) -> Option<DeckId> {
        DeckId::ALL.into_iter().find(|deck| self.deck(*deck).is_some_and(|deck| deck.stage == Stage::InPlay))
    }

    /// The deck that lies at the table's shoe between rounds: the one dealt from last, or the one to be dealt from next.
    pub(crate) fn last_dealt(&self, rules: &Rules) -> Option<DeckId> {
        let opened = |deck: &DeckId| self.deck(*deck).is_some_and(|deck| deck.stage.is_opened());
        self.last_played.filter(opened).or_else(|| self.turn(rules).filter(opened))
    }

    /// The first card of a round left this deck.
    pub fn first_card_dealt(&mut self, deck: DeckId, at: Millis) {
        if let Some(dealt) = &mut self.decks[deck.index()] {
            dealt.stage = Stage::InPlay;
            dealt.first_round.get_or_insert(at);
            self.last_played = Some(deck);
            self.since_count = self.since_count.saturating_add(1);
        }
    }

    /// The stub of the round in play was counted.
    pub const fn stub_counted(&mut self) {
        self.since_count = 0;
    }

    /// The cards of the round are cleared. Its deck goes to the next shuffle, or leaves the table after a deck error.
    ///
    /// Without a card dealt there was no round of play, and nothing changes.
    pub fn round_over(&mut self, retire_deck: bool) {
        for place in &mut self.decks {
            match place {
                Some(deck) if deck.stage == Stage::InPlay && (retire_deck || deck.miscounted) => *place = None,
                Some(deck) if deck.stage == Stage::InPlay => deck.stage = Stage::ToShuffle(ShuffleDue::RoundOver),
                Some(_) | None => {}
            }
        }
    }

    /// A deck that was ready is taken out of the dealing shoe without a round: it is shuffled again.
    pub fn gathered(&mut self, deck: DeckId) {
        if let Some(ready) = &mut self.decks[deck.index()]
            && matches!(ready.stage, Stage::ToCut(_) | Stage::Ready { .. })
        {
            ready.stage = Stage::ToShuffle(ShuffleDue::RoundOver);
        }
    }

    /// How far the round is: a deck in play means that cards are out, whatever the caller says.
    fn standing(&self, ctx: &Context<'_>) -> RoundStanding {
        if self.in_play().is_some() { RoundStanding::CardsOut } else { ctx.round }
    }
}
