//! The one place that says no to a step of table procedure.

use super::action::Action;
use super::clauses::Clauses;
use super::deck::{Deck, DeckId, Stage};
use super::event::Event;
use super::ready::refusal;
use super::{Context, Phase, Procedure, RoundStanding};
use crate::actor::Actor;
use crate::clause::ClauseId;
use crate::game::StaffId;
use crate::rejection::{Code, Rejection};
use crate::rules::{Decks, Rules};

impl Procedure {
    /// Judges an action and adds the events it causes.
    ///
    /// # Errors
    ///
    /// The rule the action breaks; no event was added then.
    pub fn decide(&self, ctx: &Context<'_>, action: &Action, events: &mut Vec<Event>) -> Result<(), Rejection> {
        let case = Case { state: self, ctx, rules: ctx.rules, clauses: Clauses::of(ctx.rules.game()) };
        let event = match *action {
            Action::Shuffle { deck, count } => return case.shuffle(deck, count, events),
            Action::Cut { deck, depth } => return case.cut(deck, depth, events),
            Action::SwitchDealing { method } => return case.switch_dealing(method, events),
            Action::SwitchShuffle { to } => return case.switch_shuffle(to, events),
            Action::OpenTable => case.open_table()?,
            Action::CloseTable => case.close_table()?,
            Action::ReceiveDeck { back, preshuffled } => case.receive(back, preshuffled)?,
            Action::InspectDeck { deck } => case.inspect(deck)?,
            Action::VerifyInspection { deck } => case.verify(deck)?,
            Action::SpreadDeck { deck } => case.spread(deck)?,
            Action::ShowDeck { deck } => case.show(deck)?,
            Action::WashDeck { deck } => case.wash(deck)?,
            Action::StackDeck { deck } => case.stack(deck)?,
            Action::ShufflerJam { deck } => case.jam(deck)?,
            Action::OrderShuffle { deck } => case.order_shuffle(deck)?,
            Action::OrderRecut { deck } => case.order_recut(deck)?,
            Action::RetireDeck { deck } => case.retire(deck)?,
            Action::ExpireDeck { deck } => case.expire(deck)?,
            Action::GoIdle { face_up } => case.go_idle(face_up)?,
            Action::TurnSpreadUp => case.turn_spread_up()?,
            Action::ArrivalInspected => case.arrival_inspected()?,
            Action::ReportFault { device } => case.report_fault(device)?,
            Action::MarkDevice { device, marking } => case.mark_device(device, marking)?,
            Action::RestoreDevice { device } => case.restore_device(device)?,
        };
        events.push(event);
        Ok(())
    }
}

/// An action's circumstances.
pub(super) struct Case<'a> {
    pub(super) state: &'a Procedure,
    pub(super) ctx: &'a Context<'a>,
    pub(super) rules: &'a Rules,
    pub(super) clauses: &'static Clauses,
}

