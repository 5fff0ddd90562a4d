//! Let It Ride Poker, Maryland: three equal bets, two of which may be taken back, on three own and two community cards.

use super::clauses::{Clauses, IrregularClauses, MethodClauses};
use super::{Deal, Holding, Spec, Stage, Turn, clause, pass, ride_or_withdraw, stack_of};
use crate::clause::ClauseId;
use crate::hand;
use crate::layout::{DealScript, Spot};
use crate::money::Overflow;
use crate::paytable::Paytable;
use crate::rules::{BaseRules, DealingMethod, Rules};
use crate::settlement::{self, HandName, Hands, Settlement, first, three_and_two, withdrawn};
use crate::wager::{Bet, Wager};

pub(super) static SPEC: Spec = Spec {
    clauses: &CLAUSES,
    own_cards: 3,
    own_cards_private: 3,
    community_cards: 2,
    stages: &[
        ride_or_withdraw(Bet::Bet1, "LIR-11-B", "LIR-11-B-1-a", "LIR-11-B-1-b"),
        Stage::Turn(Turn::Community { places: &[0], clause: clause("LIR-11-B-2") }),
        ride_or_withdraw(Bet::Bet2, "LIR-11-C", "LIR-11-C-1-a", "LIR-11-C-1-b"),
        Stage::Turn(Turn::Community { places: &[1], clause: clause("LIR-11-C-2") }),
        Stage::Turn(Turn::SixCardBox { clause: clause("LIR-11-E-3") }),
    ],
    script,
    settle_first: None,
    settle,
    hands,
};

static CLAUSES: Clauses = Clauses {
    seats: clause("LIR-2-A-1"),
    seated_only: clause("LIR-7-B"),
    seat_locked: Some(clause("LIR-7-B-1")),
    abandoned: Some(clause("LIR-7-B-2")),
    conduct: None,
    wager_in_time: clause("LIR-7-C"),
    no_change_after: clause("LIR-7-D"),
    base_wager: clause("LIR-7-E-1"),
    limits: clause("LIR-7-E-1"),
    boxes: Some(clause("LIR-7-F")),
    side_wagers: &[
        (Wager::FiveCardBonus, clause("LIR-7-E-3")),
        (Wager::ThreeCardBonus, clause("LIR-7-E-4")),
        (Wager::SixCardBonus, clause("LIR-7-E-5")),
        (Wager::ProgressivePayout, clause("LIR-7-E-6-a")),
    ],
    own_cards_only: clause("LIR-11-A-2"),
    settle_order: clause("LIR-11-D"),
    first_pass: None,
    clear: clause("LIR-11-G-1"),
    manual_shoe: MethodClauses {
        no_more_bets: clause("LIR-8-C"),
        bonus_count: Some(clause("LIR-8-C-1-c")),
        lock: Some(clause("LIR-8-C-2")),
        progressive_count: Some(clause("LIR-8-C-3-b")),
        deal: clause("LIR-8-D-3"),
        stub_count: Some(clause("LIR-8-D-5")),
        misdeal: Some(clause("LIR-8-F-1")),
        deck_error: Some(clause("LIR-8-F-2")),
    },
    hand: MethodClauses {
        no_more_bets: clause("LIR-9-A-3"),
        bonus_count: Some(clause("LIR-9-A-3-a-iii")),
        lock: Some(clause("LIR-9-A-3-b")),
        progressive_count: Some(clause("LIR-9-A-3-c-ii")),
        deal: clause("LIR-9-C"),
        stub_count: Some(clause("LIR-9-E")),
        misdeal: Some(clause("LIR-9-H-1")),
        deck_error: Some(clause("LIR-9-H-2")),
    },
    automated_shoe: AUTOMATED,
    self_reshuffling_shoe: MethodClauses { deal: clause("LIR-10-H"), ..AUTOMATED },
    irregular: IrregularClauses {
        one_face_up: Some(clause("LIR-13-A")),
        face_up_void: clause("LIR-13-B"),
        drawn_in_error: clause("LIR-13-C"),
        misdeal: clause("LIR-13-D"),
        community_exposed: clause("LIR-13-E"),
        shoe_jam: clause("LIR-13-G"),
    },
};

const AUTOMATED: MethodClauses = MethodClauses {
    no_more_bets: clause("LIR-10-A-1-a"),
    bonus_count: Some(clause("LIR-10-A-1-b-iii")),
    lock: Some(clause("LIR-10-A-1-c")),
    progressive_count: Some(clause("LIR-10-A-1-d-ii")),
    deal: clause("LIR-10-B-3"),
    stub_count: Some(clause("LIR-10-D")),
    misdeal: Some(clause("LIR-10-G-1")),
    deck_error: Some(clause("LIR-10-G-2")),
};

