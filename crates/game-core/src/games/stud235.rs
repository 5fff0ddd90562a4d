//! 2-3-5 Stud Poker, Maryland: three equal wagers on two, three and five cards, two of which may be raised.

use super::clauses::{Clauses, IrregularClauses, MethodClauses};
use super::{Deal, Holding, Spec, Stage, Turn, clause, decide, pass, stack_of};
use crate::decision::Decision;
use crate::hand::{self, FiveCard, ThreeCard, TwoCard};
use crate::layout::{DealScript, Spot};
use crate::money::Overflow;
use crate::rules::{BaseRules, DealingMethod, Rules};
use crate::settlement::{self, HandName, Hands, Settlement, first, three_and_two};
use crate::wager::{Bet, Wager};

const fn raise_or_check(bet: Bet, order: &'static str, stays: &'static str, goes: &'static str) -> Stage {
    decide(bet, &[Decision::Raise, Decision::Check], Decision::Check, [order, stays, goes])
}

pub(super) static SPEC: Spec = Spec {
    clauses: &CLAUSES,
    own_cards: 3,
    own_cards_private: 2,
    community_cards: 2,
    stages: &[
        raise_or_check(Bet::ThreeCardRaise, "S235-11-B", "S235-11-B-1-a", "S235-11-B-1-b"),
        Stage::Turn(Turn::ThirdCards { clause: clause("S235-11-B-2") }),
        raise_or_check(Bet::FiveCardRaise, "S235-11-B", "S235-11-B-3-a", "S235-11-B-3-b"),
        Stage::Turn(Turn::Community { places: &[0, 1], clause: clause("S235-11-C-1") }),
    ],
    script,
    settle_first: None,
    settle,
    hands,
};

static CLAUSES: Clauses = Clauses {
    seats: clause("S235-2-A-1"),
    seated_only: clause("S235-7-B"),
    seat_locked: Some(clause("S235-7-B-1")),
    abandoned: Some(clause("S235-7-B-2")),
    conduct: None,
    wager_in_time: clause("S235-7-C"),
    no_change_after: clause("S235-7-D"),
    base_wager: clause("S235-7-E-1"),
    limits: clause("S235-7-E-1"),
    boxes: Some(clause("S235-7-F")),
    side_wagers: &[(Wager::WinEmAllBonus, clause("S235-7-E-2")), (Wager::ProgressivePayout, clause("S235-7-E-3-a"))],
    own_cards_only: clause("S235-11-A-2"),
    settle_order: clause("S235-11-D"),
    first_pass: None,
    clear: clause("S235-11-E"),
    manual_shoe: MethodClauses {
        no_more_bets: clause("S235-8-C"),
        bonus_count: None,
        lock: Some(clause("S235-8-C-1")),
        progressive_count: Some(clause("S235-8-C-2-b")),
        deal: clause("S235-8-D-2"),
        stub_count: Some(clause("S235-8-D-4")),
        misdeal: Some(clause("S235-8-F-1")),
        deck_error: Some(clause("S235-8-F-2")),
    },
    hand: MethodClauses {
        // The chapter lacks the call; chapter 7 asks for it all the same (I-52).
        no_more_bets: clause("S235-7-C"),
        bonus_count: None,
        lock: Some(clause("S235-9-A-3")),
        progressive_count: Some(clause("S235-9-A-4-b")),
        deal: clause("S235-9-B"),
        stub_count: Some(clause("S235-9-D")),
        misdeal: Some(clause("S235-9-G-1")),
        deck_error: Some(clause("S235-9-G-2")),
    },
    automated_shoe: AUTOMATED,
    self_reshuffling_shoe: MethodClauses { deal: clause("S235-10-H"), ..AUTOMATED },
    irregular: IrregularClauses {
        one_face_up: Some(clause("S235-13-A")),
        face_up_void: clause("S235-13-B"),
        drawn_in_error: clause("S235-13-C"),
        misdeal: clause("S235-13-D"),
        community_exposed: clause("S235-13-E"),
        shoe_jam: clause("S235-13-G"),
    },
};

