//! Criss Cross Poker, Maryland: two antes and up to three bets on two hands that cross, with prize wheels beside them.

use super::clauses::{Clauses, IrregularClauses, MethodClauses};
use super::{Deal, Holding, Spec, Stage, Turn, clause, decide, pass, spins, stack_of};
use crate::bets::{BetResult, BetStatus, Outcome};
use crate::decision::Decision;
use crate::hand::{self, FiveCard};
use crate::layout::{DealScript, Spot};
use crate::money::Overflow;
use crate::paytable::{Pay, Row};
use crate::rules::{AntePayout, BaseRules, DealingMethod, Rules};
use crate::settlement::{HandName, Hands, Settlement, first, paid};
use crate::wager::{Bet, Wager};

const BET_OR_FOLD: &[Decision] = &[Decision::Fold, Decision::Bet1x, Decision::Bet2x, Decision::Bet3x];

const fn bet_or_fold(bet: Bet, order: &'static str, stays: &'static str, goes: &'static str) -> Stage {
    decide(bet, BET_OR_FOLD, Decision::Fold, [order, stays, goes])
}

pub(super) static SPEC: Spec = Spec {
    clauses: &CLAUSES,
    own_cards: 2,
    own_cards_private: 2,
    community_cards: 5,
    stages: &[
        bet_or_fold(Bet::Across, "CC-11-B", "CC-11-B-1-a", "CC-11-B-2-a"),
        Stage::Turn(Turn::Community { places: &[0, 1], clause: clause("CC-11-C") }),
        bet_or_fold(Bet::Down, "CC-11-D", "CC-11-D", "CC-11-D-1-a"),
        Stage::Turn(Turn::Community { places: &[2, 3], clause: clause("CC-11-E") }),
        bet_or_fold(Bet::Middle, "CC-11-F", "CC-11-F", "CC-11-F-1-a"),
        Stage::Turn(Turn::Community { places: &[4], clause: clause("CC-11-G") }),
    ],
    script,
    settle_first: Some(settle_five_card_bonus),
    settle,
    hands,
};

static CLAUSES: Clauses = Clauses {
    seats: clause("CC-2-A-1"),
    seated_only: clause("CC-7-B-1"),
    seat_locked: Some(clause("CC-7-B-2")),
    abandoned: Some(clause("CC-7-B-3")),
    conduct: Some(clause("CC-11-A-5")),
    wager_in_time: clause("CC-7-C"),
    no_change_after: clause("CC-7-D"),
    base_wager: clause("CC-7-E-1"),
    limits: clause("CC-7-E-1"),
    boxes: None,
    side_wagers: &[
        (Wager::FiveCardBonus, clause("CC-7-E-2-a")),
        (Wager::BonusSpinProgressive, clause("CC-7-E-2-b")),
        (Wager::BonusSpinXtremeProgressive, clause("CC-7-E-2-c")),
    ],
    own_cards_only: clause("CC-11-A-2"),
    settle_order: clause("CC-11-I"),
    first_pass: Some(clause("CC-11-H")),
    clear: clause("CC-11-J"),
    manual_shoe: MethodClauses {
        no_more_bets: clause("CC-8-C"),
        bonus_count: None,
        lock: Some(clause("CC-2-B-6-2")),
        progressive_count: None,
        deal: clause("CC-8-D-3"),
        stub_count: Some(clause("CC-8-E")),
        misdeal: Some(clause("CC-8-F-4")),
        deck_error: Some(clause("CC-8-F-5")),
    },
    hand: MethodClauses {
        no_more_bets: clause("CC-9-A-5"),
        bonus_count: None,
        lock: Some(clause("CC-2-B-6-2")),
        progressive_count: None,
        deal: clause("CC-9-B-2"),
        stub_count: Some(clause("CC-9-C")),
        misdeal: Some(clause("CC-9-D-4")),
        deck_error: Some(clause("CC-9-D-5")),
    },
    automated_shoe: AUTOMATED,
    self_reshuffling_shoe: AUTOMATED,
    irregular: IrregularClauses {
        // One card face up already voids the round (I-17).
        one_face_up: None,
        face_up_void: clause("CC-13-A"),
        drawn_in_error: clause("CC-13-B"),
        misdeal: clause("CC-13-C"),
        // No clause of its own: as Let It Ride (I-19).
        community_exposed: clause("LIR-13-E"),
        shoe_jam: clause("CC-13-D"),
    },
};

