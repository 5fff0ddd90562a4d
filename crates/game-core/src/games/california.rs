//! Let It Ride, California: the three bets are banked by a player-dealer, whose wager limits what is won and lost.

use super::clauses::{Clauses, IrregularClauses, MethodClauses};
use super::{Deal, Holding, Spec, Stage, Turn, clause, ride_or_withdraw, stack_of};
use crate::bets::{BetResult, Outcome};
use crate::clause::ClauseId;
use crate::game::Seat;
use crate::layout::{DealScript, Spot};
use crate::money::{Cents, Overflow};
use crate::rules::{BaseRules, Rules};
use crate::settlement::{HandName, Hands, Settlement, three_and_two, withdrawn};
use crate::wager::Bet;

pub(super) static SPEC: Spec = Spec {
    clauses: &CLAUSES,
    own_cards: 3,
    own_cards_private: 3,
    community_cards: 2,
    stages: &[
        ride_or_withdraw(Bet::Bet1, "CAL-round-3", "CAL-round-3-a", "CAL-round-3-b"),
        Stage::Turn(Turn::Community { places: &[0], clause: clause("CAL-round-4") }),
        ride_or_withdraw(Bet::Bet2, "CAL-round-5", "CAL-round-5-a", "CAL-round-5-b"),
        Stage::Turn(Turn::Community { places: &[1], clause: clause("CAL-round-6") }),
    ],
    script,
    settle_first: None,
    settle,
    hands,
};

static CLAUSES: Clauses = Clauses {
    seats: clause("CAL-players-1"),
    seated_only: clause("CAL-betting-5"),
    seat_locked: None,
    abandoned: None,
    conduct: None,
    wager_in_time: clause("CAL-betting-2"),
    no_change_after: clause("CAL-betting-2"),
    base_wager: clause("CAL-betting-3"),
    limits: clause("CAL-betting-1"),
    boxes: None,
    side_wagers: &[],
    own_cards_only: clause("CAL-round-2"),
    settle_order: clause("CAL-round-8"),
    first_pass: None,
    clear: clause("CAL-round-12"),
    manual_shoe: METHOD,
    hand: METHOD,
    automated_shoe: METHOD,
    self_reshuffling_shoe: METHOD,
    // The document has no such chapter; Maryland's is borrowed by default (I-105).
    irregular: IrregularClauses {
        one_face_up: Some(clause("LIR-13-A")),
        face_up_void: clause("LIR-13-B"),
        drawn_in_error: clause("LIR-13-C"),
        misdeal: clause("LIR-13-D"),
        community_exposed: clause("LIR-13-E"),
        shoe_jam: clause("LIR-13-G"),
    },
};

const METHOD: MethodClauses = MethodClauses {
    no_more_bets: clause("CAL-dealing-2"),
    bonus_count: None,
    lock: None,
    progressive_count: None,
    deal: clause("CAL-dealing-3"),
    stub_count: None,
    misdeal: None,
    deck_error: None,
};

/// From the seat left of the player-dealer, clockwise; the player-dealer's stack comes last and is the community's.
fn script(deal: &Deal<'_>) -> DealScript {
    let mut script = DealScript::default();
    let bank = deal.bank.map_or(0, Seat::number);
    let left_of_bank = deal.seats.iter().filter(|seat| seat.number() > bank);
    let round_to_bank = deal.seats.iter().filter(|seat| seat.number() < bank);
    for seat in left_of_bank.chain(round_to_bank) {
        script.stack(stack_of(seat, 3));
    }
    script.stack([Spot::Community(0), Spot::Community(1), Spot::Discard]);
    script
}

fn settle(rules: &Rules, holding: &Holding, settlement: &mut Settlement) -> Result<(), Overflow> {
    let BaseRules::California { table, .. } = rules.base else { return Ok(()) };
    let row = three_and_two(holding, rules.low_ace.five_card).and_then(|five| table.row_five(five));
    let mut coverage = holding.coverage;
    for (bet, by) in BETS {
        let Some(stake) = holding.bets.live(bet) else {
            withdrawn(holding, bet, by, settlement);
            continue;
        };
        let mut single = Settlement::default();
        single.pay(bet, stake, row, None)?;
        for result in single.results.iter() {
            let covered = cover(result, coverage)?;
            coverage = coverage.minus(used(&covered)?)?;
            settlement.push(covered);
        }
    }
    Ok(())
}

/// The three bets, each with the clause of its withdrawal; the third has none of its own.
const BETS: [(Bet, ClauseId); 3] =
    [(Bet::Bet1, clause("CAL-round-3-b")), (Bet::Bet2, clause("CAL-round-5-b")), (Bet::Bet3, clause("CAL-betting-3"))];

/// Pays or collects as far as the player-dealer's wager reaches; the rest comes back (I-95).
fn cover(result: BetResult, coverage: Cents) -> Result<BetResult, Overflow> {
    if coverage == Cents::ZERO {
        return Ok(BetResult {
            outcome: Outcome::Returned,
            back: result.stake,
            clause: Some(clause("CAL-round-13")),
            ..BetResult::lost(result.bet, result.stake)
        });
    }
    Ok(match result.outcome {
        Outcome::Win => BetResult { win: result.win.min(coverage), ..result },
        Outcome::Lose => BetResult { back: result.stake.minus(result.stake.min(coverage))?, ..result },
        Outcome::Push | Outcome::Withdrawn | Outcome::Folded | Outcome::Returned => result,
    })
}

/// How much of the player-dealer's wager a result uses up: a payoff made, or a stake collected.
pub(crate) fn used(result: &BetResult) -> Result<Cents, Overflow> {
    match result.outcome {
        Outcome::Win => Ok(result.win),
        Outcome::Lose => result.stake.minus(result.back),
        Outcome::Push | Outcome::Withdrawn | Outcome::Folded | Outcome::Returned => Ok(Cents::ZERO),
    }
}

fn hands(rules: &Rules, holding: &Holding) -> Hands {
    three_and_two(holding, rules.low_ace.five_card)
        .map(|five| ("five_card", HandName::Five(five)))
        .into_iter()
        .collect()
}
