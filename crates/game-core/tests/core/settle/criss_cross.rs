//! Criss Cross, Maryland: the main game, folds and the Five Card Bonus. The cross is left, right, top, bottom, middle.

use super::Round;

const TABLES: &str = "criss_cross_poker standard";
const ONE_TWO_THREE: &str = "across 1, down 2, middle 3";

fn round(community: &str, own: &str) -> Round {
    Round::of("criss_cross_md", TABLES).community(community).seat(3, own, "ante 500", ONE_TWO_THREE)
}

/// CC-11-I-3-e, I-68: both hands win, and Middle is paid at the better one. CC-12-A-8, CC-12-A-9.
#[test]
fn middle_takes_the_better_of_two_wins() {
    // Across: jacks with 2, 8, 7. Down: jacks and threes.
    round("2c 7d 3c 3d 8h", "Js Jh").pays(
        "seat 3: across pair_of_jacks, down two_pair
         ante_across 500 win 500+500 by CC-12-A-9
         ante_down 500 win 1000+500 by CC-12-A-8
         across 500 win 500+500 by CC-12-A-9
         down 1000 win 2000+1000 by CC-12-A-8
         middle 1500 win 3000+1500 by CC-12-A-8
         net 7000",
    );
}

/// I-68: one hand wins and the other loses or pushes; Middle wins with the winner.
#[test]
fn middle_wins_with_either_hand() {
    // Across: a pair of jacks. Down: jack high.
    round("Jd 7d 3c 9d 8h", "Js 4h").pays(
        "seat 3: across pair_of_jacks, down high_card
         ante_across 500 win 500+500 by CC-12-A-9
         ante_down 500 lose 0+0
         across 500 win 500+500 by CC-12-A-9
         down 1000 lose 0+0
         middle 1500 win 1500+1500 by CC-12-A-9
         net 1000",
    );
    // Across: a pair of nines, a push. Down: nines and threes.
    round("2c 7d 3c 3d 8h", "9s 9h").pays(
        "seat 3: across pair_of_nines, down two_pair
         ante_across 500 push 0+500 by CC-12-A-10
         ante_down 500 win 1000+500 by CC-12-A-8
         across 500 push 0+500 by CC-12-A-10
         down 1000 win 2000+1000 by CC-12-A-8
         middle 1500 win 3000+1500 by CC-12-A-8
         net 6000",
    );
}

/// CC-11-I-3-b, CC-11-I-3-c, CC-11-I-3-d: Middle pushes when one hand pushes and the other does not win, and loses when
/// both lose.
#[test]
fn middle_pushes_or_loses_with_both_hands() {
    let middle = |community: &str, own: &str| {
        let answer = round(community, own).settled();
        let told = super::told(&answer);
        (told.lines().find(|line| line.starts_with("middle")).unwrap().to_owned(), answer.seats[0].net.get())
    };
    let (push, lose) = ("middle 1500 push 0+1500 by", "middle 1500 lose 0+0");
    // Across pushes with sixes, Down loses its 500 and 1000.
    assert_eq!(middle("6d 7d 3c 9d 8h", "6s 4h"), (format!("{push} CC-11-I-3-b"), -1500));
    // Down pushes with sixes, Across loses its 500 and 500.
    assert_eq!(middle("3c 9d 6d 7d 8h", "6s 4h"), (format!("{push} CC-11-I-3-c"), -1000));
    assert_eq!(middle("3c 9d 2d 7d 6h", "6s 4h"), (format!("{push} CC-12-A-10"), 0));
    assert_eq!(middle("3c 9d 2d 7d 8h", "6s 4h"), (lose.to_owned(), -4000));
}