/// Who asks, where and when.
impl Case<'_> {
    pub(super) fn dealer(&self, clause: Option<ClauseId>) -> Result<StaffId, Rejection> {
        if let Actor::Dealer(staff) = self.ctx.actor { Ok(staff) } else { Err(refusal(Code::WrongActor, clause)) }
    }

    pub(super) fn floorperson(&self, clause: Option<ClauseId>) -> Result<StaffId, Rejection> {
        if let Actor::Floorperson(staff) = self.ctx.actor { Ok(staff) } else { Err(refusal(Code::WrongActor, clause)) }
    }

    pub(super) fn staff(&self, clause: Option<ClauseId>) -> Result<StaffId, Rejection> {
        self.ctx.actor.staff().ok_or(refusal(Code::WrongActor, clause))
    }

    /// The table is open and not idle.
    pub(super) fn open(&self) -> Result<(), Rejection> {
        match self.state.phase {
            Phase::Open => Ok(()),
            Phase::Closed => Err(refusal(Code::TableState, None)),
            Phase::Idle { .. } => Err(refusal(Code::WrongPhase, self.clauses.arrival)),
        }
    }

    pub(super) fn between_rounds(&self, clause: Option<ClauseId>) -> Result<(), Rejection> {
        match self.state.standing(self.ctx) {
            RoundStanding::None => Ok(()),
            RoundStanding::BeforeFirstCard | RoundStanding::CardsOut => Err(refusal(Code::WrongPhase, clause)),
        }
    }

    pub(super) fn before_first_card(&self, clause: Option<ClauseId>) -> Result<(), Rejection> {
        match self.state.standing(self.ctx) {
            RoundStanding::None | RoundStanding::BeforeFirstCard => Ok(()),
            RoundStanding::CardsOut => Err(refusal(Code::WrongPhase, clause)),
        }
    }

    pub(super) fn deck(&self, deck: DeckId) -> Result<&Deck, Rejection> {
        self.state
            .deck(deck)
            .ok_or_else(|| refusal(Code::NoSuchDeck, self.state.missing_deck(self.rules, self.clauses)))
    }

    /// The refusal of a step the deck does not wait for: the clause is that of the step it does wait for.
    pub(super) fn out_of_order(&self, deck: &Deck) -> Rejection {
        refusal(Code::OutOfOrder, self.clauses.due(deck.stage))
    }

    /// A step with a deck on the layout: not while cards are out, and only from the stage before it.
    pub(super) fn layout_step(&self, deck: DeckId, from: Stage) -> Result<(), Rejection> {
        let deck = self.deck(deck)?;
        if deck.stage == from { self.before_first_card(self.clauses.due(from)) } else { Err(self.out_of_order(deck)) }
    }
}

/// The table.
impl Case<'_> {
    fn open_table(&self) -> Result<Event, Rejection> {
        let by = self.floorperson(None)?;
        if self.state.phase != Phase::Closed {
            return Err(refusal(Code::TableState, None));
        }
        match self.state.decks_in_use(self.rules) {
            Decks::One => self.vouched_for(self.state.turn(self.rules).unwrap_or(DeckId::First))?,
            Decks::Two => DeckId::ALL.into_iter().try_for_each(|deck| self.vouched_for(deck))?,
        }
        Ok(Event::TableOpened { by })
    }

    fn vouched_for(&self, deck: DeckId) -> Result<(), Rejection> {
        let deck = self.deck(deck)?;
        if deck.stage.is_verified() { Ok(()) } else { Err(self.out_of_order(deck)) }
    }

    fn close_table(&self) -> Result<Event, Rejection> {
        let by = self.floorperson(None)?;
        if self.state.phase == Phase::Closed {
            return Err(refusal(Code::TableState, None));
        }
        self.between_rounds(None)?;
        Ok(Event::TableClosed { by })
    }

    fn go_idle(&self, face_up: bool) -> Result<Event, Rejection> {
        let by = self.dealer(self.clauses.idle)?;
        if self.clauses.idle.is_none() {
            return Err(refusal(Code::NotOffered, None));
        }
        self.open()?;
        self.between_rounds(self.clauses.idle)?;
        Ok(Event::WentIdle { face_up, by })
    }

    fn turn_spread_up(&self) -> Result<Event, Rejection> {
        let asked = matches!(self.ctx.actor, Actor::Player(_));
        let by = if asked { None } else { Some(self.dealer(self.clauses.idle_spread)?) };
        match self.state.phase {
            Phase::Idle { face_up: false } => Ok(Event::SpreadTurnedUp { by }),
            Phase::Idle { face_up: true } | Phase::Open | Phase::Closed => {
                Err(refusal(Code::WrongPhase, self.clauses.idle_spread))
            }
        }
    }

    fn arrival_inspected(&self) -> Result<Event, Rejection> {
        let by = self.dealer(self.clauses.arrival)?;
        match self.state.phase {
            Phase::Idle { .. } if self.ctx.players_seated => Ok(Event::ArrivalInspected { by }),
            Phase::Idle { .. } | Phase::Open | Phase::Closed => Err(refusal(Code::WrongPhase, self.clauses.arrival)),
        }
    }
}
