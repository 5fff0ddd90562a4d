//! The meters of one settlement: given by name, read at a seat's turn, and started again before the next.
//!
//! Unlike at a table, stakes and wagers may share a meter: those that find no closer name in the request read the one
//! named by its level alone.

use super::answer::{MeterEvent, MeterEventKind};
use crate::clause::ClauseId;
use crate::game::{GameId, Seat};
use crate::meters;
use crate::money::{Cents, MicroCents, Overflow};
use crate::rules::{MeterRef, MeterRules, PartialAwardFloor, Rules};
use crate::submission::meter_names;
use crate::wager::Wager;

/// The meters and what became of them.
#[derive(Debug)]
pub(super) struct Shelf {
    meters: Vec<Meter>,
    floor: PartialAwardFloor,
    events: Vec<MeterEvent>,
}

#[derive(Debug)]
struct Meter {
    name: String,
    balance: MicroCents,
    /// The wagers and stakes that win it, each with what it starts again at after them.
    readers: Vec<(MeterRef, Cents)>,
}

impl Shelf {
    /// The meters of the rules, each under the closest name that was given, or at its initial amount.
    ///
    /// # Errors
    /// When an initial amount does not fit.
    pub(super) fn new(rules: &Rules, given: &[(String, MicroCents)]) -> Result<Self, Overflow> {
        let floor = rules.progressive().map_or(PartialAwardFloor::None, |progressive| progressive.partial_award_floor);
        let mut shelf = Self { meters: Vec::new(), floor, events: Vec::new() };
        let all = meters::meters(rules);
        for (meter, settings) in &all {
            let names = meter_names(*meter);
            let found = names.iter().find_map(|name| given.iter().find(|(given, _)| given == name));
            let (name, balance) = match found {
                Some((name, balance)) => (name.clone(), *balance),
                None => (own_name(*meter, &all, names), settings.initial.to_micro()?),
            };
            shelf.put(name, balance, (*meter, settings.reset));
        }
        Ok(shelf)
    }

    fn put(&mut self, name: String, balance: MicroCents, reader: (MeterRef, Cents)) {
        match self.meters.iter_mut().find(|meter| meter.name == name) {
            Some(meter) => meter.readers.push(reader),
            None => self.meters.push(Meter { name, balance, readers: vec![reader] }),
        }
    }

    /// Whether a meter goes by this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.meters.iter().any(|meter| meter.name == name)
    }

    /// Pays a share of a meter to a seat and starts the meter again where the rules say so (I-02).
    ///
    /// # Errors
    /// When an amount does not fit.
    pub(super) fn award(
        &mut self,
        seat: Seat,
        source: MeterRef,
        percent: u8,
        clause: ClauseId,
        game: GameId,
    ) -> Result<Cents, Overflow> {
        let reader =
            |meter: &Meter| meter.readers.iter().find(|(reader, _)| *reader == source).map(|(_, reset)| *reset);
        let found = self.meters.iter_mut().find_map(|meter| reader(meter).map(|reset| (meter, reset)));
        let Some((meter, reset)) = found else { return Ok(Cents::ZERO) };
        let before = meter.balance;
        let (amount, after) = meters::award(before, percent, reset, self.floor)?;
        let paid = MeterEvent {
            kind: MeterEventKind::Award { percent, paid: amount.paid },
            seat,
            wager: source.wager,
            meter: meter.name.clone(),
            before,
            after: before.minus(amount.paid.to_micro()?)?,
            clause,
        };
        if amount.reseed > MicroCents::ZERO {
            let added = amount.reseed;
            let whole = percent == 100;
            self.events.push(paid.clone());
            self.events.push(MeterEvent {
                kind: if whole { MeterEventKind::Reset { added } } else { MeterEventKind::TopUp { added } },
                before: paid.after,
                after,
                clause: paid_at_turn(game, source.wager),
                ..paid
            });
        } else {
            self.events.push(paid);
        }
        meter.balance = after;
        Ok(amount.paid)
    }

    /// What every meter holds in whole cents, and what happened to them.
    pub(super) fn into_answer(self) -> (Vec<(String, Cents)>, Vec<MeterEvent>) {
        let balances = self.meters.into_iter().map(|meter| (meter.name, meter.balance.whole_cents()));
        (balances.collect(), self.events)
    }
}

/// What a meter is called that was not given: by its level where that says enough, otherwise by its closest name.
fn own_name(meter: MeterRef, all: &[(MeterRef, MeterRules)], names: Vec<String>) -> String {
    let alone = meter.wager == Wager::ProgressivePayout || all.len() == 1;
    if alone { meter.level.name().to_owned() } else { names.into_iter().next().unwrap_or_default() }
}

/// The clause by which a meter is read at the seat's turn and started again before the next.
pub(super) const fn paid_at_turn(game: GameId, wager: Wager) -> ClauseId {
    ClauseId::new(match (game, wager) {
        (GameId::Stud235, _) => "S235-12-G",
        (GameId::CrissCross, Wager::BonusSpinXtremeProgressive) => "CC-12-E-12",
        (GameId::CrissCross, _) => "CC-12-D-7",
        (GameId::LetItRide | GameId::California, _) => "LIR-12-G",
    })
}
