//! Theoretical win: what was staked times the house edge of the par sheets, worked out once for each version of the rules.

use crate::problem::Problem;
use game_core::rules::Rules;
use game_core::wager::Bet;
use game_odds::sheet::Value;
use game_odds::submission::sheets;
use game_odds::{Library, Ratio};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::money::Handle;
use store::{Store, StoreError};

/// The edge on what lies on a bet, by the bet's name; none where the sheet has none. A bet that is not here belongs to a wager
/// whose edge is reckoned on another of its bets.
type OfRules = BTreeMap<String, Option<Ratio>>;

/// The edges of every version of the rules that a report has asked for.
#[derive(Debug, Default)]
pub(crate) struct Edges(Mutex<BTreeMap<String, Arc<OfRules>>>);

/// What was staked, and what the house should win of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Theory {
    pub(crate) handle: i64,
    pub(crate) without_edge: i64,
    pub(crate) win: i64,
}

impl Edges {
    /// The theory of each of so many periods.
    pub(crate) async fn theories(
        &self,
        store: &Store,
        handles: &[Handle],
        periods: usize,
    ) -> Result<Vec<Theory>, Problem> {
        let mut wins = vec![(Theory::default(), Ratio::ZERO); periods];
        for handle in handles {
            let edges = self.of(store, &handle.rules_version).await?;
            let Some((theory, win)) = wins.get_mut(handle.place) else { continue };
            theory.handle = theory.handle.saturating_add(handle.stake.get());
            match edges.get(&handle.bet) {
                Some(Some(edge)) => *win = *win + *edge * Ratio::whole(handle.stake.get().into()),
                Some(None) => theory.without_edge = theory.without_edge.saturating_add(handle.stake.get()),
                None => {}
            }
        }
        Ok(wins.into_iter().map(|(theory, win)| Theory { win: whole(win), ..theory }).collect())
    }

    async fn of(&self, store: &Store, version: &str) -> Result<Arc<OfRules>, Problem> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(version).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let mut connection = store.pool().acquire().await.map_err(StoreError::from)?;
        let rules = store::money::rules(&mut connection, version).await?;
        drop(connection);
        let reckoned = tokio::task::spawn_blocking(move || Arc::new(of_rules(&rules))).await;
        let edges = reckoned
            .map_err(|error| StoreError::Unreadable { what: "a par sheet".to_owned(), cause: error.to_string() })?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(version.to_owned(), Arc::clone(&edges));
        Ok(edges)
    }
}

/// A sheet's edge is of one unit: of a base game one of its equal bets, of a side wager its stake.
fn of_rules(rules: &Rules) -> OfRules {
    let library = Library::committed();
    let edge = |sheet: &game_odds::Sheet| match sheet.field("house_edge") {
        Some(Value::Figure(edge)) => Some(*edge),
        _ => None,
    };
    let mut edges = OfRules::new();
    for sheet in sheets(rules, &library) {
        let Some(bet) = sheet.wager.bets().first() else { continue };
        // A wager with several sheets has an edge for each stake, and what is staked on it in all has none.
        edges.entry(name(bet)).and_modify(|edge| *edge = None).or_insert(edge(&sheet));
    }
    edges
}

/// The name by which the store knows a bet.
fn name(bet: &Bet) -> String {
    let value = serde_json::to_value(bet).unwrap_or_default();
    value.as_str().map(str::to_owned).unwrap_or_default()
}

/// To the nearest cent, half away from nothing.
fn whole(win: Ratio) -> i64 {
    let (numerator, denominator) = (win.numerator(), win.denominator());
    let half = if numerator < 0 { -denominator / 2 } else { denominator / 2 };
    i64::try_from((numerator + half) / denominator).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::money::Cents;
    use store::tables::{self, NewRules, NewTable};
    use store::testing::database;
    use table_host::ids::{BodyDigest, CommandId, TableId};

    /// Paytable A loses 37,963 of 1,082,900 of one of its three bets, as the mathematics of the game are printed everywhere
    /// (3.5057 %); the other two bets are handle without an edge of their own.
    #[tokio::test]
    async fn r46_theoretical_win_is_the_handle_of_one_bet_times_the_edge_of_its_paytable() {
        let store = database().await.unwrap().store;
        let submission = serde_json::json!({
            "game": "let_it_ride_md",
            "name": "Let It Ride",
            "approval": "LAYOUT-0001",
            "limits": { "min_cents": 500, "max_cents": 50_000 },
            "wagers": { "let_it_ride": { "paytable": "A" } },
            "equipment": { "dealing": "manual_shoe", "shuffle": { "method": "manual" } },
        });
        let rules = NewRules { game: game_core::game::GameId::LetItRide, version: "one".to_owned(), submission };
        let (request, body_digest) = (CommandId::new(), BodyDigest::of(b"table"));
        let table = NewTable {
            id: TableId::new(),
            name: "One".to_owned(),
            training: false,
            rules,
            submission: None,
            request,
            body_digest,
        };
        tables::create(&mut store.pool().acquire().await.unwrap(), &table).await.unwrap();
        let staked = |place: usize, bet: &str, stake: i64| Handle {
            place,
            rules_version: "one".to_owned(),
            bet: bet.to_owned(),
            stake: Cents::new(stake),
        };
        let handles = [
            staked(0, "bet_2", 50_000_000),
            staked(0, "bet_1", 108_290_000),
            staked(0, "bet_3", 108_290_000),
            staked(1, "bet_1", 1_000),
        ];
        let theories = Edges::default().theories(&store, &handles, 3).await.unwrap();
        // Of 108,290,000 cents 3,796,300 exactly; of ten dollars 35 cents, rounded from 35.06.
        assert_eq!(theories[0], Theory { handle: 266_580_000, without_edge: 0, win: 3_796_300 });
        assert_eq!(theories[1], Theory { handle: 1_000, without_edge: 0, win: 35 });
        assert_eq!(theories[2], Theory::default());
        store.close().await;
    }

    #[test]
    fn a_half_cent_goes_away_from_nothing() {
        let cents = |numerator: i128, denominator: i128| whole(Ratio::new(numerator, denominator));
        assert_eq!([cents(5, 2), cents(-5, 2), cents(7, 3), cents(-7, 3), cents(0, 1)], [3, -3, 2, -2, 0]);
    }
}
