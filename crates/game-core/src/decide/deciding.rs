//! Decisions strictly in seat order, the clock, and cards turned up between them.

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::card::Card;
use crate::command::Action;
use crate::decision::Decision;
use crate::event::{DecidedBy, Event};
use crate::game::{Millis, Seat};
use crate::games::{DecisionPoint, Stage};
use crate::layout::{Cards, Spot};
use crate::procedure;
use crate::rejection::{Code, Rejection};
use crate::round::{Phase, Round};
use crate::values::Values;

impl Asked<'_> {
    pub(super) fn decision(&self, seat: Seat, decision: Decision, events: &mut Vec<Event>) -> Decided {
        let (round, point, turn, _) = self.deciding()?;
        let by = self.decides_for(seat)?;
        if seat != turn {
            return Err(Rejection::new(Code::NotYourTurn).by(point.order).accepting(Values::seat(turn)));
        }
        let open = self.table.decisions_open(point, seat, by);
        if !open.contains(&decision) {
            let refusal = Rejection::new(Code::DecisionNotPermitted).by(point.stays);
            return Err(refusal.accepting(Values::Decisions(open.to_vec())));
        }
        let amount = round.moved(&self.table.rules, seat, point.bet, decision)?;
        if let Some(missing) = self.table.decision_lacks(amount, seat, decision) {
            let afforded = self.table.decisions_afforded(round, point, seat, by);
            let refusal = Rejection::new(Code::NotEnoughChips).by(point.stays).missing(missing);
            return Err(refusal.accepting(Values::Decisions(afforded)));
        }
        events.push(Event::Decided { seat, bet: point.bet, decision, amount, by, at: self.at });
        Ok(())
    }

    /// A player decides at the own seat, the dealer enters a gesture, a floorperson stands in for one who is away.
    fn decides_for(&self, seat: Seat) -> Result<DecidedBy, Rejection> {
        let clause = self.table.spec().clauses.own_cards_only;
        match self.actor {
            Actor::Floorperson(_) => {
                self.existing(seat)?;
                if self.table.state.away.contains(seat) {
                    Ok(DecidedBy::Floorperson)
                } else {
                    Err(Rejection::new(Code::WrongActor).by(clause))
                }
            }
            Actor::Player(_) => self.player_or_dealer(seat, clause).map(|()| DecidedBy::Player),
            _ => self.player_or_dealer(seat, clause).map(|()| DecidedBy::Dealer),
        }
    }

    pub(super) fn expire_decision(&self, events: &mut Vec<Event>) -> Decided {
        if self.actor != Actor::Clock {
            return Err(Code::WrongActor.into());
        }
        let (round, point, seat, since) = self.deciding()?;
        if !self.table.clock_has_expired(since, self.at) {
            return Err(Code::ClockNotExpired.into());
        }
        let decision = point.by_default;
        let amount = round.moved(&self.table.rules, seat, point.bet, decision)?;
        let by = DecidedBy::Clock;
        events.push(Event::Decided { seat, bet: point.bet, decision, amount, by, at: self.at });
        Ok(())
    }

    fn deciding(&self) -> Result<(&Round, &'static DecisionPoint, Seat, Millis), Rejection> {
        let round = self.round()?;
        let Phase::Deciding { stage, seat, since } = round.phase else {
            return Err(Rejection::new(Code::WrongPhase).by(self.table.spec().clauses.no_change_after));
        };
        let point = Round::decision_point(&self.table.rules, stage).ok_or(Code::WrongPhase)?;
        Ok((round, point, seat, since))
    }

    pub(super) fn turn_up(&self, cards: &Cards, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        let round = self.round()?;
        let Phase::Turning { stage } = round.phase else { return Err(Code::WrongPhase.into()) };
        if round.correction_waits() {
            return Err(Code::OutOfOrder.into());
        }
        let Some(Stage::Turn(turn)) = self.table.spec().stages.get(usize::from(stage)) else {
            return Err(Code::WrongPhase.into());
        };
        self.turn_spots(round, round.turn_spots(&self.table.rules, *turn), cards, events)?;
        events.push(Event::TurnCompleted { at: self.at });
        Ok(())
    }

    /// Turns spots up. Faces are given exactly for the cards that no reader knows, and none may be out already.
    pub(super) fn turn_spots(
        &self,
        round: &Round,
        spots: impl Iterator<Item = Spot>,
        given: &Cards,
        events: &mut Vec<Event>,
    ) -> Decided {
        let mut out = round.out;
        let mut faces = given.iter();
        for spot in spots {
            let card = match round.slot(spot).card() {
                Some(card) => card,
                None => fresh_face(&mut faces, &mut out, round)?,
            };
            events.push(Event::CardTurned { spot, card });
        }
        match faces.next() {
            None => Ok(()),
            Some(_) => Err(Rejection::new(Code::WrongCards).accepting(Values::known_cards(0, round.seen()))),
        }
    }
}

