//! Criss Cross on a subset, worked out the long way: every choice at Down and Middle, 2x included, paid by the real
//! settlement.

use game_core::bets::Bets;
use game_core::card::Card;
use game_core::game::GameId;
use game_core::games::{Holding, spec};
use game_core::money::Cents;
use game_core::rules::{AntePayout, Rules};
use game_core::settlement::Settlement;
use game_core::submission::{SettlementRules, for_settlement};
use game_core::wager::Bet;
use game_odds::classes::{representative, rest_of_deck};
use game_odds::criss_cross::{Choice, Reading, Solver, printed};

fn rules(reading: Reading) -> Rules {
    let payout = if reading.ante_payout == AntePayout::Paytable { "paytable" } else { "even_money" };
    let text = format!(r#"{{"game": "criss_cross_md", "options": {{"ante_payout": "{payout}"}}}}"#);
    for_settlement(&SettlementRules::parse(&text).unwrap()).unwrap()
}

/// What the five bets come to in cents, with one-dollar antes, under the engine's own settlement.
fn result(rules: &Rules, own: [Card; 2], cross: [Card; 5], antes: [i64; 3]) -> i64 {
    let mut bets = Bets::default();
    let placed = [
        (Bet::AnteAcross, 1),
        (Bet::AnteDown, 1),
        (Bet::Across, antes[0]),
        (Bet::Down, antes[1]),
        (Bet::Middle, antes[2]),
    ];
    for (bet, antes) in placed {
        bets.put(bet, Cents::new(100 * antes));
    }
    let holding =
        Holding { own: own.into_iter().collect(), community: cross.into_iter().collect(), bets, ..Holding::default() };
    let mut settlement = Settlement::default();
    (spec(GameId::CrissCross).settle)(rules, &holding, &mut settlement).unwrap();
    settlement.results.iter().map(|result| result.win.get() + result.back.get() - result.stake.get()).sum()
}

/// The best of several choices, the smaller wager where they are worth the same.
fn best(worths: impl IntoIterator<Item = (i64, i64)>) -> (i64, i64) {
    worths.into_iter().fold((0, i64::MIN), |best, (antes, worth)| if worth > best.1 { (antes, worth) } else { best })
}

/// The best choice at Down after an Across bet, with every choice at Middle tried.
fn down_the_long_way(rules: &Rules, own: [Card; 2], pair: [Card; 2], across: i64, solver: &Solver) -> i64 {
    let ([a, b], [left, right]) = (own, pair);
    let rest = rest_of_deck(&[a, b, left, right]);
    let mut worth = [0i64; 4];
    worth[0] = -100 * (2 + across) * 1_128 * 46;
    for (place, top) in rest.iter().enumerate() {
        for bottom in &rest[place + 1..] {
            for down in 1..=3 {
                let stay = |bet: i64| {
                    let middles = rest.iter().filter(|middle| *middle != top && *middle != bottom);
                    let net =
                        |middle: &Card| result(rules, own, [left, right, *top, *bottom, *middle], [across, down, bet]);
                    (bet, middles.map(net).sum::<i64>())
                };
                let fold = (0, -100 * (2 + across + down) * 46);
                let (middle, most) = best([fold, stay(1), stay(2), stay(3)]);
                worth[usize::try_from(down).unwrap()] += most;
                if down != 2 && across != 2 {
                    let staked = [across, down].map(|antes| if antes == 3 { Choice::Thrice } else { Choice::Once });
                    let solved = solver.middle(own, pair, [*top, *bottom], staked);
                    assert_eq!(i64::from(solved.antes()), middle, "{own:?} {pair:?} {top} {bottom} {across} {down}");
                }
            }
        }
    }
    best((0..).zip(worth)).0
}

fn cards<const N: usize>(text: [&str; N]) -> [Card; N] {
    text.map(|card| card.parse().unwrap())
}

/// Starting hands that fold, bet once and bet thrice at Down, each with one Across pair (I-68, CC-11-D, CC-11-F).
#[test]
fn a_subset_of_criss_cross_agrees_with_the_long_way() {
    let hands = [
        (["2c", "2d"], ["7h", "9s"]),
        (["Qs", "Js"], ["Qd", "4c"]),
        (["9c", "2d"], ["5h", "Ks"]),
        (["Ac", "Kc"], ["Tc", "3d"]),
    ];
    for reading in [Reading::ALL[0], Reading::ALL[2]] {
        let (rules, solver) = (rules(reading), Solver::new(printed().unwrap(), reading));
        for (own, pair) in hands {
            let (own, pair) = (cards(own), cards(pair));
            let mut sorted = own;
            sorted.sort_unstable();
            let plan = solver.plan(sorted);
            let across = i64::from(plan.across().antes());
            let solved = i64::from(plan.down(pair).antes());
            assert_eq!(solved, down_the_long_way(&rules, own, pair, across, &solver), "{own:?} {pair:?} {reading:?}");
            assert_eq!(representative(own), representative(sorted));
        }
    }
}

/// 2-3 with 7-9 across and J-K down: three jacks and three kings win 1 to 1 on the Down hand, three sevens and three
/// nines push the Across hand, 34 cards lose both. Over the 46 middles, against folding, antes and bets of one bring
/// 6 + 6 pushed on Across and 12 + 12 won on Down, and the Middle bet 6 − 34 = −28: 8 antes better than a fold.
#[test]
fn a_middle_decision_can_be_followed_with_a_pencil() {
    let solver = Solver::new(printed().unwrap(), Reading::ALL[0]);
    let (own, across, down) = (cards(["2c", "3d"]), cards(["7h", "9s"]), cards(["Jc", "Kd"]));
    assert_eq!(solver.middle(own, across, down, [Choice::Once; 2]), Choice::Once);
    let rules = rules(Reading::ALL[0]);
    let ([left, right], [top, bottom]) = (across, down);
    let [a, b] = own;
    let rest = rest_of_deck(&[a, b, left, right, top, bottom]);
    let total: i64 =
        rest.iter().map(|middle| result(&rules, own, [left, right, top, bottom, *middle], [1, 1, 1])).sum();
    assert_eq!(total, 100 * (8 - 46 * 4));
}
