//! Significant events that follow from what tables do: read off the entries as they are written, and recorded in the same
//! transaction, so that none can be committed without the other.

use super::{Kind, SignificantEvent, record_all};
use crate::open::StoreError;
use crate::projection::Placed;
use game_core::bets::AwardSource;
use game_core::command::AwardStep;
use game_core::event::Event;
use game_core::game::{Seat, StaffId};
use game_core::inventory;
use game_core::money::Cents;
use game_core::procedure::{self, DeviceKind};
use game_core::switch::Switch;
use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use table_host::journal::NewEntry;

/// From which amounts on wagers, wins and chips that players bring are significant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thresholds {
    /// A wager of this much.
    pub large_wager: Cents,
    /// Won by a seat at once, stakes not counted.
    pub large_win: Cents,
    /// Chips of this much that a player brought to a table.
    pub chips_brought: Cents,
}

impl Default for Thresholds {
    fn default() -> Self {
        let much = Cents::new(1_000_000);
        Self { large_wager: much, large_win: much, chips_brought: much }
    }
}

/// Records what is significant in the entries.
pub(crate) async fn write(
    connection: &mut PgConnection,
    thresholds: Thresholds,
    placed: &[Placed<'_>],
) -> Result<(), StoreError> {
    let events: Vec<SignificantEvent> = placed.iter().flat_map(|placed| derive(placed, thresholds)).collect();
    if events.is_empty() {
        return Ok(());
    }
    record_all(connection, &events).await.map(drop)
}

fn derive(placed: &Placed<'_>, thresholds: Thresholds) -> Vec<SignificantEvent> {
    let mut found = Vec::new();
    for (number, entry) in placed.append.of.entries.iter().enumerate() {
        let of_entry = |event: SignificantEvent| {
            let staff = event.staff.or_else(|| entry.actor.staff());
            let event = event.at(entry.at).table(placed.append.of.table).round(placed.round_of(number)).staff(staff);
            let event = event.detail("seq", placed.seq(number));
            match event.kind {
                Kind::ParameterChange => event.detail("rules_version", &*placed.append.of.rules_version),
                _ => event,
            }
        };
        let own = entry.events.iter().filter_map(|event| significant(event, thresholds));
        found.extend(own.chain(large_wins(entry, thresholds)).map(of_entry));
    }
    found
}

/// What a seat wins at one settling, when it is much.
fn large_wins(entry: &NewEntry, thresholds: Thresholds) -> impl Iterator<Item = SignificantEvent> {
    let mut wins: BTreeMap<Seat, i64> = BTreeMap::new();
    for event in &entry.events {
        let (seat, won) = match *event {
            Event::BetSettled { seat, result, .. } => (seat, result.win),
            Event::AwardHit { seat, amount: Some(amount), .. } => (seat, amount.paid),
            Event::BonusPaid { seat, amount, .. } => (seat, amount),
            _ => continue,
        };
        let sum = wins.entry(seat).or_default();
        *sum = sum.saturating_add(won.get());
    }
    let large = wins.into_iter().filter(move |(_, won)| *won >= thresholds.large_win.get());
    large.map(|(seat, won)| about(Kind::LargeWin, [("seat", value(seat)), ("won_cents", won.into())]))
}

/// The event as one of the register, if it is significant. No card is named: the round may be open.
fn significant(event: &Event, thresholds: Thresholds) -> Option<SignificantEvent> {
    match *event {
        Event::WagerPlaced { seat, wager, amount, was }
            if amount >= thresholds.large_wager && was < thresholds.large_wager =>
        {
            let amount = ("amount_cents", amount.get().into());
            Some(about(Kind::LargeWager, [("seat", value(seat)), ("wager", value(wager)), amount]))
        }
        Event::ChipsBrought { seat, amount } if amount >= thresholds.chips_brought => {
            Some(about(Kind::ChipsBrought, [("seat", value(seat)), ("amount_cents", amount.get().into())]))
        }
        Event::Procedure(ref step) => of_device(step),
        Event::Inventory(ref step) => of_money(step),
        Event::AwardHit { .. } | Event::AwardVerified { .. } | Event::AwardReversed { .. } => of_meter(event),
        _ => by_people(event),
    }
}

/// What people decided about a round, or a device made of it.
fn by_people(event: &Event) -> Option<SignificantEvent> {
    let found = match *event {
        Event::CardCorrected { spot, reason, proposed_by, approved_by, .. } => {
            let what = [("what", "card".into()), ("spot", value(spot)), ("proposed_by", value(proposed_by))];
            about(Kind::Correction, what).detail("reason", value(reason)).staff(approved_by)
        }
        Event::DeckDoubted { deck, cause, .. } => {
            let what = [("what", "deck_doubted".into()), ("deck", value(deck)), ("cause", value(cause))];
            about(Kind::DeviceEvent, what).device("card_reader")
        }
        Event::DecisionCorrected { seat, bet, from, to, proposed_by, approved_by, .. } => {
            let what = [("seat", value(seat)), ("bet", value(bet)), ("from", value(from)), ("to", value(to))];
            let corrected = about(Kind::Correction, what).detail("what", "decision").staff(approved_by);
            corrected.detail("proposed_by", value(proposed_by))
        }
        Event::Forfeited { seat, cause, amount, proposed_by, approved_by, .. } => {
            let what = [("seat", value(seat)), ("cause", value(cause)), ("amount_cents", amount.get().into())];
            let forfeited = about(Kind::Override, what).detail("what", "forfeiture").staff(approved_by);
            forfeited.detail("proposed_by", value(proposed_by))
        }
        Event::WagerFlagged { seat, wager, amount, by } => {
            let what = [("seat", value(seat)), ("wager", value(wager)), ("amount_cents", amount.get().into())];
            about(Kind::WagerOutsideLimits, what).staff(by)
        }
        Event::RoundFrozen { cause, clause, reported_by } => {
            about(Kind::RoundFrozen, [("cause", value(cause)), ("clause", value(clause))]).staff(reported_by)
        }
        Event::RulesAdopted { proposed_by, approved_by, .. } => {
            about(Kind::ParameterChange, [("what", "rules".into()), ("proposed_by", value(proposed_by))])
                .staff(approved_by)
        }
        Event::RoundVoided { cause, by, .. } => about(Kind::Void, [("cause", value(cause))]).staff(by),
        Event::SwitchedOff { what, reason, by, .. } if what != Switch::Play => {
            about(Kind::SwitchUsed, [("what", value(what)), ("off", true.into()), ("reason", value(reason))]).staff(by)
        }
        Event::SwitchedOn { what, by, .. } if what != Switch::Play => {
            about(Kind::SwitchUsed, [("what", value(what)), ("off", false.into())]).staff(by)
        }
        Event::CardRepeated { spot, .. } => {
            about(Kind::DeviceEvent, [("what", "card_repeated".into()), ("spot", value(spot))]).device("card_reader")
        }
        Event::CountDiffered { wager, counted, accepted, by } => {
            let what = [("wager", value(wager)), ("counted", counted.into()), ("accepted", accepted.into())];
            about(Kind::Override, what).detail("what", "count_difference").staff(by)
        }
        Event::CountResolved { seat, wager, resolution, by } => {
            let what = [("seat", value(seat)), ("wager", value(wager)), ("resolution", value(resolution))];
            about(Kind::Override, what).detail("what", "count_difference").staff(by)
        }
        Event::CardUnread { spot } => {
            about(Kind::DeviceEvent, [("what", "card_unread".into()), ("spot", value(spot))]).device("card_reader")
        }
        _ => return None,
    };
    Some(found)
}

/// What is won from a meter, and what goes back to it.
fn of_meter(event: &Event) -> Option<SignificantEvent> {
    let found = match *event {
        Event::AwardHit { seat, source: AwardSource::Meter { meter, percent }, amount: Some(amount), .. } => {
            let what = [("what", "award".into()), ("seat", value(seat)), ("meter", value(meter))];
            about(Kind::MeterEvent, what).detail("percent", percent).detail("paid_cents", amount.paid.get())
        }
        Event::AwardVerified {
            seat, step: AwardStep::Refuse, source: AwardSource::Meter { meter, .. }, with, ..
        } => {
            let what = [("what", "refused_award".into()), ("seat", value(seat)), ("meter", value(meter))];
            about(Kind::MeterEvent, what).detail("proposed_by", value(with))
        }
        Event::AwardReversed { seat, source: AwardSource::Meter { meter, .. }, .. } => {
            about(Kind::MeterEvent, [("what", "voided_award".into()), ("seat", value(seat)), ("meter", value(meter))])
        }
        _ => return None,
    };
    Some(found)
}

/// A rack that does not open as it closed, and slips that two people made void.
fn of_money(step: &inventory::Event) -> Option<SignificantEvent> {
    match *step {
        inventory::Event::Counted { tray, difference: Some(difference), recount, by, .. } => {
            let counted = tray.total().map_or(0, Cents::get);
            let what = [("difference_cents", difference.get().into()), ("counted_cents", counted.into())];
            let report = inventory::Report::of(difference).name();
            Some(about(Kind::OpeningDifference, what).detail("recount", recount).detail("report", report).staff(by))
        }
        inventory::Event::SlipVoided { kind, number, reason, proposed_by, by, .. } => {
            let what = [("what", "slip_void".into()), ("kind", value(kind)), ("number", value(number))];
            let event = about(Kind::Override, what).detail("reason", value(reason));
            Some(event.detail("proposed_by", value(proposed_by)).staff(by))
        }
        _ => None,
    }
}

/// What befalls a device.
fn of_device(step: &procedure::Event) -> Option<SignificantEvent> {
    let of = |what: &str, device: DeviceKind, by: Option<StaffId>| {
        let device = match device {
            DeviceKind::Shuffler => "shuffler",
            DeviceKind::Shoe => "shoe",
        };
        Some(about(Kind::DeviceEvent, [("what", what.into())]).device(device).staff(by))
    };
    match *step {
        procedure::Event::FaultReported { device, by } => of("fault", device, by),
        procedure::Event::DeviceMarked { device, by, .. } => of("marked", device, Some(by)),
        procedure::Event::DeviceRestored { device, by } => of("restored", device, Some(by)),
        procedure::Event::ShufflerJammed { by, .. } => of("jam", DeviceKind::Shuffler, by),
        _ => None,
    }
}

fn about<const N: usize>(kind: Kind, details: [(&str, Value); N]) -> SignificantEvent {
    details.into_iter().fold(SignificantEvent::new(kind), |event, (name, value)| event.detail(name, value))
}

fn value(of: impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}
