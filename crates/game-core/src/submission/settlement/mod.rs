//! Rules for settling hands without a table: letters of paytables and little else. Everything not given is as free as
//! the rules of the game allow, or takes its default.

mod document;
mod meters;
mod side;

pub use document::{PaytableChoice, SettlementMeter, SettlementOptions, SettlementRules};
pub(crate) use meters::{known_meter_names, meter_names};

use super::build::{Least, Parts, Specials, assemble, limit_or_refuse};
use super::check::Check;
use super::options;
use super::table::Table;
use super::wagers::{BaseTables, base_tables};
use crate::document::{Field, Problem, ProblemCode, Problems};
use crate::game::GameId;
use crate::money::Cents;
use crate::paytable::Schedule;
use crate::rules::{DealingMethod, Decks, Equipment, Fees, Rules, ShuffleMethod, Stakes};

/// The least bet where nothing is said: one cent.
const LEAST: Cents = Cents::new(1);

/// The name under which Bonus Spin Xtreme's Community wheels are chosen; the Hot Spot's letters when absent.
const XTREME_COMMUNITY: &str = "bonus_spin_xtreme_community";

/// Builds rules from the letters of paytables.
///
/// # Errors
/// Every problem there is, not only the first.
pub fn for_settlement(document: &SettlementRules) -> Result<Rules, Vec<Problem>> {
    let mut check = Check::new(document.game, Problems::default());
    let rules = examine(&mut check, document);
    check.permit(rules).map_err(|problems| {
        // Two stakes that share one setting find fault with it twice.
        let mut once: Vec<Problem> = Vec::new();
        for problem in problems {
            if !once.contains(&problem) {
                once.push(problem);
            }
        }
        once
    })
}

fn examine(check: &mut Check, document: &SettlementRules) -> Option<Rules> {
    names(check, document);
    side::options_in_use(check, document);
    let base = base(check, document);
    let bonuses = side::bonuses(check, document);
    let specials = Specials {
        progressive: side::progressive(check, document),
        bonus_spin: side::bonus_spin(check, document),
        xtreme: side::xtreme(check, document),
    };
    meters::names(check, document, &specials);
    let readings = options::check(check, &document.options.shared());
    let fees = fees(check, document);
    let minimum_field = Field::of("minimum_cents");
    let minimum = amount(check, &minimum_field, document.minimum_cents);
    let field = Field::of("options").child("win_em_all_minimum_cents");
    let win_em_all = amount(check, &field, document.options.win_em_all_minimum_cents);
    let (base, readings, minimum, win_em_all) = (base?, readings?, minimum?, win_em_all?);
    let least = Least { base: minimum.unwrap_or(Cents::ZERO), win_em_all: win_em_all.unwrap_or(Cents::ZERO) };
    let limit = limit_or_refuse(check, &minimum_field, base, &least, &readings)?;
    let (table, equipment) = (table(check, minimum), equipment(document.game));
    Some(assemble(Parts { table, base: (base, fees?), bonuses, specials, equipment, limit, readings }))
}

/// Refuses paytables for schedules the game does not have.
fn names(check: &mut Check, document: &SettlementRules) {
    let game = document.game;
    let offered = Schedule::ALL.into_iter().filter(|schedule| schedule.offered_by(game)).map(Schedule::name);
    let mut known: Vec<&str> = offered.collect();
    if game == GameId::CrissCross {
        known.push(XTREME_COMMUNITY);
    }
    for name in document.paytables.keys().filter(|name| !known.contains(&name.as_str())) {
        let message = format!("{} has no such paytable", game.title());
        let clause = check.demands.base_wager;
        check.refuse(&place(name), ProblemCode::NotOfThisGame, clause, message, known.join(", "));
    }
}

/// The place of a paytable in the document.
fn place(name: &str) -> Field {
    Field::of("paytables").child(name)
}

fn base(check: &mut Check, document: &SettlementRules) -> Option<BaseTables> {
    let schedules: &[Schedule] = match document.game {
        GameId::LetItRide | GameId::California => &[Schedule::LetItRide],
        GameId::CrissCross => &[Schedule::CrissCrossPoker],
        GameId::Stud235 => &[Schedule::TwoCardPoker, Schedule::ThreeCardPoker, Schedule::FiveCardPoker],
    };
    let mut sound = true;
    for schedule in schedules {
        let field = place(schedule.name());
        let chosen = side::letter(check, &field, document.paytables.get(schedule.name()));
        sound &= chosen.is_some_and(|letter| check.paytable(&field, *schedule, letter).is_some());
    }
    let first = schedules.first().and_then(|schedule| document.paytables.get(schedule.name()));
    let letter = first.and_then(PaytableChoice::letter);
    sound.then(|| base_tables(check, &place("base"), letter)).flatten()
}

fn amount(check: &mut Check, field: &Field, amount: Option<i64>) -> Option<Option<Cents>> {
    let Some(_) = amount else { return Some(None) };
    check.cents(field, amount, LEAST, Cents::WAGER_MAX, check.demands.limits).map(Some)
}

fn fees(check: &mut Check, document: &SettlementRules) -> Option<Fees> {
    let given = document.options.fees.as_ref().filter(|_| document.game == GameId::California);
    given.map_or(Some(options::NO_FEES), |fees| options::fees(check, Some(fees)))
}

fn table(check: &Check, minimum: Option<Cents>) -> Table {
    let seats = u8::try_from(check.demands.seats_max).unwrap_or(1);
    let boxes_per_player = match check.game {
        GameId::LetItRide | GameId::Stud235 => seats,
        GameId::CrissCross | GameId::California => 1,
    };
    Table {
        name: "settlement".to_owned(),
        approval: "settlement".to_owned(),
        seats,
        boxes_per_player,
        base_stakes: Stakes::Between { min: minimum.unwrap_or(LEAST), max: Cents::WAGER_MAX },
    }
}

fn equipment(game: GameId) -> Equipment {
    Equipment {
        dealing: DealingMethod::AutomatedShoe,
        fallback: Vec::new(),
        shuffle: ShuffleMethod::Machine { counts_cards: true },
        shuffler_loads_shoe: false,
        decks: if game == GameId::California { Decks::Two } else { Decks::One },
        card_reader: false,
        virtual_shoe: false,
        progressive_system: true,
        self_reshuffling: None,
        deck_hours: None,
        stub_count_every: None,
    }
}