fn fresh_face(
    faces: &mut impl Iterator<Item = Card>,
    out: &mut crate::card::CardSet,
    round: &Round,
) -> Result<Card, Rejection> {
    let Some(card) = faces.next() else {
        return Err(Rejection::new(Code::WrongCards).accepting(Values::known_cards(1, round.seen())));
    };
    if out.insert(card) {
        Ok(card)
    } else {
        Err(Rejection::new(Code::CardAlreadyOut).accepting(Values::known_cards(1, round.seen())))
    }
}

impl crate::table::Table {
    /// What may be decided, by who enters it: for a player who is away only what silence would mean (I-08).
    pub(crate) fn decisions_open(
        &self,
        point: &'static DecisionPoint,
        seat: Seat,
        by: DecidedBy,
    ) -> &'static [Decision] {
        match by {
            DecidedBy::Player => point.options,
            DecidedBy::Dealer if !self.state.away.contains(seat) => point.options,
            DecidedBy::Dealer | DecidedBy::Floorperson | DecidedBy::Clock => std::slice::from_ref(&point.by_default),
        }
    }

    /// Those of the decisions open to a seat for which it has the chips.
    pub(crate) fn decisions_afforded(
        &self,
        round: &Round,
        point: &'static DecisionPoint,
        seat: Seat,
        by: DecidedBy,
    ) -> Vec<Decision> {
        let affords = |decision: &Decision| {
            let amount = round.moved(&self.rules, seat, point.bet, *decision);
            amount.is_ok_and(|amount| self.decision_lacks(amount, seat, *decision).is_none())
        };
        self.decisions_open(point, seat, by).iter().copied().filter(affords).collect()
    }

    /// When a decision open since then is overdue, where the operator runs a clock.
    fn decision_ends(&self, since: Millis) -> Option<Millis> {
        self.rules.decision_clock_ms.and_then(|limit| since.0.checked_add(limit)).map(Millis)
    }

    /// Whether a decision open since then is overdue.
    pub(crate) fn clock_has_expired(&self, since: Millis, now: Millis) -> bool {
        self.decision_ends(since).is_some_and(|end| now >= end)
    }

    /// The next moment at which the clock has something to say, and what it then asks as [`Actor::Clock`]: that the time to
    /// decide or to agree has run out, or that a deck has reached its age. It may lie in the past, when nobody has asked yet.
    #[must_use]
    pub fn deadline(&self) -> Option<(Millis, Action)> {
        let decision = match self.round().map(|round| round.phase) {
            Some(Phase::Deciding { since, .. }) => self.decision_ends(since).map(|end| (end, Action::ExpireDecision)),
            Some(_) | None => None,
        };
        let expiry = self.state.procedure.next_expiry(&self.rules);
        let deck = expiry.map(|(at, deck)| (at, Action::Procedure(procedure::Action::ExpireDeck { deck })));
        let pending = self.round().and_then(|round| round.proposal);
        let proposal = pending.map(|pending| (pending.ends(), Action::ExpireProposal));
        decision.into_iter().chain(deck).chain(proposal).min_by_key(|(at, _)| *at)
    }
}
