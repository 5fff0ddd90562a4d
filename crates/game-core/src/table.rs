//! A table: its rules and its state, which is a fold of events.

use crate::actor::Actor;
use crate::chips::Chips;
use crate::event::{Event, SuspendCause, VoidCause};
use crate::game::{Millis, PlayerId, Seat, SeatSet};
use crate::games::{Spec, spec};
use crate::inventory::{self, Inventory};
use crate::layout::Short;
use crate::money::Cents;
use crate::procedure::{Context, Procedure, RoundStanding};
use crate::round::{Phase, Round};
use crate::rules::{BaseRules, Rules};
use crate::switch::SwitchedOff;
use crate::wager::Wager;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A live table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) rules: Arc<Rules>,
    pub(crate) state: State,
}

/// Everything that changes at a table. Two tables with the same rules and the same events are equal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct State {
    pub(crate) procedure: Procedure,
    /// Who sits where.
    pub(crate) players: [Option<PlayerId>; Seat::MAX],
    /// The table's money around the rounds.
    pub(crate) inventory: Inventory,
    /// What each seat holds.
    pub(crate) chips: Chips,
    /// Who has left in the middle of a round.
    pub(crate) away: SeatSet,
    /// Who banked last, and how many hands running.
    pub(crate) last_bank: Option<(Seat, u8)>,
    pub(crate) rounds: u64,
    /// How many cards the last round had taken off its deck.
    #[serde(default)]
    pub(crate) last_on_table: u8,
    pub(crate) round: Option<Box<Round>>,
    /// Wagers that may not be placed now.
    #[serde(default)]
    pub(crate) suspended: Vec<Suspended>,
    /// What a person took out of use.
    #[serde(default)]
    pub(crate) switched_off: Vec<SwitchedOff>,
    /// Whether people learn here, with chips that are worth nothing.
    #[serde(default)]
    pub(crate) training: bool,
}

/// A wager that may not be placed until further notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Suspended {
    /// The wager.
    pub wager: Wager,
    /// The stake, or every stake.
    pub stake: Option<Cents>,
    /// Why.
    pub cause: SuspendCause,
}

impl State {
    /// The wagers that may not be placed now.
    #[must_use]
    pub fn suspended(&self) -> &[Suspended] {
        &self.suspended
    }

    /// The table's procedure around the rounds.
    #[must_use]
    pub const fn procedure(&self) -> &Procedure {
        &self.procedure
    }

    /// Who sits at a seat.
    #[must_use]
    pub const fn player(&self, seat: Seat) -> Option<PlayerId> {
        self.players[seat.index()]
    }

    /// The table's money around the rounds.
    #[must_use]
    pub const fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// What the rack holds by the books.
    #[must_use]
    pub const fn rack(&self) -> Cents {
        self.chips.rack()
    }

    /// What buy-ins have put into the drop box on the table.
    #[must_use]
    pub const fn dropped(&self) -> Cents {
        self.chips.dropped()
    }

    /// The chips a seat holds.
    #[must_use]
    pub const fn chips(&self, seat: Seat) -> Cents {
        self.chips.at(seat)
    }
}

impl Table {
    /// A closed table with nobody at it.
    #[must_use]
    pub fn new(rules: Arc<Rules>) -> Self {
        Self { rules, state: State::default() }
    }

    /// A table rebuilt from a snapshot of its state.
    #[must_use]
    pub const fn restore(rules: Arc<Rules>, state: State) -> Self {
        Self { rules, state }
    }

    /// The same table, where people learn if so: its chips are worth nothing, and it has no inventory.
    #[must_use]
    pub const fn for_training(mut self, training: bool) -> Self {
        self.state.training = training;
        self
    }

    /// Whether people learn here.
    #[must_use]
    pub const fn is_training(&self) -> bool {
        self.state.training
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The state, to be kept as a snapshot.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The round in progress.
    #[must_use]
    pub fn round(&self) -> Option<&Round> {
        self.state.round.as_deref()
    }

    pub(crate) fn spec(&self) -> &'static Spec {
        spec(self.rules.game())
    }

    /// The seat, if this table has it.
    pub(crate) fn seat_exists(&self, seat: Seat) -> bool {
        seat.number() <= self.rules.seats
    }

    pub(crate) fn player_at(&self, seat: Seat) -> Option<PlayerId> {
        self.state.players[seat.index()]
    }

    pub(crate) fn occupied(&self) -> SeatSet {
        Seat::first(self.rules.seats).filter(|seat| self.player_at(*seat).is_some()).collect()
    }

    pub(crate) fn is_california(&self) -> bool {
        matches!(self.rules.base, BaseRules::California { .. })
    }

