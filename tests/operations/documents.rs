//! `docs/operations.md`, the `Dockerfile` and `docker-compose.yml` speak of what there is: every key, metric and kind of
//! significant event is described, and none is that does not exist.

use crate::house::{Game, TestServer};
use serde_json::json;
use server::settings::{FILE_VARIABLE, KEYS, Settings};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use store::significant::Kind;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The first cells, in backticks, of the table under this heading of the runbook.
fn described(heading: &str) -> BTreeSet<String> {
    let text = read("docs/operations.md");
    let section = text.split(&format!("\n{heading}\n")).nth(1).unwrap_or_else(|| panic!("no {heading}"));
    let section = section.split("\n## ").next().unwrap().split("\n### ").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    rows.map(str::to_owned).collect()
}

#[test]
fn every_key_stands_in_the_runbook_with_its_default() {
    let text = read("docs/operations.md");
    for key in KEYS {
        let default = if key.default.is_empty() { "none".to_owned() } else { format!("`{}`", key.default) };
        let row = format!("| `{}` | {default} | {} |", key.name, key.about);
        assert!(text.contains(&row), "docs/operations.md lacks\n{row}");
    }
    assert_eq!(described("### Keys"), KEYS.iter().map(|key| key.name.to_owned()).collect());
}

#[test]
fn every_kind_of_significant_event_stands_in_the_runbook() {
    let text = read("docs/operations.md");
    for kind in Kind::ALL {
        let row = format!("| `{}` | {} | {} |", kind.name(), kind.severity().name(), kind.about());
        assert!(text.contains(&row), "docs/operations.md lacks\n{row}");
    }
    assert_eq!(described("### Significant events"), Kind::ALL.iter().map(|kind| kind.name().to_owned()).collect());
}

#[tokio::test]
async fn every_metric_stands_in_the_runbook() {
    let server = TestServer::spawn().await;
    // What is counted by reason or outcome shows once there is one.
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    game.act(&game.dealer, &json!("cancel_round")).await;
    let again = json!({"command_id": uuid::Uuid::now_v7(), "action": "cancel_round"});
    game.dealer.post(&game.sub("commands"), &again).await.told(409);
    let text = server.stranger().get("/metrics").await.text;
    let told: BTreeSet<String> =
        text.lines().filter_map(|line| line.strip_prefix("# HELP ")?.split(' ').next()).map(str::to_owned).collect();
    assert!(told.len() > 10, "{text}");
    assert_eq!(described("### Metrics"), told);
    server.stop().await;
}

/// Words of a text that look like variables of ours.
fn variables(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !(letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_'));
    words.filter(|word| word.starts_with("BAIZE_")).collect()
}

#[test]
fn containers_are_told_only_what_the_program_understands() {
    let mut known: BTreeSet<String> = KEYS.iter().map(|key| key.variable()).collect();
    known.extend([FILE_VARIABLE.to_owned(), "BAIZE_COMMIT".to_owned()]);
    for name in ["Dockerfile", "docker-compose.yml"] {
        let text = read(name);
        let found = variables(&text);
        assert!(!found.is_empty(), "{name}");
        for variable in found {
            assert!(known.contains(variable), "{name}: {variable}");
        }
    }
}

#[test]
fn the_example_configuration_is_right_and_says_every_default() {
    let path = root().join("docs/examples/baize.toml");
    let settings = Settings::load(Some(&path), std::iter::empty()).unwrap();
    for (name, value) in settings.shown() {
        assert_eq!(value, server::settings::find(name).unwrap().default, "{name}");
    }
}

#[test]
fn the_composition_is_a_document_of_services_with_health_checks_and_zones() {
    let text = read("docker-compose.yml");
    let document: yaml_serde::Value = yaml_serde::from_str(&text).unwrap();
    for service in ["baize", "postgres"] {
        let service = &document["services"][service];
        assert!(service["healthcheck"]["test"].is_sequence() && service["networks"].is_sequence(), "{service:?}");
    }
    // The database is on a network of its own, which leads nowhere else (R64).
    assert_eq!(document["services"]["postgres"]["networks"][0], "database");
    assert_eq!(document["networks"]["database"]["internal"], true);
    for secret in document["secrets"].as_mapping().unwrap().values() {
        assert!(secret["file"].is_string(), "{secret:?}");
    }
}
