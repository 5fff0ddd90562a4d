//! Every par sheet there is, and the choice among them.

mod request;
mod settings;

pub use request::Request;

use crate::criss_cross::Reading;
use crate::library::Library;
use crate::par::{self, FeeTerms, Terms};
use crate::sheet::Sheet;
use crate::side::DOLLAR;
use crate::stud235::{self, Tables};
use game_core::game::GameId;
use game_core::hand::LowAce;
use game_core::money::Cents;
use game_core::paytable::{Paytable, Schedule, Wheel, community_wheel, floors, paytables, wheels, xtreme_letters};
use game_core::rules::{
    AntePayout, BonusSpinRules, MeterRules, PartialAwardFloor, Prize, QualifyingEvent, Stakes, WheelRules,
    WheelSegment, XtremeStake,
};
use game_core::wager::{Level, Wager};
use settings::Settings;

/// The wagers of a game that have sheets, each with the schedule its letters belong to.
pub(crate) const fn wagers(game: GameId) -> &'static [(Wager, Schedule)] {
    match game {
        GameId::LetItRide => &[
            (Wager::LetItRide, Schedule::LetItRide),
            (Wager::FiveCardBonus, Schedule::FiveCardBonus),
            (Wager::ThreeCardBonus, Schedule::ThreeCardBonus),
            (Wager::SixCardBonus, Schedule::SixCardBonus),
            (Wager::ProgressivePayout, Schedule::ProgressivePayout),
        ],
        GameId::Stud235 => &[
            (Wager::TwoThreeFive, Schedule::FiveCardPoker),
            (Wager::WinEmAllBonus, Schedule::WinEmAllBonus),
            (Wager::ProgressivePayout, Schedule::ProgressivePayout),
        ],
        GameId::CrissCross => &[
            (Wager::Ante, Schedule::CrissCrossPoker),
            (Wager::FiveCardBonus, Schedule::FiveCardBonus),
            (Wager::BonusSpinProgressive, Schedule::BonusSpinProgressive),
            (Wager::BonusSpinXtremeProgressive, Schedule::BonusSpinXtremeProgressive),
        ],
        GameId::California => &[(Wager::LetItRide, Schedule::LetItRide)],
    }
}

/// The letters a wager's paytables or wheels have.
pub(crate) fn letters(game: GameId, schedule: Schedule) -> Vec<&'static str> {
    let tables = paytables(game, schedule).iter().map(|table| table.letter);
    tables.chain(wheels(game, schedule).iter().map(|wheel| wheel.letter)).collect()
}

/// The sheets a request asks for.
///
/// # Errors
/// One line that names what is not known and what would be.
pub fn sheets(request: &Request, library: &Library<'_>) -> Result<Vec<Sheet>, String> {
    let chosen = request.chosen()?;
    let settings = Settings::read(&request.options)?;
    let maker = Maker { settings: &settings, library };
    let mut sheets = Vec::new();
    for (game, wager, schedule, letter) in chosen {
        match paytables(game, schedule).iter().find(|table| table.letter == letter) {
            Some(table) => sheets.extend(maker.of_table(game, wager, table)?),
            None => {
                let wheel = wheels(game, schedule).iter().find(|wheel| wheel.letter == letter);
                sheets.extend(wheel.map(|wheel| maker.of_wheel(wager, wheel)).transpose()?.unwrap_or_default());
            }
        }
    }
    Ok(sheets)
}

struct Maker<'a> {
    settings: &'a Settings,
    library: &'a Library<'a>,
}

