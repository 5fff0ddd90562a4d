//! The options that change or complete figures, read from text.

use crate::par::{EVENTS, LEVELS, event_name};
use crate::progressive::MeterTerms;
use game_core::game::GameId;
use game_core::money::{Cents, Ppm};
use game_core::rules::{AntePayout, Fees, QualifyingEvent};
use game_core::wager::{Level, Wager};

/// The options a wager's sheets know.
pub(super) const fn options_of(game: GameId, wager: Wager) -> &'static [&'static str] {
    match (game, wager) {
        (GameId::California, _) => &["per_bet_cents", "per_banked_hand_cents", "bet_cents"],
        (_, Wager::LetItRide | Wager::ThreeCardBonus) => &[],
        (GameId::CrissCross, Wager::FiveCardBonus) => &["low_ace"],
        (_, Wager::FiveCardBonus | Wager::SixCardBonus) => &["stake_cents"],
        (_, Wager::TwoThreeFive | Wager::WinEmAllBonus) => &["low_ace_two_card", "low_ace_three_card"],
        (_, Wager::ProgressivePayout) => &[
            "stake_cents",
            "rate_ppm_main",
            "rate_ppm_mega",
            "rate_ppm_major",
            "rate_ppm_minor",
            "reset_cents_main",
            "reset_cents_mega",
            "reset_cents_major",
            "reset_cents_minor",
        ],
        (_, Wager::Ante) => &["ante_payout", "low_ace"],
        (_, Wager::BonusSpinProgressive) => &["weights", "prize_cents", "meter_cents"],
        (_, Wager::BonusSpinXtremeProgressive) => {
            &["qualifying_event", "low_ace", "weights", "community_weights", "meter_cents"]
        }
    }
}

/// A meter's rate and reset, as far as they were given.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct MeterOptions {
    rate: Option<u32>,
    reset: Option<Cents>,
}

/// Every option, as far as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) low_ace: Option<bool>,
    pub(super) low_ace_two_card: Option<bool>,
    pub(super) low_ace_three_card: Option<bool>,
    pub(super) ante_payout: Option<AntePayout>,
    pub(super) event: Option<QualifyingEvent>,
    pub(super) weights: Option<Vec<u32>>,
    pub(super) community_weights: Option<Vec<u32>>,
    pub(super) prize: Option<Cents>,
    pub(super) meter_cents: Option<Cents>,
    pub(super) stake: Option<Cents>,
    pub(super) bet: Option<Cents>,
    pub(super) fees: Fees,
    meters: [MeterOptions; 4],
}

impl Settings {
    pub(super) fn read(options: &[(String, String)]) -> Result<Self, String> {
        let mut settings = Self {
            low_ace: None,
            low_ace_two_card: None,
            low_ace_three_card: None,
            ante_payout: None,
            event: None,
            weights: None,
            community_weights: None,
            prize: None,
            meter_cents: None,
            stake: None,
            bet: None,
            fees: Fees { per_bet: Cents::ZERO, per_banked_hand: Cents::ZERO },
            meters: [MeterOptions::default(); 4],
        };
        for (name, value) in options {
            settings.set(name, value)?;
        }
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "low_ace" => self.low_ace = Some(flag(name, value)?),
            "low_ace_two_card" => self.low_ace_two_card = Some(flag(name, value)?),
            "low_ace_three_card" => self.low_ace_three_card = Some(flag(name, value)?),
            "ante_payout" => {
                let payouts = [("paytable", AntePayout::Paytable), ("even_money", AntePayout::EvenMoney)];
                self.ante_payout = Some(one_of(name, value, &payouts)?);
            }
            "qualifying_event" => {
                self.event = Some(one_of(name, value, &EVENTS.map(|event| (event_name(event), event)))?);
            }
            "weights" => self.weights = Some(numbers(name, value)?),
            "community_weights" => self.community_weights = Some(numbers(name, value)?),
            "prize_cents" => self.prize = Some(cents(name, value, 1)?),
            "meter_cents" => self.meter_cents = Some(cents(name, value, 0)?),
            "stake_cents" => self.stake = Some(cents(name, value, 1)?),
            "bet_cents" => self.bet = Some(cents(name, value, 1)?),
            "per_bet_cents" => self.fees.per_bet = cents(name, value, 0)?,
            "per_banked_hand_cents" => self.fees.per_banked_hand = cents(name, value, 0)?,
            _ => self.set_meter(name, value)?,
        }
        Ok(())
    }

    fn set_meter(&mut self, name: &str, value: &str) -> Result<(), String> {
        for (level, meter) in LEVELS.into_iter().zip(&mut self.meters) {
            if name == format!("rate_ppm_{}", level.name()) {
                let rate = value.parse().ok().filter(|rate| *rate <= Ppm::WHOLE.get());
                meter.rate = Some(rate.ok_or_else(|| refused(name, value, "0 to 1000000"))?);
            } else if name == format!("reset_cents_{}", level.name()) {
                meter.reset = Some(cents(name, value, 0)?);
            }
        }
        Ok(())
    }

    /// A level's options, if any was given.
    pub(super) fn meter(&self, level: Level) -> Option<MeterOptions> {
        let (_, meter) = LEVELS.into_iter().zip(self.meters).find(|(known, _)| *known == level)?;
        (meter != MeterOptions::default()).then_some(meter)
    }

    /// A level's rate and reset, where anything was said of it.
    pub(super) fn terms(&self, level: Level, floor: Cents) -> Option<MeterTerms> {
        let MeterOptions { rate, reset } = self.meter(level)?;
        Some(MeterTerms { level, rate: Ppm::new(rate.unwrap_or(0)), reset: reset.unwrap_or(floor) })
    }
}

fn refused(name: &str, value: &str, permitted: &str) -> String {
    format!("option '{name}' cannot be '{value}': permitted are {permitted}")
}

fn one_of<T: Copy>(name: &str, value: &str, known: &[(&str, T)]) -> Result<T, String> {
    let found = known.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning);
    found.ok_or_else(|| refused(name, value, &known.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")))
}

fn flag(name: &str, value: &str) -> Result<bool, String> {
    one_of(name, value, &[("true", true), ("false", false)])
}

fn cents(name: &str, value: &str, least: i64) -> Result<Cents, String> {
    let most = Cents::BANK_MAX.get();
    let amount = value.parse().ok().filter(|cents| (least..=most).contains(cents)).map(Cents::new);
    amount.ok_or_else(|| refused(name, value, &format!("{least} to {most}")))
}

/// Weights, one for each printed line.
fn numbers(name: &str, value: &str) -> Result<Vec<u32>, String> {
    let numbers: Option<Vec<u32>> = value.split(',').map(|number| number.trim().parse().ok()).collect();
    let sound = numbers.filter(|numbers| numbers.iter().any(|number| *number > 0));
    sound.ok_or_else(|| refused(name, value, "one whole number for each printed line, with commas between, not all 0"))
}