const AUTOMATED: MethodClauses = MethodClauses {
    no_more_bets: clause("S235-10-A-1-a"),
    bonus_count: None,
    lock: Some(clause("S235-10-A-1-b")),
    progressive_count: Some(clause("S235-10-A-1-c-ii")),
    deal: clause("S235-10-B-1"),
    stub_count: Some(clause("S235-10-D")),
    misdeal: Some(clause("S235-10-G-1")),
    deck_error: Some(clause("S235-10-G-2")),
};

fn script(deal: &Deal<'_>) -> DealScript {
    let mut script = DealScript::default();
    let community = [Spot::Community(0), Spot::Community(1)];
    match deal.method {
        DealingMethod::ManualShoe | DealingMethod::Hand => {
            script.singles(pass(deal.seats, 0));
            script.singles([community[0]]);
            script.singles(pass(deal.seats, 1));
            script.singles([community[1]]);
            script.singles(pass(deal.seats, 2));
        }
        DealingMethod::AutomatedShoe => {
            for seat in deal.seats.iter() {
                script.stack(stack_of(seat, 3));
            }
            script.stack(community);
        }
        DealingMethod::SelfReshufflingShoe => {
            script.stack(community.into_iter().chain([Spot::Discard]));
            for seat in deal.seats.iter() {
                script.stack(stack_of(seat, 3));
            }
        }
    }
    script
}

/// The three hands a seat is judged on.
fn evaluate(rules: &Rules, holding: &Holding) -> Option<(TwoCard, ThreeCard, FiveCard)> {
    let ace = rules.low_ace;
    Some((
        hand::two(first(holding.own)?, ace.two_card),
        hand::three(first(holding.own)?, ace.three_card),
        three_and_two(holding, ace.five_card)?,
    ))
}

fn settle(rules: &Rules, holding: &Holding, settlement: &mut Settlement) -> Result<(), Overflow> {
    let BaseRules::Stud235 { two_card, three_card, five_card } = rules.base else { return Ok(()) };
    let Some((two, three, five)) = evaluate(rules, holding) else { return Ok(()) };
    let (two, three, five) = (two_card.row_two(two), three_card.row_three(three), five_card.row_five(five));
    // A raise wins or loses with its base wager, by the same row (I-47).
    for (bet, row) in [
        (Bet::TwoCard, two),
        (Bet::ThreeCard, three),
        (Bet::ThreeCardRaise, three),
        (Bet::FiveCard, five),
        (Bet::FiveCardRaise, five),
    ] {
        if let Some(stake) = holding.bets.live(bet) {
            settlement.pay(bet, stake, row, None)?;
        }
    }
    if let (Some(stake), Some(bonus)) = (holding.bets.live(Bet::WinEmAllBonus), &rules.win_em_all) {
        // All three hands reach a paying row; raises do not matter (I-46).
        let row = two.and(three).and(five).and(bonus.table.rows.first());
        settlement.pay(Bet::WinEmAllBonus, stake, row, None)?;
    }
    settlement.limit(rules.payout_limit, LIMITED)?;
    settlement::progressive(rules, holding, settlement)
}

/// The aggregate limit covers sections A to D: the base wagers with their raises, and Win'em All (I-56).
const LIMITED: &[Bet] =
    &[Bet::TwoCard, Bet::ThreeCard, Bet::ThreeCardRaise, Bet::FiveCard, Bet::FiveCardRaise, Bet::WinEmAllBonus];

fn hands(rules: &Rules, holding: &Holding) -> Hands {
    let Some((two, three, five)) = evaluate(rules, holding) else { return Hands::new() };
    [("two_card", HandName::Two(two)), ("three_card", HandName::Three(three)), ("five_card", HandName::Five(five))]
        .into_iter()
        .collect()
}
