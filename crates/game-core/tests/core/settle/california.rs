//! Let It Ride, California: the player-dealer's wager covers payoffs made and bets collected, in order, and no more.

use super::Round;
use serde_json::json;

const RIDE: &str = "bet_1 ride, bet_2 ride";

fn round(bank: i64) -> Round {
    Round::of("let_it_ride_ca", "let_it_ride LIRX-01")
        .with("bank", json!({"seat": 1, "wager_cents": bank}))
        .community("Kc 5d")
}

/// CAL-round-8, CAL-round-10, CAL-round-3-b, CAL-round-5-b, CAL-paytable-lirx-01-7: a bank with plenty pays and collects.
#[test]
fn a_rich_bank_pays_and_collects_everything() {
    round(100_000)
        .seat(2, "Kd Ks 3h", "let_it_ride 500", RIDE)
        .seat(7, "9s 9h 2c", "let_it_ride 500", "bet_1 withdraw, bet_2 withdraw")
        .pays(
            // The bank collects 500 and pays 3 x 1500.
            "seat 7: five_card pair_of_nines
             bet_1 500 withdrawn 0+500 by CAL-round-3-b
             bet_2 500 withdrawn 0+500 by CAL-round-5-b
             bet_3 500 lose 0+0
             net -500
             seat 2: five_card three_of_a_kind
             bet_1 500 win 1500+500 by CAL-paytable-lirx-01-7
             bet_2 500 win 1500+500 by CAL-paytable-lirx-01-7
             bet_3 500 win 1500+500 by CAL-paytable-lirx-01-7
             net 4500
             bank -4000",
        );
}

/// CAL-betting-4, CAL-round-11, CAL-round-13, I-95, I-109: a win is covered in part, and what comes later returns.
#[test]
fn coverage_ends_in_the_middle_of_a_win() {
    // 4000 covers 1500 + 1500 of seat 5's payoffs and 1000 of the third. Seat 2's bets all return.
    round(4000)
        .seat(5, "Kd Ks 3h", "let_it_ride 500", RIDE)
        .seat(2, "9s 9h 2c", "let_it_ride 500", "bet_1 ride, bet_2 withdraw")
        .pays(
            "seat 5: five_card three_of_a_kind
             bet_1 500 win 1500+500 by CAL-paytable-lirx-01-7
             bet_2 500 win 1500+500 by CAL-paytable-lirx-01-7
             bet_3 500 win 1000+500 by CAL-paytable-lirx-01-7
             net 4000
             seat 2: five_card pair_of_nines
             bet_1 500 returned 0+500 by CAL-round-13
             bet_2 500 withdrawn 0+500 by CAL-round-5-b
             bet_3 500 returned 0+500 by CAL-round-13
             net 0
             bank -4000",
        );
}

/// CAL-round-13, I-95: a loss is collected as far as the coverage goes; bets collected never add to it.
#[test]
fn coverage_ends_in_the_middle_of_a_loss() {
    // 1800 covers three losing bets of 500 at seat 5 and 300 of seat 2's first.
    round(1800).seat(5, "9s 9h 2c", "let_it_ride 500", RIDE).seat(2, "8s 8h 2d", "let_it_ride 500", RIDE).pays(
        "seat 5: five_card pair_of_nines
             bet_1 500 lose 0+0
             bet_2 500 lose 0+0
             bet_3 500 lose 0+0
             net -1500
             seat 2: five_card pair_of_eights
             bet_1 500 lose 0+200
             bet_2 500 returned 0+500 by CAL-round-13
             bet_3 500 returned 0+500 by CAL-round-13
             net -300
             bank 1800",
    );
}

/// I-95: wins and losses use the same coverage, so the order of the seats decides.
#[test]
fn wins_and_losses_share_the_coverage() {
    // Seat 6 loses 1500 of 2000; seat 3's first payoff of 1500 finds 500.
    let answer =
        round(2000).seat(6, "9s 9h 2c", "let_it_ride 500", RIDE).seat(3, "Kd Ks 3h", "let_it_ride 500", RIDE).settled();
    assert_eq!(answer.seats.iter().map(|seat| seat.net.get()).collect::<Vec<_>>(), [-1500, 500]);
    assert_eq!(answer.bank.unwrap().net.get(), 1000);
    // The other way round the payoffs of 1500 and 500 use everything up, and nothing is collected.
    let answer =
        round(2000).seat(3, "9s 9h 2c", "let_it_ride 500", RIDE).seat(6, "Kd Ks 3h", "let_it_ride 500", RIDE).settled();
    assert_eq!(answer.seats.iter().map(|seat| seat.net.get()).collect::<Vec<_>>(), [2000, 0]);
    assert_eq!(answer.bank.unwrap().net.get(), -2000);
}

/// CAL-paytable-lirx-02-1, CAL-paytable-lirx-03-1: the tables differ; a royal flush pays 1000, 500 or 100 to 1.
#[test]
fn each_table_pays_its_own_odds() {
    for (table, odds) in [("LIRX-01", 1000), ("LIRX-02", 500), ("LIRX-03", 100)] {
        let answer = Round::of("let_it_ride_ca", &format!("let_it_ride {table}"))
            .with("bank", json!({"seat": 7, "wager_cents": 100_000_000}))
            .community("Ts Js")
            .seat(6, "Qs Ks As", "let_it_ride 100", RIDE)
            .settled();
        assert_eq!(answer.seats[0].net.get(), 3 * 100 * odds);
        assert_eq!(answer.bank.unwrap().net.get(), -3 * 100 * odds);
    }
}

/// CAL-fees-5: fees are flat and taken apart; settling a round does not touch them.
#[test]
fn fees_are_no_part_of_a_settlement() {
    let plain = round(9000).seat(2, "Kd Ks 3h", "let_it_ride 500", RIDE);
    let fees = json!({"per_bet_cents": 50, "per_banked_hand_cents": 200});
    assert_eq!(plain.clone().with("rules.options.fees", fees).settled(), plain.settled());
}
