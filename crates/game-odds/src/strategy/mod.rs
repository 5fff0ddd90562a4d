//! Best play as data: what a player who knows only the own cards and the community cards should do at each decision.
//!
//! Where two decisions are worth the same the smaller wager is taken.

mod criss_cross;
mod describe;
mod groups;
mod sets;

pub use describe::{Stage, criss_cross_stages, let_it_ride_stages, stud_stages};

use crate::category::{CATEGORIES, net, nets};
use crate::classes::{rest_of_deck, three_card_classes, two_card_classes};
use crate::let_it_ride::{expected, last_cards, last_two_cards};
use crate::stud235::Tables;
use criss_cross::CrissCrossPlay;
use game_core::card::Card;
use game_core::decision::Decision;
use game_core::hand::{LowAce, three};
use game_core::paytable::Paytable;
use game_core::rules::{BaseRules, Rules};
use game_core::wager::Bet;
use rayon::prelude::*;
use sets::{PairSet, TripleSet};

/// Best play under one set of rules.
#[derive(Debug)]
pub struct BestPlay(Play);

#[derive(Debug)]
enum Play {
    LetItRide { nets: [i64; CATEGORIES], first: TripleSet },
    Stud { raise_three: PairSet, raise_five: TripleSet },
    CrissCross(Box<CrissCrossPlay>),
}

impl BestPlay {
    /// Works out best play. Criss Cross' is worked out hand by hand, when a hand is first asked for.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self(match *rules.base() {
            BaseRules::LetItRide { table } | BaseRules::California { table, .. } => {
                Play::LetItRide { nets: nets(table), first: promising_triples(table) }
            }
            BaseRules::Stud235 { two_card, three_card, five_card } => {
                let tables = Tables { two: two_card, three: three_card, five: five_card };
                Play::Stud {
                    raise_three: raise_three(tables, rules.low_ace().three_card),
                    raise_five: promising_triples(tables.five),
                }
            }
            BaseRules::CrissCross { table, ante_payout } => {
                let reading = crate::criss_cross::Reading { ante_payout, low_ace: rules.low_ace().five_card };
                Play::CrissCross(Box::new(CrissCrossPlay::new(table, reading)))
            }
        })
    }

    /// What to do about a bet, given the own cards and the community cards seen so far, for a player who has followed
    /// best play until now. None where there is no such decision or a card is missing.
    #[must_use]
    pub fn decide(&self, about: Bet, own: &[Card], community: &[Card]) -> Option<Decision> {
        match (&self.0, about) {
            (Play::LetItRide { first, .. }, Bet::Bet1) => {
                Some(if first.contains(leading(own)?) { Decision::Ride } else { Decision::Withdraw })
            }
            (Play::LetItRide { nets, .. }, Bet::Bet2) => {
                let (own, left) = (leading(own)?, *community.first()?);
                let worth = expected(&last_cards(own, left, &rest_of_deck(&own)), nets);
                Some(if worth > 0 { Decision::Ride } else { Decision::Withdraw })
            }
            (Play::Stud { raise_three, .. }, Bet::ThreeCardRaise) => Some(raise(raise_three.contains(leading(own)?))),
            (Play::Stud { raise_five, .. }, Bet::FiveCardRaise) => Some(raise(raise_five.contains(leading(own)?))),
            (Play::CrissCross(play), Bet::Across) => Some(play.across(leading(own)?)),
            (Play::CrissCross(play), Bet::Down) => Some(play.down(leading(own)?, leading(community)?)),
            (Play::CrissCross(play), Bet::Middle) => Some(play.middle(leading(own)?, leading(community)?)),
            _ => None,
        }
    }
}

const fn raise(worth_it: bool) -> Decision {
    if worth_it { Decision::Raise } else { Decision::Check }
}

/// The first cards of a list.
fn leading<const N: usize>(cards: &[Card]) -> Option<[Card; N]> {
    cards.first_chunk().copied()
}

/// The three cards with which a bet on five gains over every two more.
fn promising_triples(table: &Paytable) -> TripleSet {
    let nets = nets(table);
    let classes = three_card_classes();
    let promising = classes.par_iter().filter(|class| {
        let ending = last_two_cards(class.cards, &rest_of_deck(&class.cards));
        expected(&ending, &nets) > 0
    });
    TripleSet::of_classes(&promising.map(|class| class.cards).collect::<Vec<_>>())
}

/// The two cards with which 3 Card Poker gains over every third.
fn raise_three(tables: Tables, ace: LowAce) -> PairSet {
    let gains = |[a, b]: [Card; 2]| {
        let worth = |third: &Card| net(tables.three.row_three(three([a, b, *third], ace)));
        rest_of_deck(&[a, b]).iter().map(worth).sum::<i64>() > 0
    };
    let classes = two_card_classes();
    let raising: Vec<[Card; 2]> = classes.iter().map(|class| class.cards).filter(|own| gains(*own)).collect();
    PairSet::of_classes(&raising)
}
