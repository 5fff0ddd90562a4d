//! Opening a round, and California's player-dealer: who takes the bank, and with how much.

use super::{Asked, Decided};
use crate::event::Event;
use crate::game::Seat;
use crate::money::Cents;
use crate::rejection::{Code, Rejection};
use crate::round::Phase;
use crate::values::Values;

impl Asked<'_> {
    pub(super) fn open_round(&self, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        if self.table.round().is_some() {
            return Err(Code::WrongPhase.into());
        }
        Self::unless(self.table.play_is_off())?;
        let deck = self.table.state.procedure.ready(&self.table.rules, self.at)?;
        if self.table.is_california() && self.table.occupied().is_empty() {
            return Err(Rejection::new(Code::NoBank).by(ROTATION));
        }
        events.push(Event::RoundOpened { number: self.table.state.rounds + 1, deck, at: self.at });
        Ok(())
    }

    pub(super) fn cancel_round(&self, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        if !self.round()?.is_untouched() {
            return Err(Code::WrongPhase.into());
        }
        events.push(Event::RoundCancelled { at: self.at });
        Ok(())
    }

    pub(super) fn answer_bank_offer(&self, seat: Seat, accept: bool, events: &mut Vec<Event>) -> Decided {
        let Phase::BankOffer { to } = self.round()?.phase else { return Err(Code::WrongPhase.into()) };
        self.player_or_dealer(seat, ROTATION)?;
        let Some(asked) = to.get(0) else { return Err(Code::WrongPhase.into()) };
        if asked != seat {
            return Err(Rejection::new(Code::NotYourTurn).by(ROTATION).accepting(Values::seat(asked)));
        }
        if accept {
            events.push(Event::BankAccepted { seat });
        } else {
            events.push(Event::BankDeclined { seat });
            if to.len() == 1 {
                events.push(Event::NoBank);
            }
        }
        Ok(())
    }

    pub(super) fn place_bank(&self, amount: Cents, events: &mut Vec<Event>) -> Decided {
        let round = self.round()?;
        let Some(bank) = round.bank else { return Err(Rejection::new(Code::NoBank).by(BANK_WAGER)) };
        self.player_or_dealer(bank.seat, BANK_WAGER)?;
        if round.phase != Phase::Betting {
            return Err(Rejection::new(Code::WrongPhase).by(self.table.spec().clauses.wager_in_time));
        }
        Self::unless(self.table.terminal_is_off(self.actor, bank.seat))?;
        let values = self.table.bank_amounts();
        if !values.admit_amount(amount) {
            return Err(Rejection::new(Code::StakeNotPermitted).by(BANK_WAGER).accepting(values));
        }
        let most = self.table.most_banked(round)?;
        if amount > most {
            let refusal = Rejection::new(Code::NotEnoughChips).by(BANK_WAGER).missing(amount.minus(most)?);
            return Err(refusal.accepting(values.at_most(most).unwrap_or(Values::Nothing)));
        }
        events.push(Event::BankPlaced { seat: bank.seat, amount, was: bank.stake });
        Ok(())
    }
}

/// The bank goes round.
pub(crate) const ROTATION: crate::clause::ClauseId = crate::clause::ClauseId::new("CAL-round-13");
/// The bank wager has no maximum.
pub(crate) const BANK_WAGER: crate::clause::ClauseId = crate::clause::ClauseId::new("CAL-round-11");

impl crate::table::Table {
    /// What the player-dealer may put up: at least the table's minimum, with no maximum but what the books can hold (I-108).
    pub(crate) fn bank_amounts(&self) -> Values {
        Values::Amounts { min: self.rules.base_stakes.least(), max: Cents::BANK_MAX }
    }
}