const AUTOMATED: MethodClauses = MethodClauses {
    no_more_bets: clause("CC-10-A-2"),
    bonus_count: None,
    lock: Some(clause("CC-2-B-6-2")),
    progressive_count: None,
    deal: clause("CC-10-B-2"),
    stub_count: Some(clause("CC-10-C-1")),
    misdeal: Some(clause("CC-10-C-3")),
    deck_error: Some(clause("CC-10-C-4")),
};

/// The cross first: left, right, top, bottom, middle (I-86).
fn script(deal: &Deal<'_>) -> DealScript {
    let mut script = DealScript::default();
    let cross = (0..5).map(Spot::Community);
    match deal.method {
        DealingMethod::ManualShoe | DealingMethod::Hand => {
            script.singles(cross);
            script.singles(pass(deal.seats, 0));
            script.singles(pass(deal.seats, 1));
        }
        DealingMethod::AutomatedShoe | DealingMethod::SelfReshufflingShoe => {
            script.stack(cross);
            for seat in deal.seats.iter() {
                script.stack(stack_of(seat, 2));
            }
        }
    }
    script
}

/// The Across hand (left, middle, right) and the Down hand (top, middle, bottom).
fn cross_hands(rules: &Rules, holding: &Holding) -> Option<(FiveCard, FiveCard)> {
    let [a, b] = first(holding.own)?;
    let [left, right, top, bottom, middle] = first(holding.community)?;
    let ace = rules.low_ace.five_card;
    Some((hand::five([a, b, left, middle, right], ace), hand::five([a, b, top, middle, bottom], ace)))
}

/// The hand of the five cross cards, which every Five Card Bonus bettor shares (I-71).
pub(crate) fn community_hand(rules: &Rules, holding: &Holding) -> Option<FiveCard> {
    first(holding.community).map(|cross| hand::five(cross, rules.low_ace.five_card))
}

fn settle_five_card_bonus(rules: &Rules, holding: &Holding, settlement: &mut Settlement) -> Result<(), Overflow> {
    if let (Some(stake), Some(bonus)) = (holding.bets.live(Bet::FiveCardBonus), &rules.five_card_bonus) {
        let row = community_hand(rules, holding).and_then(|five| bonus.table.row_five(five));
        settlement.pay(Bet::FiveCardBonus, stake, row, None)?;
    }
    Ok(())
}

fn settle(rules: &Rules, holding: &Holding, settlement: &mut Settlement) -> Result<(), Overflow> {
    let BaseRules::CrissCross { table, ante_payout } = rules.base else { return Ok(()) };
    if let Some((across, down)) = cross_hands(rules, holding) {
        let (across, down) = (table.row_five(across), table.row_five(down));
        ante(holding, Bet::AnteAcross, across, ante_payout, settlement)?;
        ante(holding, Bet::AnteDown, down, ante_payout, settlement)?;
        for (bet, row) in [(Bet::Across, across), (Bet::Down, down)] {
            if let Some(stake) = holding.bets.live(bet) {
                settlement.pay(bet, stake, row, None)?;
            }
        }
        middle(holding, across, down, settlement)?;
    }
    settlement.limit(rules.payout_limit, LIMITED)?;
    folded(holding, settlement);
    unspun(rules, holding, settlement);
    Ok(())
}

/// The aggregate limit covers section A: antes and bets.
const LIMITED: &[Bet] = &[Bet::AnteAcross, Bet::AnteDown, Bet::Across, Bet::Down, Bet::Middle];

