//! The par sheet of each kind of wager.

mod base;
mod progressive;
mod wheels;

pub(crate) use base::{FeeTerms, california, criss_cross, let_it_ride, stud};
pub(crate) use progressive::{LEVELS, Terms, progressive};
pub(crate) use wheels::{EVENTS, bonus_spin, event_name, xtreme, xtreme_unweighted};

use crate::digest;
use crate::sheet::{Builder, Sheet, flag};
use crate::side::{self, DOLLAR};
use crate::stud235::{self, Endings, Tables};
use game_core::game::GameId;
use game_core::hand::LowAce;
use game_core::money::Cents;
use game_core::paytable::Paytable;
use game_core::rules::LowAceReadings;
use game_core::wager::Wager;

/// A sheet for the rows of one paytable.
fn of_table(game: GameId, wager: Wager, table: &Paytable) -> Builder {
    Builder::new(game, wager, table.letter, digest::of_rows(table.rows.iter()))
}

/// Let It Ride's Five Card Bonus, whose flat amounts are measured against the stake.
pub(crate) fn five_card_bonus(table: &Paytable, stake: Cents) -> Sheet {
    let builder = of_table(GameId::LetItRide, Wager::FiveCardBonus, table);
    builder.side(&side::five_card(table, LowAce::Counts, stake)).finish()
}

/// Three Card Bonus.
pub(crate) fn three_card_bonus(table: &Paytable) -> Sheet {
    let builder = of_table(GameId::LetItRide, Wager::ThreeCardBonus, table);
    builder.side(&side::three_card(table, LowAce::Counts)).finish()
}

/// Six Card Bonus for a stake.
pub(crate) fn six_card_bonus(table: &Paytable, stake: Cents) -> Sheet {
    let builder = of_table(GameId::LetItRide, Wager::SixCardBonus, table);
    builder.side(&side::six_card(table, LowAce::Counts, stake)).finish()
}

/// Criss Cross' Five Card Bonus.
pub(crate) fn cross_bonus(table: &Paytable, ace: LowAce) -> Sheet {
    let builder = of_table(GameId::CrissCross, Wager::FiveCardBonus, table).option("low_ace", flag(ace));
    builder.side(&side::five_card(table, ace, DOLLAR)).finish()
}

/// Win'em All Bonus.
pub(crate) fn win_em_all(table: &Paytable, tables: Tables, ace: LowAceReadings, endings: &Endings) -> Sheet {
    let rows = table.rows.iter().chain(tables.two.rows).chain(tables.three.rows).chain(tables.five.rows);
    let builder = Builder::new(GameId::Stud235, Wager::WinEmAllBonus, table.letter, digest::of_rows(rows))
        .option("low_ace_two_card", flag(ace.two_card))
        .option("low_ace_three_card", flag(ace.three_card));
    builder.side(&side::win_em_all(table, &stud235::play(tables, ace, endings))).finish()
}