/// CC-11-B-2-a, CC-11-D-1-a, CC-11-F-1-a: a fold loses both antes and what was bet so far. CC-11-B-3, CC-11-D-2,
/// CC-11-F-2, CC-11-H-1, I-70, I-71: the Five Card Bonus stays, by the cross alone. CC-12-C-9.
#[test]
fn a_fold_loses_the_main_game_only() {
    // The cross has a pair of sixes: 1 to 1.
    Round::of("criss_cross_md", &format!("{TABLES}, five_card_bonus standard"))
        .community("6c 7d 6h 3d Kh")
        .seat(6, "Ks Kd", "ante 500, five_card_bonus 200", "across fold")
        .seat(5, "2s 4h", "ante 500, five_card_bonus 200", "across 3, down fold")
        .seat(4, "2c 4d", "ante 500", "across 2, down 1, middle fold")
        .seat(1, "As Ah", "ante 500, five_card_bonus 200", ONE_TWO_THREE)
        .pays(
            "seat 6: across three_of_a_kind, down three_of_a_kind, community pair_of_sixes
             ante_across 500 folded 0+0 by CC-11-B-2-a
             ante_down 500 folded 0+0 by CC-11-B-2-a
             five_card_bonus 200 win 200+200 by CC-12-C-9
             net -800
             seat 5: across high_card, down high_card, community pair_of_sixes
             ante_across 500 folded 0+0 by CC-11-D-1-a
             ante_down 500 folded 0+0 by CC-11-D-1-a
             across 1500 folded 0+0 by CC-11-D-1-a
             five_card_bonus 200 win 200+200 by CC-12-C-9
             net -2300
             seat 4: across high_card, down high_card, community pair_of_sixes
             ante_across 500 folded 0+0 by CC-11-F-1-a
             ante_down 500 folded 0+0 by CC-11-F-1-a
             across 1000 folded 0+0 by CC-11-F-1-a
             down 500 folded 0+0 by CC-11-F-1-a
             net -2500
             seat 1: across pair_of_aces, down pair_of_aces, community pair_of_sixes
             ante_across 500 win 500+500 by CC-12-A-9
             ante_down 500 win 500+500 by CC-12-A-9
             across 500 win 500+500 by CC-12-A-9
             down 1000 win 1000+1000 by CC-12-A-9
             middle 1500 win 1500+1500 by CC-12-A-9
             five_card_bonus 200 win 200+200 by CC-12-C-9
             net 4200",
        );
}

/// I-67: with `ante_payout` = `even_money` a winning ante is paid 1 to 1; pushes and losses are as before.
#[test]
fn antes_may_be_paid_even_money() {
    let even = |round: Round| round.with("rules.options.ante_payout", "even_money");
    even(round("2c 7d 3c 3d 8h", "Js Jh")).pays(
        "seat 3: across pair_of_jacks, down two_pair
         ante_across 500 win 500+500 by CC-12-A-9
         ante_down 500 win 500+500 by CC-12-A-8
         across 500 win 500+500 by CC-12-A-9
         down 1000 win 2000+1000 by CC-12-A-8
         middle 1500 win 3000+1500 by CC-12-A-8
         net 6500",
    );
    for community in ["6d 7d 3c 9d 8h", "3c 9d 2d 7d 8h"] {
        let plain = round(community, "6s 4h");
        assert_eq!(even(plain.clone()).settled(), plain.settled());
    }
}

/// CC-6-A, I-69: A-2-3-4-5 is a straight, and of one suit a straight flush, unless the submission says otherwise.
#[test]
fn a_low_ace_is_an_option() {
    // Across: ace to five. Down: ace high.
    let mixed = round("3c 4d 9h Kd 5h", "As 2h");
    assert_eq!(mixed.settled().seats[0].wagers[0].clause.unwrap().as_str(), "CC-12-A-6");
    let off = mixed.with("rules.options.low_ace", false);
    assert_eq!(off.settled().seats[0].net.get(), -4000);
    let suited = round("3s 4s 9h Kd 5s", "As 2s");
    assert_eq!(suited.settled().seats[0].wagers[0].clause.unwrap().as_str(), "CC-12-A-2");
    let off = suited.with("rules.options.low_ace", false);
    assert_eq!(off.settled().seats[0].wagers[0].clause.unwrap().as_str(), "CC-12-A-5");
}