    /// What the procedure needs to know of the round and of who asks.
    pub(crate) fn context(&self, actor: Actor, at: Millis) -> Context<'_> {
        let round = match self.round() {
            None => RoundStanding::None,
            Some(round) if round.has_cards_out() => RoundStanding::CardsOut,
            Some(_) => RoundStanding::BeforeFirstCard,
        };
        Context { rules: &self.rules, actor, at, round, players_seated: !self.occupied().is_empty() }
    }

    /// What the inventory needs to know of the table and of who asks.
    pub(crate) fn money(&self, actor: Actor) -> inventory::Context {
        inventory::Context {
            actor,
            phase: self.state.procedure.phase(),
            in_round: self.state.round.is_some(),
            rack: self.state.chips.rack(),
            free: self.rack_free(),
            dropped: self.state.chips.dropped(),
        }
    }

    /// The order in which the bank is offered (I-96): the last banker first for a second hand, otherwise last.
    pub(crate) fn bank_order(&self) -> Short<Seat, 7> {
        let seats = self.occupied();
        match self.state.last_bank {
            None => seats.iter().collect(),
            Some((last, hands)) => {
                let keeps = hands < BANKED_HANDS_MAX && seats.contains(last);
                let first = seats.iter().filter(move |seat| keeps && *seat == last);
                let after = seats.iter().filter(move |seat| *seat > last);
                let before = seats.iter().filter(move |seat| *seat < last);
                let again = seats.iter().filter(move |seat| !keeps && *seat == last);
                first.chain(after).chain(before).chain(again).collect()
            }
        }
    }

    /// Applies an event. Events come from `decide` or from the journal, so nothing is refused here.
    pub fn apply(&mut self, event: &Event) {
        let state = &mut self.state;
        state.chips.count(self.rules.game(), event);
        match *event {
            Event::Procedure(event) => state.procedure.apply(&event),
            Event::Inventory(event) => state.inventory.apply(&event),
            Event::PlayerSeated { seat, player } => state.players[seat.index()] = Some(player),
            Event::PlayerLeft { seat } => {
                state.players[seat.index()] = None;
                state.away.remove(seat);
            }
            Event::PlayerAway { seat } => state.away.insert(seat),
            Event::PlayerBack { seat } => state.away.remove(seat),
            Event::RoundOpened { number, deck, at } => {
                let phase = self.first_phase();
                let method = self.state.procedure.dealing_method(&self.rules);
                self.state.rounds = number;
                self.state.round = Some(Box::new(Round::new(number, deck, at, method, phase)));
            }
            Event::NoBank | Event::RoundCancelled { .. } => state.round = None,
            Event::DealStarted { deck, at } => {
                state.procedure.first_card_dealt(deck, at);
                if let Some(round) = &mut state.round {
                    round.deck = deck;
                }
            }
            Event::RoundVoided { cause, .. } => {
                if let (VoidCause::ShoeFault | VoidCause::Misdeal, Some(round)) = (cause, &state.round) {
                    // The cards come out of the shoe and are shuffled again, even if none is on record as dealt.
                    state.procedure.gathered(round.deck);
                }
                state.last_on_table = state.round.as_ref().map_or(0, |round| round.cards_on_table());
                state.round = None;
                state.away = SeatSet::EMPTY;
                state.procedure.round_over(cause.retires_deck());
            }
            Event::RoundCleared { .. } => self.clear(),
            Event::WagerSuspended { wager, stake, cause } => {
                state.suspended.push(Suspended { wager, stake, cause });
            }
            Event::WagerResumed { wager, stake } => {
                state.suspended.retain(|suspended| (suspended.wager, suspended.stake) != (wager, stake));
            }
            // A wager that the rules no longer offer waits for nothing.
            Event::RulesAdopted { .. } => {
                let rules = Arc::clone(&self.rules);
                state.suspended.retain(|suspended| rules.stakes(suspended.wager).is_some());
            }
            Event::SwitchedOff { what, reason, by, at } => {
                state.switched_off.push(SwitchedOff { what, reason, by, at });
            }
            Event::SwitchedOn { what, .. } => state.switched_off.retain(|off| off.what != what),
            _ => self.apply_to_round(event),
        }
    }

    fn first_phase(&self) -> Phase {
        if self.is_california() { Phase::BankOffer { to: self.bank_order() } } else { Phase::Betting }
    }

    fn clear(&mut self) {
        let bank = self.round().and_then(|round| round.bank);
        if let Some(bank) = bank {
            let running = self.state.last_bank.filter(|(seat, hands)| *seat == bank.seat && *hands < BANKED_HANDS_MAX);
            self.state.last_bank = Some((bank.seat, running.map_or(1, |(_, hands)| hands + 1)));
        }
        self.state.last_on_table = self.round().map_or(0, Round::cards_on_table);
        self.state.round = None;
        self.state.away = SeatSet::EMPTY;
        self.state.procedure.round_over(false);
    }

    fn apply_to_round(&mut self, event: &Event) {
        let Self { rules, state } = self;
        if matches!(event, Event::StubCounted { .. }) {
            state.procedure.stub_counted();
        }
        let stub_due = state.procedure.stub_count_due(rules);
        if let Some(round) = &mut state.round {
            round.apply(rules, &state.players, stub_due, event);
        }
    }

    /// Applies many events.
    pub fn apply_all<'a>(&mut self, events: impl IntoIterator<Item = &'a Event>) {
        for event in events {
            self.apply(event);
        }
    }
}

/// Hands one player may bank running before the offer goes round.
pub(crate) const BANKED_HANDS_MAX: u8 = 2;
