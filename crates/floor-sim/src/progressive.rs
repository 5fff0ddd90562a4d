//! The progressive of a demonstration: Let It Ride and 2-3-5 tables play for it together. Two people make it over the public
//! interface, as anywhere.

use crate::client::{Answered, Client};
use game_core::game::GameId;
use game_core::money::Cents;
use game_core::progressive::{Change, Game, NewLevel, NewProgressive};
use game_core::rules::PartialAwardFloor;
use game_core::wager::{Level, Wager};
use serde_json::{Value, json};
use wire::id::{ProgressiveId, TableId};
use wire::rest::progressives::{ParticipationRequest, ProgressiveStatus};

/// Its name on displays.
pub const NAME: &str = "Three Level Demo";

/// The stake that plays for it.
pub const STAKE: Cents = Cents::new(100);

/// Each level with its initial amount, its reset amount and its rate.
const LEVELS: [(Level, i64, i64, u32); 3] = [
    (Level::Mega, 1_234_500, 1_000_000, 80_000),
    (Level::Major, 123_400, 100_000, 60_000),
    (Level::Minor, 31_200, 25_000, 40_000),
];

/// What a Rules Submission says of the wager that plays for it, by this letter.
#[must_use]
pub fn offered(letter: &str) -> Value {
    let level = |(level, initial, reset, rate): (Level, i64, i64, u32)| {
        (level.name().to_owned(), json!({ "initial_cents": initial, "reset_cents": reset, "rate_ppm": rate }))
    };
    let levels: serde_json::Map<String, Value> = LEVELS.into_iter().map(level).collect();
    json!({ "paytable": letter, "stakes_cents": [STAKE], "meters": { STAKE.get().to_string(): levels } })
}

fn new() -> NewProgressive {
    let level = |(level, initial, reset, rate_ppm)| NewLevel {
        level,
        initial_cents: Cents::new(initial),
        reset_cents: Cents::new(reset),
        rate_ppm,
        limit_cents: None,
        reserve_ppm: 0,
        plausible_micro: None,
    };
    let game = |game, letter: &str| Game { game, wager: Wager::ProgressivePayout, letter: letter.to_owned() };
    NewProgressive {
        name: NAME.to_owned(),
        stake_cents: STAKE,
        partial_award_floor: PartialAwardFloor::None,
        games: vec![game(GameId::LetItRide, "E"), game(GameId::Stud235, "D")],
        levels: LEVELS.map(level).to_vec(),
    }
}

/// Has two people make and enable it, or finds the one of an earlier demonstration, and lets these tables play for it; those
/// that do already are left alone.
///
/// # Errors
/// When the server refuses.
pub async fn link(first: &Client, second: &Client, tables: &[TableId]) -> Answered<()> {
    if find(first).await?.is_none() {
        let proposed = first.propose_progressive(new(), "the demonstration's sign").await?;
        second.agree(proposed.brief.id).await?;
    }
    let Some((id, status, playing)) = find(first).await? else { return Ok(()) };
    if status != ProgressiveStatus::Enabled {
        let proposed = first.propose_change(id, Change::Enable, "the demonstration begins").await?;
        second.agree(proposed.brief.id).await?;
    }
    for table in tables.iter().filter(|table| !playing.contains(table)) {
        let (wager, stake_cents, progressive) = (Wager::ProgressivePayout, STAKE, Some(id));
        first.participate(*table, &ParticipationRequest { wager, stake_cents, progressive }).await?;
    }
    Ok(())
}

async fn find(client: &Client) -> Answered<Option<(ProgressiveId, ProgressiveStatus, Vec<TableId>)>> {
    let all = client.progressives().await?.progressives;
    let found = all.into_iter().find(|found| found.name == NAME);
    Ok(found.map(|found| (found.id, found.status, found.tables)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demonstrations_progressive_is_one_that_the_rules_allow() {
        assert_eq!(new().problems(), Vec::new());
    }
}
