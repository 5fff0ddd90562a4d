//! 2-3-5 Stud, Maryland.

use super::Round;

const TABLES: &str = "two_card_poker standard, three_card_poker standard, five_card_poker standard";
const RAISE: &str = "three_card_raise raise, five_card_raise raise";
const CHECK: &str = "three_card_raise check, five_card_raise check";

/// S235-12-A-1, S235-12-B-6, S235-12-C-8, S235-12-D: raises follow their wager by the same row (I-47), and Win'em All
/// asks for all three hands (I-46). S235-11-D: seat 6 first. S235-11-B-1-b: a check leaves the wager live (I-49).
#[test]
fn raises_follow_their_wager() {
    Round::of("two_three_five_stud_md", &format!("{TABLES}, win_em_all_bonus standard"))
        .community("4d Kc")
        // Two card and three card: a pair of fours. Five card: fours full of kings.
        .seat(6, "4s 4h Ks", "two_three_five 1000, win_em_all_bonus 500", RAISE)
        // Two card: nothing. Three card: a pair of nines. Five card: a pair of nines, which does not pay (I-61).
        .seat(1, "9s 2d 9h", "two_three_five 1000, win_em_all_bonus 500", CHECK)
        .pays(
            // Seat 6: full house, 25 to 1. 1000 + 2 x 1000 + 2 x 25000 + 12 x 500.
            "seat 6: two_card pair_of_fours, three_card pair_of_fours, five_card full_house
             two_card 1000 win 1000+1000 by S235-12-A-1
             three_card 1000 win 1000+1000 by S235-12-B-6
             three_card_raise 1000 win 1000+1000 by S235-12-B-6
             five_card 1000 win 25000+1000 by S235-12-C-4
             five_card_raise 1000 win 25000+1000 by S235-12-C-4
             win_em_all_bonus 500 win 6000+500 by S235-12-D
             net 59000
             seat 1: two_card high_card, three_card pair_of_nines, five_card pair_of_nines
             two_card 1000 lose 0+0
             three_card 1000 win 1000+1000 by S235-12-B-6
             five_card 1000 lose 0+0
             win_em_all_bonus 500 lose 0+0
             net -1500",
        );
}

/// S235-11-B-3-a, S235-11-B-1-a: each raise is its own choice, one times the wager.
#[test]
fn one_raise_may_be_made_without_the_other() {
    Round::of("two_three_five_stud_md", TABLES)
        .community("4d Kc")
        .seat(3, "Ts 7h Td", "two_three_five 700", "three_card_raise raise, five_card_raise check")
        .seat(2, "Tc 7d 2s", "two_three_five 700", "three_card_raise check, five_card_raise raise")
        .pays(
            "seat 3: two_card high_card, three_card pair_of_tens, five_card pair_of_tens
             two_card 700 lose 0+0
             three_card 700 win 700+700 by S235-12-B-6
             three_card_raise 700 win 700+700 by S235-12-B-6
             five_card 700 win 700+700 by S235-12-C-9
             net 1400
             seat 2: two_card high_card, three_card high_card, five_card high_card
             two_card 700 lose 0+0
             three_card 700 lose 0+0
             five_card 700 lose 0+0
             five_card_raise 700 lose 0+0
             net -2800",
        );
}

/// S235-6-F, S235-6-E, I-55: a low ace makes A-2 and A-2-3 straights unless the submission says otherwise; five cards
/// always know it (S235-6-B). S235-12-A-3, S235-12-B-4, S235-12-C-6.
#[test]
fn a_low_ace_is_an_option_for_two_and_three_cards() {
    let round =
        Round::of("two_three_five_stud_md", TABLES).community("4d 5c").seat(1, "As 2h 3c", "two_three_five 100", RAISE);
    // 100 + 2 x 500 + 2 x 1500.
    round.clone().pays(
        "seat 1: two_card straight, three_card straight, five_card straight
         two_card 100 win 100+100 by S235-12-A-3
         three_card 100 win 500+100 by S235-12-B-4
         three_card_raise 100 win 500+100 by S235-12-B-4
         five_card 100 win 1500+100 by S235-12-C-6
         five_card_raise 100 win 1500+100 by S235-12-C-6
         net 4100",
    );
    let two_off = round.clone().with("rules.options.low_ace_two_card", false).settled();
    assert_eq!(two_off.seats[0].net.get(), 4100 - 200);
    let three_off = round.with("rules.options.low_ace_three_card", false).settled();
    assert_eq!(three_off.seats[0].net.get(), 4100 - 1200);
}