fn script(deal: &Deal<'_>) -> DealScript {
    let mut script = DealScript::default();
    // The box is dealt whenever the bonus is offered, whether or not anyone bet it (I-22).
    let six_card_box = (0..3).map(Spot::SixCardBox).filter(|_| deal.rules.six_card_bonus.is_some());
    match deal.method {
        DealingMethod::ManualShoe | DealingMethod::Hand => {
            script.singles(six_card_box);
            script.singles(pass(deal.seats, 0));
            script.singles([Spot::Community(0)]);
            script.singles(pass(deal.seats, 1));
            script.singles([Spot::Community(1)]);
            script.singles(pass(deal.seats, 2));
        }
        DealingMethod::AutomatedShoe | DealingMethod::SelfReshufflingShoe => {
            script.stack(six_card_box);
            let bottom = (deal.method == DealingMethod::SelfReshufflingShoe).then_some(Spot::Discard);
            script.stack([Spot::Community(0), Spot::Community(1)].into_iter().chain(bottom));
            for seat in deal.seats.iter() {
                script.stack(stack_of(seat, 3));
            }
        }
    }
    script
}

fn settle(rules: &Rules, holding: &Holding, settlement: &mut Settlement) -> Result<(), Overflow> {
    let BaseRules::LetItRide { table } = rules.base else { return Ok(()) };
    base_bets(rules, holding, table, settlement)?;
    settlement.limit(rules.payout_limit, Wager::LetItRide.bets())?;
    side_bets(rules, holding, settlement)?;
    settlement::progressive(rules, holding, settlement)
}

fn base_bets(
    rules: &Rules,
    holding: &Holding,
    table: &'static Paytable,
    settlement: &mut Settlement,
) -> Result<(), Overflow> {
    let row = three_and_two(holding, rules.low_ace.five_card).and_then(|five| table.row_five(five));
    for (bet, by) in BETS {
        match holding.bets.live(bet) {
            Some(stake) => settlement.pay(bet, stake, row, None)?,
            None => withdrawn(holding, bet, by, settlement),
        }
    }
    Ok(())
}

/// The three bets, each with the clause of its withdrawal; the third has none of its own.
const BETS: [(Bet, ClauseId); 3] =
    [(Bet::Bet1, clause("LIR-11-B-1-b")), (Bet::Bet2, clause("LIR-11-C-1-b")), (Bet::Bet3, clause("LIR-7-E-2"))];

fn side_bets(rules: &Rules, holding: &Holding, settlement: &mut Settlement) -> Result<(), Overflow> {
    let ace = rules.low_ace;
    if let (Some(stake), Some(bonus)) = (holding.bets.live(Bet::FiveCardBonus), &rules.five_card_bonus) {
        let five = three_and_two(holding, ace.five_card);
        settlement.pay(Bet::FiveCardBonus, stake, five.and_then(|five| bonus.table.row_five(five)), None)?;
    }
    if let (Some(stake), Some(bonus)) = (holding.bets.live(Bet::ThreeCardBonus), &rules.three_card_bonus) {
        let three = first(holding.own).map(|own| hand::three(own, ace.three_card));
        settlement.pay(Bet::ThreeCardBonus, stake, three.and_then(|three| bonus.table.row_three(three)), None)?;
    }
    if let (Some(stake), Some(bonus)) = (holding.bets.live(Bet::SixCardBonus), &rules.six_card_bonus) {
        let six = six_cards(holding).map(|cards| hand::six(cards, ace.five_card));
        settlement.pay(Bet::SixCardBonus, stake, six.and_then(|six| bonus.table.row_six(six)), None)?;
    }
    Ok(())
}

fn six_cards(holding: &Holding) -> Option<[crate::card::Card; 6]> {
    let [a, b, c] = first(holding.own)?;
    let [d, e, f] = first(holding.six_card_box)?;
    Some([a, b, c, d, e, f])
}

fn hands(rules: &Rules, holding: &Holding) -> Hands {
    let mut hands = Hands::new();
    if let Some(five) = three_and_two(holding, rules.low_ace.five_card) {
        hands.push(("five_card", HandName::Five(five)));
    }
    let own_three = rules.progressive.as_ref().is_some_and(|progressive| progressive.own_three_cards);
    if (rules.three_card_bonus.is_some() || own_three)
        && let Some(own) = first(holding.own)
    {
        hands.push(("three_card", HandName::Three(hand::three(own, rules.low_ace.three_card))));
    }
    if let Some(cards) = six_cards(holding) {
        hands.push(("six_card", HandName::Six(hand::six(cards, rules.low_ace.five_card))));
    }
    hands
}
