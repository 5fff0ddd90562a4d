//! Progressives and jackpots as they go over the wire.

use crate::problem::Problem;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use store::jackpots::Jackpot;
use store::progressives::{Counters, Hit, LevelRecord, ProgressiveRecord};
use wire::id::{JackpotId, ProgressiveId, RoundId, TableId};
use wire::rest::jackpots;
use wire::rest::progressives::{LevelCounters, LevelHit, LevelTerms, Progressive, ProgressiveLevel, ProgressiveStatus};
use wire::socket::{DisplayedLevel, DisplayedProgressive};

fn status(found: &ProgressiveRecord) -> ProgressiveStatus {
    let frozen = found.levels.iter().any(|level| level.frozen.is_some());
    match &*found.status {
        "retired" => ProgressiveStatus::Retired,
        _ if frozen => ProgressiveStatus::Frozen,
        "enabled" => ProgressiveStatus::Enabled,
        "disabled" => ProgressiveStatus::Disabled,
        _ => ProgressiveStatus::Approved,
    }
}

fn hit(hit: &Hit) -> LevelHit {
    LevelHit {
        table: TableId(hit.table.0),
        seat: hit.seat,
        at: hit.at.into(),
        paid_cents: hit.paid,
        state: hit.state.clone(),
    }
}

/// A progressive with all that is known of it.
pub(crate) fn told(found: &ProgressiveRecord) -> Progressive {
    Progressive {
        id: ProgressiveId(found.id.0),
        name: found.name.clone(),
        stake_cents: found.stake,
        status: status(found),
        version: found.version,
        own_table: found.own_table.map(|table| TableId(table.0)),
        games: found.games.clone(),
        tables: found.tables.iter().map(|(table, _)| TableId(table.0)).collect(),
        levels: found.levels.iter().map(level).collect(),
    }
}

fn level(found: &LevelRecord) -> ProgressiveLevel {
    let Counters { wagers, wagered, contributed, hits, won, overflowed, reserved } = found.counters;
    ProgressiveLevel {
        level: found.level,
        value_cents: found.balance.whole_cents(),
        value_micro: found.balance,
        overflow_micro: found.overflow,
        reserve_micro: found.reserve,
        frozen: found.frozen.clone(),
        terms: LevelTerms {
            initial_cents: found.initial,
            reset_cents: found.reset,
            rate_ppm: found.rate_ppm,
            next_rate_ppm: found.next_rate_ppm,
            limit_cents: found.limit,
            reserve_ppm: found.reserve_ppm,
            plausible_micro: found.plausible,
        },
        counters: LevelCounters {
            wagers,
            wagered_cents: wagered,
            contributed_micro: contributed,
            hits,
            won_micro: won,
            overflowed_micro: overflowed,
            reserved_micro: reserved,
        },
        hits: found.hits.iter().map(hit).collect(),
    }
}

/// A progressive as displays show it: a frozen level has no value that anybody may read.
pub(crate) fn displayed(found: &ProgressiveRecord) -> DisplayedProgressive {
    let level = |level: &LevelRecord| DisplayedLevel {
        level: level.level,
        value_cents: level.frozen.is_none().then(|| level.balance.whole_cents()),
        hits: level.hits.iter().map(hit).collect(),
    };
    DisplayedProgressive {
        id: ProgressiveId(found.id.0),
        name: found.name.clone(),
        stake_cents: found.stake,
        status: status(found),
        levels: found.levels.iter().map(level).collect(),
    }
}

/// A jackpot on record.
pub(crate) fn jackpot(found: Jackpot) -> Result<jackpots::Jackpot, Problem> {
    let state: StrDeserializer<'_, serde::de::value::Error> = found.state.as_str().into_deserializer();
    let state = jackpots::JackpotState::deserialize(state).map_err(|error| Problem::fault(&error))?;
    let step =
        |act: Option<(_, game_core::game::Millis)>| act.map(|(by, at)| jackpots::JackpotStep { by, at: at.into() });
    Ok(jackpots::Jackpot {
        id: JackpotId(found.id),
        table: TableId(found.table.0),
        round: found.round.map(RoundId),
        seat: found.seat,
        bet: found.bet,
        stake_cents: found.stake,
        share: found.meter.map(|share| jackpots::JackpotShare {
            progressive: ProgressiveId(share.progressive),
            name: share.name,
            level: share.level,
            percent: share.percent,
            entry: share.entry,
        }),
        clause: found.clause,
        hand: found.hand,
        trigger_micro: found.trigger,
        paid_cents: found.paid,
        hit_at: found.hit_at.into(),
        state,
        tax: found.tax,
        hand_verified: step(found.hand_verified),
        light_verified: step(found.light_verified),
        decided: step(found.decided),
        second: found.second,
        paid_by: found.paid_by,
        paid_from: found.paid_from,
        slip: found.slip,
    })
}
