//! The examples in the documentation are sound.

#![expect(clippy::disallowed_methods, reason = "this test reads the documentation's examples")]

use super::*;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn the_documented_examples_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/submissions");
    let mut games = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        match submission::check(&text) {
            Ok((_, rules)) => games.push(rules.game()),
            Err(problems) => panic!("{}: {problems:#?}", path.display()),
        }
    }
    assert_eq!(games.iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from(GameId::ALL));
    for game in GameId::ALL {
        assert!(games.iter().filter(|found| **found == game).count() >= 2, "{game}: a plain and a rich example");
    }
}