impl Maker<'_> {
    fn of_table(&self, game: GameId, wager: Wager, table: &'static Paytable) -> Result<Vec<Sheet>, String> {
        let stake = self.settings.stake.unwrap_or(DOLLAR);
        Ok(match (game, wager) {
            (GameId::California, _) => vec![par::california(table, self.fees().as_ref())],
            (_, Wager::LetItRide) => vec![par::let_it_ride(table)],
            (GameId::CrissCross, Wager::FiveCardBonus) => {
                self.aces().into_iter().map(|ace| par::cross_bonus(table, ace)).collect()
            }
            (_, Wager::FiveCardBonus) => vec![par::five_card_bonus(table, stake)],
            (_, Wager::ThreeCardBonus) => vec![par::three_card_bonus(table)],
            (_, Wager::SixCardBonus) => vec![par::six_card_bonus(table, stake)],
            (_, Wager::ProgressivePayout) => vec![par::progressive(game, table, &self.terms(game, table))],
            (_, Wager::TwoThreeFive | Wager::WinEmAllBonus) => self.stud(wager, table),
            (_, Wager::Ante) => self.criss_cross(),
            (_, Wager::BonusSpinProgressive | Wager::BonusSpinXtremeProgressive) => Vec::new(),
        })
    }

    fn stud(&self, wager: Wager, table: &Paytable) -> Vec<Sheet> {
        let Some(tables) = Tables::printed() else { return Vec::new() };
        let wanted = |wanted: Option<bool>, ace: LowAce| wanted.is_none_or(|wanted| wanted == (ace == LowAce::Counts));
        let Settings { low_ace_two_card: two, low_ace_three_card: three, .. } = *self.settings;
        let readings = stud235::readings();
        let readings = readings.into_iter().filter(|ace| wanted(two, ace.two_card) && wanted(three, ace.three_card));
        let endings = self.library.endings();
        readings
            .map(|ace| match wager {
                Wager::WinEmAllBonus => par::win_em_all(table, tables, ace, endings),
                _ => par::stud(tables, ace, endings),
            })
            .collect()
    }

    fn criss_cross(&self) -> Vec<Sheet> {
        let aces = self.aces();
        let wanted = |payout: AntePayout| self.settings.ante_payout.is_none_or(|wanted| wanted == payout);
        let readings = Reading::ALL.into_iter().filter(|reading| wanted(reading.ante_payout));
        let readings = readings.filter(|reading| aces.contains(&reading.low_ace));
        readings.filter_map(|reading| par::criss_cross(reading, &self.library.criss_cross(reading)?)).collect()
    }

    /// Both readings of the five-card ace, or the one asked for.
    fn aces(&self) -> Vec<LowAce> {
        match self.settings.low_ace {
            None => vec![LowAce::Counts, LowAce::HighOnly],
            Some(true) => vec![LowAce::Counts],
            Some(false) => vec![LowAce::HighOnly],
        }
    }

    fn fees(&self) -> Option<FeeTerms> {
        let Settings { fees, bet, .. } = *self.settings;
        (fees.per_bet > Cents::ZERO || fees.per_banked_hand > Cents::ZERO)
            .then(|| FeeTerms { fees, bets: vec![bet.unwrap_or(DOLLAR)] })
    }

    /// Rates and resets asked for; none where no rate is.
    fn terms(&self, game: GameId, table: &Paytable) -> Vec<Terms> {
        let floors = floors(game, Schedule::ProgressivePayout, table.letter);
        let known = |level: Level| self.settings.meter(level).is_some();
        if !floors.iter().any(|floor| known(floor.level)) {
            return Vec::new();
        }
        let meters = floors.iter().filter_map(|floor| self.settings.terms(floor.level, floor.reset_min)).collect();
        let stake = self.settings.stake.unwrap_or(DOLLAR);
        vec![Terms { stake, meters, partial_award_floor: PartialAwardFloor::None }]
    }

    fn of_wheel(&self, wager: Wager, wheel: &'static Wheel) -> Result<Vec<Sheet>, String> {
        let sheet = if wager == Wager::BonusSpinProgressive { self.bonus_spin(wheel)? } else { self.xtreme(wheel)? };
        Ok(vec![sheet])
    }

    fn bonus_spin(&self, wheel: &'static Wheel) -> Result<Sheet, String> {
        let floor = floors(GameId::CrissCross, Schedule::BonusSpinProgressive, wheel.letter).first();
        let floor = floor.map_or(Cents::ZERO, |floor| floor.reset_min);
        let meter = self.settings.meter_cents.unwrap_or(floor);
        let Some(weights) = &self.settings.weights else { return Ok(par::bonus_spin(wheel, None, meter)) };
        let rules = BonusSpinRules {
            wheel: built(wheel, weights, "weights")?,
            accepted: Stakes::OneOf(vec![BonusSpinRules::TRIGGER_STAKE]),
            meter: None,
            prize: Some(Prize { value: self.settings.prize.unwrap_or(floor), item: None }),
            community: "A",
        };
        Ok(par::bonus_spin(wheel, Some(&rules), meter))
    }

    fn xtreme(&self, wheel: &'static Wheel) -> Result<Sheet, String> {
        let event = self.settings.event.unwrap_or(QualifyingEvent::CommunityThreeOfAKindOrBetter);
        let ace = if self.settings.low_ace == Some(false) { LowAce::HighOnly } else { LowAce::Counts };
        let stakes = [100, 200, 500].map(Cents::new);
        let stake = stakes.into_iter().find(|stake| xtreme_letters(*stake).contains(&wheel.letter)).unwrap_or(DOLLAR);
        let (Some(weights), Some(others)) = (&self.settings.weights, &self.settings.community_weights) else {
            return Ok(par::xtreme_unweighted(wheel, stake, event, ace));
        };
        let community = community_wheel(wheel.letter).ok_or("there is no Community wheel of this letter")?;
        let floor = floors(GameId::CrissCross, Schedule::BonusSpinXtremeProgressive, wheel.letter).first();
        let reset = floor.map_or(Cents::ZERO, |floor| floor.reset_min);
        let rules = XtremeStake {
            stake,
            hot_spot: built(wheel, weights, "weights")?,
            community: built(community, others, "community_weights")?,
            meter: MeterRules {
                level: Level::Main,
                initial: reset,
                reset,
                rate: game_core::money::Ppm::new(0),
                limit: None,
            },
        };
        Ok(par::xtreme(&rules, event, ace, self.settings.meter_cents.unwrap_or(reset)))
    }
}

/// A wheel with one weight for each printed line.
fn built(wheel: &'static Wheel, weights: &[u32], option: &str) -> Result<WheelRules, String> {
    if weights.len() != wheel.segments.len() {
        let (wanted, letter) = (wheel.segments.len(), wheel.letter);
        return Err(format!("option '{option}' has {} numbers: wheel {letter} needs {wanted}", weights.len()));
    }
    let segment = |(line, weight): (&'static _, &u32)| WheelSegment { line, weight: *weight, tier: None };
    Ok(WheelRules { wheel, segments: wheel.segments.iter().zip(weights).map(segment).collect() })
}
