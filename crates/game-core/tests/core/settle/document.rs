//! The examples of `docs/settle.md`: every request in it is settled, and its answer is the one printed after it.

use game_core::settle::settle_json;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../../../docs/settle.md");

/// The fenced blocks of JSON, in order.
fn blocks() -> Vec<&'static str> {
    let fenced = DOCUMENT.split("```json\n").skip(1);
    fenced.map(|block| block.split("```").next().unwrap()).collect()
}

#[test]
fn every_example_is_answered_as_printed() {
    let blocks = blocks();
    assert!(blocks.len() >= 10 && blocks.len().is_multiple_of(2), "{} blocks", blocks.len());
    let mut games = std::collections::BTreeSet::new();
    for pair in blocks.chunks(2) {
        let request: Value = serde_json::from_str(pair[0]).unwrap_or_else(|error| panic!("{error}: {}", pair[0]));
        let printed: Value = serde_json::from_str(pair[1]).unwrap_or_else(|error| panic!("{error}: {}", pair[1]));
        games.insert(request["game"].as_str().unwrap().to_owned());
        let answer = settle_json(pair[0]).unwrap_or_else(|problems| panic!("{problems:#?} in {}", pair[0]));
        let answer = serde_json::to_value(answer).unwrap();
        assert_eq!(answer, printed, "{}\nis answered\n{answer:#}", pair[0]);
    }
    assert_eq!(games.len(), 4, "an example for every game: {games:?}");
}
