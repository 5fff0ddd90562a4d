//! `baize verify-shuffle`: whether the order a virtual shoe committed to before betting closed is the one it dealt.

use super::{Failure, finish, print};
use floor_sim::client::Client;
use game_core::card::Card;
use pico_args::Arguments;
use uuid::Uuid;
use wire::id::RoundId;

/// Where the server is when nobody says otherwise.
const SERVER: &str = "http://127.0.0.1:8080";

/// Asks the server for the opening of a round's shuffle, and checks it here.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let server: Option<String> = args.opt_value_from_str("--server")?;
    let key: Option<String> = args.opt_value_from_str("--key")?;
    let key = key.or_else(|| std::env::var("BAIZE_KEY").ok());
    let key = key.ok_or_else(|| Failure::Usage("a key is needed: --key KEY, or BAIZE_KEY".into()))?;
    let round: Uuid = args.free_from_str()?;
    finish(args)?;
    let failed = |error: floor_sim::client::ClientError| Failure::Failed(error.to_string());
    let client = Client::new(server.as_deref().unwrap_or(SERVER), &key).map_err(failed)?;
    let opening = client.shuffle(RoundId(round)).await.map_err(failed)?;
    let (table, dealt) = (*opening.table.0.as_bytes(), &opening.dealt);
    chance::verify(opening.commitment.0, table, opening.number, opening.salt.0, &opening.order, dealt)
        .map_err(|mismatch| Failure::Failed(format!("round {round} does not check: {mismatch}")))?;
    print(&format!(
        "round {round} checks: the commitment {} is of this order, and the {} cards dealt are its first\n{}\n",
        opening.commitment,
        dealt.len(),
        row(&opening.order)
    ))
}

fn row(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