/// A royal flush with the ace, king and queen in hand, everything raised.
fn best_round() -> Round {
    Round::of("two_three_five_stud_md", &format!("{TABLES}, win_em_all_bonus standard, progressive_payout B"))
        .with("meters_cents.main", 7_000_000)
        .community("Js Ts")
        .seat(4, "As Ks Qs", "two_three_five 10000, win_em_all_bonus 1000, progressive_payout 100", RAISE)
}

/// S235-12-K, I-07, I-56: sections A to D together win no more than $50,000, spent in order; the progressive is outside.
#[test]
fn the_limit_is_spent_in_order_and_recorded() {
    // Even money 10000; mini royal 50 x 10000 twice; royal 500 x 10000 twice; 12 x 1000: 11,022,000 in all.
    // 5,000,000 less 10,000, 500,000 and 500,000 leaves 3,990,000 for the first royal bet and nothing for the rest.
    best_round().pays(
        "seat 4: two_card straight, three_card mini_royal_of_spades, five_card royal_flush
         two_card 10000 win 10000+10000 by S235-12-A-3
         three_card 10000 win 500000+10000 by S235-12-B-1
         three_card_raise 10000 win 500000+10000 by S235-12-B-1
         five_card 10000 win 3990000+10000 by S235-12-C-1
         five_card_raise 10000 win 0+10000 by S235-12-C-1
         win_em_all_bonus 1000 win 0+1000 by S235-12-D
         progressive_payout 100 win 7000000+0 by S235-12-E-2-a
         cap 11022000 to 5000000, unpaid 6022000
         net 11999900
         main at seat 4: 100% pays 7000000, 7000000000000 to 0 by S235-12-E-2-a
         main at seat 4: reset adds 200000000000, 0 to 200000000000 by S235-12-G
         main 200000",
    );
}

/// S235-12-K-2: where the best round at the least bets is more than $50,000, that is the limit: 1101 units, and 12 times
/// the least Win'em All stake.
#[test]
fn a_high_minimum_raises_the_limit() {
    let high = best_round().with("rules.minimum_cents", 10_000);
    let seat = &high.settled().seats[0];
    let cap = seat.cap.unwrap();
    // 1101 x 10000 = 11,010,000: Win'em All's 12,000 find nothing left.
    assert_eq!([cap.uncapped, cap.limit, cap.unpaid].map(|cents| cents.get()), [11_022_000, 11_010_000, 12_000]);
    assert_eq!(
        seat.wagers.iter().map(|bet| bet.win.get()).collect::<Vec<_>>(),
        [10_000, 500_000, 500_000, 5_000_000, 5_000_000, 0, 7_000_000]
    );
    let higher = high.with("rules.options.win_em_all_minimum_cents", 1000).settled();
    assert_eq!(higher.seats[0].cap, None);
    assert_eq!(higher.seats[0].net.get(), 11_022_000 + 7_000_000 - 100);
}

/// S235-12-A-2, S235-12-B-2, S235-12-B-3, S235-12-B-5, S235-12-C-2, S235-12-C-3, S235-12-C-5, S235-12-C-7: the other
/// rows, and the progressive's "for 1" rows for $5 (S235-12-E-1-c to S235-12-E-1-g).
#[test]
fn every_row_pays_its_odds() {
    let net = |community: &str, own: &str| {
        let round = Round::of("two_three_five_stud_md", &format!("{TABLES}, progressive_payout A"))
            .community(community)
            .seat(1, own, "two_three_five 100, progressive_payout 500", CHECK);
        round.settled().seats[0].wagers.iter().map(|bet| bet.win.get()).collect::<Vec<_>>()
    };
    // Two, three and five cards, progressive.
    assert_eq!(net("5h 8h", "2h Kh 9h"), [100, 300, 2000, 20_000], "flushes");
    assert_eq!(net("5h 6h", "8h 9h 7h"), [100, 2000, 25_000, 100_000], "straight flushes, 10% of $10,000");
    assert_eq!(net("7d Ks", "7s 7h 7c"), [100, 1000, 10_000, 150_000], "three and four of a kind");
    assert_eq!(net("Kd Ks", "7s 7h Kc"), [100, 100, 2500, 25_000], "a full house");
    assert_eq!(net("7d Ks", "7s 7h 2c"), [100, 100, 700, 4500], "three of a kind");
    assert_eq!(net("Ad Ks", "Qs Th Jc"), [0, 500, 1500, 15_000], "a straight");
    assert_eq!(net("Kd Ks", "7s 3h 7c"), [0, 100, 300, 0], "two pair");
}