/// A royal flush across, a straight flush down.
fn best_round(ante: i64, decisions: &str) -> Round {
    Round::of("criss_cross_md", &format!("{TABLES}, five_card_bonus standard")).community("As Ks 8s 9s Ts").seat(
        2,
        "Qs Js",
        &format!("ante {ante}, five_card_bonus 100"),
        decisions,
    )
}

/// CC-12-B, I-07: section A wins no more than $50,000 a hand, spent in order; the Five Card Bonus is outside.
#[test]
fn the_limit_covers_antes_and_bets() {
    // Royal 500 x 2000 and twice 500 x 6000, straight flush 100 x 2000 and 100 x 6000: 7,800,000.
    best_round(2000, "across 3, down 3, middle 3").pays(
        "seat 2: across royal_flush, down straight_flush, community flush
         ante_across 2000 win 1000000+2000 by CC-12-A-1
         ante_down 2000 win 200000+2000 by CC-12-A-2
         across 6000 win 3000000+6000 by CC-12-A-1
         down 6000 win 600000+6000 by CC-12-A-2
         middle 6000 win 200000+6000 by CC-12-A-1
         five_card_bonus 100 win 1000+100 by CC-12-C-5
         cap 7800000 to 5000000, unpaid 2800000
         net 5001000",
    );
}

/// CC-12-B-2: the best round at the least bets, 1700 units (1102 with even-money antes), is always paid in full.
#[test]
fn the_best_round_at_the_minimum_is_paid_in_full() {
    let round = best_round(10_000, "across 1, down 1, middle 1").with("rules.minimum_cents", 10_000);
    let seat = &round.settled().seats[0];
    assert_eq!((seat.cap, seat.net.get()), (None, 1700 * 10_000 + 1000));
    let even = round.clone().with("rules.options.ante_payout", "even_money");
    let seat = &even.settled().seats[0];
    assert_eq!((seat.cap, seat.net.get()), (None, 1102 * 10_000 + 1000));
    // One cent less as the minimum, and the limit is 1700 cents less.
    let seat = &round.with("rules.minimum_cents", 9_999).settled().seats[0];
    assert_eq!(seat.cap.unwrap().unpaid.get(), 1700);
}

/// CC-12-A-1 to CC-12-A-7, CC-12-C-1 to CC-12-C-8: the rows of both tables.
#[test]
fn every_row_pays_its_odds() {
    let wins = |community: &str, own: &str| {
        let answer = Round::of("criss_cross_md", &format!("{TABLES}, five_card_bonus standard"))
            .community(community)
            .seat(1, own, "ante 100, five_card_bonus 100", "across 1, down 1, middle 1")
            .settled();
        let win = |place: usize| answer.seats[0].wagers[place].win.get();
        [win(2), win(3), win(5)]
    };
    // Across, Down, Five Card Bonus.
    assert_eq!(wins("Qs Ts As Ks Js", "8s 9s"), [10_000, 800, 25_000], "straight flush, flush; a royal cross");
    assert_eq!(wins("7s 7h 2c 3d 7d", "7c 5h"), [4000, 0, 400], "four of a kind; three in the cross");
    assert_eq!(wins("7s 7h 5c 7d 5h", "5d 7c"), [1200, 1200, 1500], "full houses; a full cross");
    assert_eq!(wins("9s Td Qc Kd Jh", "8d 7c"), [500, 0, 600], "straight; a straight cross");
    assert_eq!(wins("9s 9d 9c 9h Jh", "8d Jc"), [200, 200, 4000], "two pair twice; four in the cross");
    assert_eq!(wins("4s 5s 6s 7s 8s", "Ks As"), [800, 800, 10_000], "flushes; a straight flush cross");
    assert_eq!(wins("2s 2d 3c 3h Jh", "8d 8c"), [200, 200, 300], "two pair twice; two pair in the cross");
}
