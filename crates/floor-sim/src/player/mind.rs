//! What a player wants: from what is offered and what is seen to the next action.

use super::habit::Habit;
use crate::dice::Dice;
use game_core::card::Card;
use game_core::command::Action;
use game_core::decision::Decision;
use game_core::game::Seat;
use game_core::legal::{Offer, Offered};
use game_core::money::Cents;
use game_core::round::Phase;
use game_core::values::Values;
use game_core::view::{CardView, View};
use game_core::wager::Wager;
use game_odds::strategy::BestPlay;
use std::sync::Arc;

/// The bank a player-dealer puts up, in least bets.
const BANK_UNITS: i64 = 100;

/// The most a player bets, in least bets.
const BET_UNITS: u64 = 4;

/// A player's mind: the habit, what it knows of odds, and what it has done in this round.
#[derive(Clone, Debug)]
pub struct Mind {
    seat: Seat,
    habit: Habit,
    best: Option<Arc<BestPlay>>,
    dice: Dice,
    round: u64,
    /// Wagers the player has made up its mind about in this round.
    considered: Vec<Wager>,
}

impl Mind {
    /// The mind of whoever sits at a seat.
    #[must_use]
    pub fn new(seat: Seat, habit: Habit, best: Option<Arc<BestPlay>>, dice: Dice) -> Self {
        Self { seat, habit, best, dice, round: 0, considered: Vec::new() }
    }

    /// The seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the player goes by the odds.
    pub(super) fn reckons(&self) -> bool {
        self.habit == Habit::Best && self.best.is_some()
    }

    pub(super) const fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    /// Whether there may be something to do, as far as can be seen.
    #[must_use]
    pub fn is_wanted(&self, view: &View) -> bool {
        let Some(round) = &view.felt.round else { return false };
        match round.phase {
            Phase::BankOffer { to } => to.get(0) == Some(self.seat),
            Phase::Betting => match round.bank {
                Some(bank) if bank.seat == self.seat => bank.stake == Cents::ZERO,
                _ => round.number != self.round || !self.has_finished_betting(),
            },
            Phase::Deciding { seat, .. } => seat == self.seat,
            _ => false,
        }
    }

    /// Betting is over for a player who has been asked about every wager once; an empty list has been asked nothing.
    fn has_finished_betting(&self) -> bool {
        self.considered.len() >= Wager::ALL.len()
    }

    /// What to do, of what is offered.
    pub fn choose(&mut self, offers: &[Offer], view: &View) -> Option<Action> {
        let round = view.felt.round.as_ref()?;
        if round.number != self.round {
            self.round = round.number;
            self.considered.clear();
        }
        let chosen = offers.iter().find_map(|offer| self.answer(&offer.action, view));
        if chosen.is_none() && round.phase == Phase::Betting {
            self.considered = Wager::ALL.to_vec();
        }
        chosen
    }

    fn answer(&mut self, offered: &Offered, view: &View) -> Option<Action> {
        match offered {
            Offered::AnswerBankOffer { seat } if *seat == self.seat => {
                let accept = self.dice.happens(self.habit.banks_per_mille());
                Some(Action::AnswerBankOffer { seat: *seat, accept })
            }
            Offered::PlaceBank { amount } => self.bank(amount, view),
            Offered::PlaceWager { seat, wager, amount } if *seat == self.seat => self.wager(*wager, amount),
            Offered::RemoveWager { seat, wager } if *seat == self.seat => {
                let again = self.dice.happens(self.habit.second_thoughts_per_mille());
                again.then_some(Action::RemoveWager { seat: *seat, wager: *wager })
            }
            Offered::Decide { seat, decision } if *seat == self.seat => self.decide(decision, view),
            // Another box of the same player has a terminal of its own, and everything else is not a player's to do.
            _ => None,
        }
    }

    /// Makes up its mind about a wager, once a round. A base wager comes first, because it alone is offered first.
    fn wager(&mut self, wager: Wager, amount: &Values) -> Option<Action> {
        if self.considered.contains(&wager) {
            return None;
        }
        let base = matches!(wager, Wager::LetItRide | Wager::TwoThreeFive | Wager::Ante);
        self.considered.push(wager);
        if !base && !self.dice.happens(self.habit.side_bets_per_mille()) {
            return None;
        }
        let amount = self.stake(amount)?;
        Some(Action::PlaceWager { seat: self.seat, wager, amount })
    }

    fn stake(&mut self, amount: &Values) -> Option<Cents> {
        match amount {
            Values::Amounts { min, max } => {
                let units = i64::try_from(1 + self.dice.below(BET_UNITS)).ok()?;
                Some(min.times(units).unwrap_or(*min).min(*max))
            }
            Values::OneOf(amounts) => self.dice.one_of(amounts).copied(),
            _ => None,
        }
    }

    fn bank(&self, amount: &Values, view: &View) -> Option<Action> {
        let bank = view.felt.round.as_ref()?.bank?;
        let Values::Amounts { min, max } = amount else { return None };
        let amount = min.times(BANK_UNITS).unwrap_or(*max).min(*max);
        (bank.seat == self.seat && bank.stake == Cents::ZERO).then_some(Action::PlaceBank { amount })
    }

    fn decide(&mut self, open: &[Decision], view: &View) -> Option<Action> {
        let reckoned = self.reckon(view).filter(|decision| open.contains(decision));
        let decision = reckoned.or_else(|| self.habit.decision(open, &mut self.dice))?;
        Some(Action::Decide { seat: self.seat, decision })
    }

    /// What the odds say, where the player goes by them and sees the cards.
    fn reckon(&self, view: &View) -> Option<Decision> {
        let best = self.best.as_ref().filter(|_| self.habit == Habit::Best)?;
        let round = view.felt.round.as_ref()?;
        let own = view.own.iter().find(|own| own.seat == self.seat)?;
        best.decide(round.deciding?, &faces(&own.cards), &faces(&round.community))
    }
}

/// The faces up to the first back.
fn faces(cards: &[CardView]) -> Vec<Card> {
    let up = cards.iter().map_while(|card| match card {
        CardView::Face(card) => Some(*card),
        CardView::Back => None,
    });
    up.collect()
}