fn ante(
    holding: &Holding,
    bet: Bet,
    row: Option<&'static Row>,
    ante_payout: AntePayout,
    settlement: &mut Settlement,
) -> Result<(), Overflow> {
    let Some(stake) = holding.bets.live(bet) else { return Ok(()) };
    match (ante_payout, row) {
        (AntePayout::EvenMoney, Some(Row { pay: Pay::ToOne(_), clause, .. })) => {
            settlement.push(BetResult::won(bet, stake, stake, stake, *clause));
            Ok(())
        }
        (AntePayout::EvenMoney | AntePayout::Paytable, row) => settlement.pay(bet, stake, row, None),
    }
}

/// Middle takes the better of the two results (I-68).
fn middle(
    holding: &Holding,
    across: Option<&'static Row>,
    down: Option<&'static Row>,
    settlement: &mut Settlement,
) -> Result<(), Overflow> {
    let Some(stake) = holding.bets.live(Bet::Middle) else { return Ok(()) };
    let result = match better(across, down) {
        None => BetResult::lost(Bet::Middle, stake),
        Some(row) => {
            let clause = match (row.pay, across.is_some(), down.is_some()) {
                (Pay::Push, true, false) => clause("CC-11-I-3-b"),
                (Pay::Push, false, true) => clause("CC-11-I-3-c"),
                _ => row.clause,
            };
            paid(Bet::Middle, stake, row.pay, clause, None)?
        }
    };
    settlement.push(result);
    Ok(())
}

/// Rows are printed best first and only the push row pays nothing, so the higher odds win.
fn better(across: Option<&'static Row>, down: Option<&'static Row>) -> Option<&'static Row> {
    let worth = |row: &Row| match row.pay {
        Pay::ToOne(odds) | Pay::ForOne(odds) => odds.ratio().0,
        Pay::Flat(_) | Pay::MeterPercent { .. } | Pay::PrizePercent(_) | Pay::Push => 0,
    };
    match (across, down) {
        (Some(across), Some(down)) => Some(if worth(down) > worth(across) { down } else { across }),
        (one, None) | (None, one) => one,
    }
}

/// Everything bet on the main game before a fold, with the clause of the stage it happened at.
fn folded(holding: &Holding, settlement: &mut Settlement) {
    let by = if holding.bets.of(Bet::Down).is_some() {
        clause("CC-11-F-1-a")
    } else if holding.bets.of(Bet::Across).is_some() {
        clause("CC-11-D-1-a")
    } else {
        clause("CC-11-B-2-a")
    };
    for record in holding.bets.iter().filter(|record| record.status == BetStatus::Folded) {
        settlement.push(BetResult {
            outcome: Outcome::Folded,
            clause: Some(by),
            ..BetResult::lost(record.bet, record.stake)
        });
    }
}

/// Spin wagers that no wheel decides lose at the seat's turn; the others wait for their stop.
fn unspun(rules: &Rules, holding: &Holding, settlement: &mut Settlement) {
    if let Some(stake) = holding.bets.live(Bet::BonusSpinProgressive)
        && !spins::starts_bonus_spin(holding)
    {
        settlement.push(BetResult::lost(Bet::BonusSpinProgressive, stake));
    }
    if let Some(stake) = holding.bets.live(Bet::BonusSpinXtremeProgressive)
        && !(holding.is_hot_spot && spins::xtreme_event(rules, holding))
    {
        settlement.push(BetResult::lost(Bet::BonusSpinXtremeProgressive, stake));
    }
}

fn hands(rules: &Rules, holding: &Holding) -> Hands {
    let mut hands = Hands::new();
    if let Some((across, down)) = cross_hands(rules, holding) {
        hands.push(("across", HandName::Five(across)));
        hands.push(("down", HandName::Five(down)));
    }
    if let (Some(_), Some(community)) = (&rules.five_card_bonus, community_hand(rules, holding)) {
        hands.push(("community", HandName::Five(community)));
    }
    hands
}
