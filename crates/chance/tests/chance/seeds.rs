//! Where draws come from: the operating system, afresh for every generator, and never from a caller (R2).

use chance::{Generator, Shuffle};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn a_thousand_generators_share_no_first_draw() {
    let first = |_| Shuffle::draw(&mut Generator::from_system().unwrap()).unwrap();
    let draws: Vec<Shuffle> = (0..1000).map(first).collect();
    assert_eq!(draws.iter().map(Shuffle::to_bytes).collect::<BTreeSet<_>>().len(), 1000);
    assert_eq!(draws.iter().map(Shuffle::salt).collect::<BTreeSet<_>>().len(), 1000);
}

#[test]
fn nothing_public_takes_a_seed() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut functions = 0;
    for file in fs::read_dir(sources).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| line.trim_start().starts_with("pub fn ")) {
            functions += 1;
            assert!(!line.to_lowercase().contains("seed"), "{line}");
        }
    }
    assert!(functions > 5, "the public functions were not found");
}

#[test]
fn what_is_printed_of_a_shuffle_shows_neither_cards_nor_salt() {
    let shuffle = Shuffle::draw(&mut Generator::from_system().unwrap()).unwrap();
    assert_eq!(format!("{shuffle:?}"), "Shuffle { .. }");
    assert_eq!(format!("{shuffle:#?}"), "Shuffle { .. }");
}
