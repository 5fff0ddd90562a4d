//! The par sheets of the base games.

use super::of_table;
use crate::criss_cross::{self, CrissCrossPlayed, Reading};
use crate::digest;
use crate::progressive::{dollars, of};
use crate::ratio::Ratio;
use crate::sheet::{Builder, Sheet, Value, base_fields, flag};
use crate::strategy::{criss_cross_stages, let_it_ride_stages, stud_stages};
use crate::stud235::{self, Endings, Tables};
use game_core::game::GameId;
use game_core::money::Cents;
use game_core::paytable::Paytable;
use game_core::rules::{AntePayout, Fees, LowAceReadings};
use game_core::wager::Wager;

/// Let It Ride's three bets in Maryland.
pub(crate) fn let_it_ride(table: &Paytable) -> Sheet {
    let builder = of_table(GameId::LetItRide, Wager::LetItRide, table);
    base_fields(builder, &crate::let_it_ride::play(table), &let_it_ride_stages(table)).finish()
}

/// 2-3-5 Stud's three wagers.
pub(crate) fn stud(tables: Tables, ace: LowAceReadings, endings: &Endings) -> Sheet {
    let rows = tables.two.rows.iter().chain(tables.three.rows).chain(tables.five.rows);
    let builder = Builder::new(GameId::Stud235, Wager::TwoThreeFive, tables.five.letter, digest::of_rows(rows))
        .option("low_ace_two_card", flag(ace.two_card))
        .option("low_ace_three_card", flag(ace.three_card));
    let played = stud235::play(tables, ace, endings);
    base_fields(builder, &played.base, &stud_stages(tables, ace.three_card)).finish()
}

/// Criss Cross' antes and bets.
pub(crate) fn criss_cross(reading: Reading, played: &CrissCrossPlayed) -> Option<Sheet> {
    let ante_payout = match reading.ante_payout {
        AntePayout::Paytable => "paytable",
        AntePayout::EvenMoney => "even_money",
    };
    let builder = of_table(GameId::CrissCross, Wager::Ante, criss_cross::printed()?)
        .option("ante_payout", Value::text(ante_payout))
        .option("low_ace", flag(reading.low_ace));
    Some(base_fields(builder, &played.base, &criss_cross_stages(played)).finish())
}

/// California's fees and the bets they are measured against.
pub(crate) struct FeeTerms {
    pub(crate) fees: Fees,
    pub(crate) bets: Vec<Cents>,
}

/// California's three bets, banked by a player-dealer whose wager covers all action.
pub(crate) fn california(table: &Paytable, terms: Option<&FeeTerms>) -> Sheet {
    let builder = of_table(GameId::California, Wager::LetItRide, table);
    let played = crate::let_it_ride::play(table);
    let (edge, risk) = (played.tally.house_edge(), played.tally.element_of_risk());
    let fees = match terms {
        Some(terms) => Value::List(terms.bets.iter().map(|bet| fee_effect(edge, &terms.fees, *bet)).collect()),
        None => Value::Missing,
    };
    base_fields(builder, &played, &let_it_ride_stages(table))
        .figure("player_dealer_result_per_base_unit", edge)
        .figure("player_dealer_result_per_unit_of_action", risk)
        .field("fee_rule", Value::text(FEE_RULE))
        .field("fees", fees)
        .finish()
}

const FEE_RULE: &str = "a bettor loses house_edge + 3 x per_bet / bet of one bet a hand; the player-dealer gains \
    house_edge x bet for each bettor, less per_banked_hand";

/// What flat fees do to both sides when each of the three bets is this large.
fn fee_effect(edge: Ratio, fees: &Fees, bet: Cents) -> Value {
    let paid = Ratio::whole(3) * of(fees.per_bet, bet);
    let banked = of(fees.per_banked_hand, bet);
    Value::fields([
        ("bet_cents", Value::Whole(bet.get().into())),
        ("bettor_fee_per_base_unit", Value::Figure(paid)),
        ("bettor_loss_per_base_unit", Value::Figure(edge + paid)),
        ("player_dealer_gain_per_bettor_dollars", Value::Figure(edge * dollars(bet))),
        ("player_dealer_fee_per_hand_dollars", Value::Figure(dollars(fees.per_banked_hand))),
        ("bettors_that_pay_the_banked_hand_fee", Value::Figure(banked / edge)),
    ])
}
