//! A configuration as somebody writes it: what it comes to, and everything that is said of one that is wrong.

use super::*;

fn loaded(text: &str, environment: &[(&str, &str)]) -> Result<Settings, Wrong> {
    let path = std::env::temp_dir().join(format!("baize-settings-{}.toml", uuid::Uuid::now_v7()));
    std::fs::write(&path, text).unwrap();
    let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let settings = Settings::load(Some(&path), environment);
    std::fs::remove_file(path).unwrap();
    settings
}

/// What is wrong, without the file's name.
fn problems(text: &str, environment: &[(&str, &str)]) -> Vec<String> {
    let Wrong(problems) = loaded(text, environment).unwrap_err();
    problems
        .iter()
        .map(|problem| problem.rsplit_once(".toml ").map_or(&**problem, |(_, rest)| rest).to_owned())
        .collect()
}

#[test]
fn the_environment_goes_before_the_file_and_the_file_before_the_default() {
    let settings = Settings::load(None, std::iter::empty()).unwrap();
    assert_eq!((settings.value("listen"), settings.database()), ("127.0.0.1:8080", None));
    let text = "listen = \"127.0.0.1:1\"\nlog = \"warn\"\n[limits]\nbody_bytes = 4_096\n";
    let settings = loaded(text, &[("BAIZE_LISTEN", "127.0.0.1:2"), ("BAIZE_SOCKETS_ORIGINS", "https://a, https://b")]);
    let settings = settings.unwrap();
    assert_eq!(settings.listen(), "127.0.0.1:2".parse().unwrap());
    assert_eq!(settings.value("log"), "warn");
    let config = settings.config();
    assert_eq!((config.limits.body_bytes, config.limits.headers), (4096, 64));
    assert_eq!(config.origins, ["https://a", "https://b"]);
    assert_eq!(settings.clone().with("listen", "127.0.0.1:3").unwrap().listen(), "127.0.0.1:3".parse().unwrap());
    assert!(settings.with("listen", "here").is_err());
}

#[test]
fn a_typo_is_answered_with_the_key_that_was_meant() {
    assert_eq!(problems("lissen = \"x\"", &[]), ["line 1: there is no key 'lissen'; did you mean 'listen'?"]);
    assert_eq!(
        problems("\n[limits]\nbody_byte = 1\n", &[]),
        ["line 3: there is no key 'limits.body_byte'; did you mean 'limits.body_bytes'?"]
    );
    assert_eq!(
        problems("", &[("BAIZE_LISTN", "x")]),
        ["the environment: there is no variable BAIZE_LISTN; did you mean 'BAIZE_LISTEN'?"]
    );
    assert_eq!(problems("[nonsense]\na = 1\n", &[]), ["line 1: there is no key 'nonsense'"]);
}

#[test]
fn everything_that_is_wrong_is_told_at_once_with_its_key_and_line() {
    let text = "listen = 8080\nlog = \"loud\"\n[limits]\nheaders = \"many\"\nbody_bytes = 3\n[sockets]\norigins = \"x\"\n\
                [tls]\nkey = \"k.pem\"\n";
    assert_eq!(
        problems(text, &[]),
        [
            "line 4: limits.headers must be a whole number, not of type string",
            "line 1: listen must be a text, not of type integer",
            "line 7: sockets.origins must be a list of texts, not of type string",
            "line 5: limits.body_bytes: '3' is not a whole number from 1024 to 16777216",
            "line 2: log: 'loud' is none of error, warn, info, debug, trace",
            "tls.certificate and tls.key come together or not at all",
        ]
    );
    assert!(problems("listen = ", &[])[0].starts_with("line 1: "));
    let negative = problems("", &[("BAIZE_SOCKETS_TOTAL", "-1")]);
    assert_eq!(negative, ["BAIZE_SOCKETS_TOTAL: sockets.total: '-1' is not a whole number from 1 to 1000000"]);
}

#[test]
fn the_database_is_named_outright_or_in_a_file_and_shown_to_nobody() {
    let settings = loaded("[database]\nurl = \"postgres://u:hush@h/d\"\n", &[]).unwrap();
    assert_eq!(settings.database(), Some("postgres://u:hush@h/d"));
    assert!(!settings.to_text().contains("hush") && !format!("{settings:?}").contains("hush"));
    assert!(settings.config().shown.contains(&("database.url", "(hidden)".to_owned())));
    assert_eq!(loaded("", &[("DATABASE_URL", "postgres://a")]).unwrap().database(), Some("postgres://a"));
    let file = std::env::temp_dir().join(format!("baize-secret-{}", uuid::Uuid::now_v7()));
    std::fs::write(&file, "postgres://from/file\n").unwrap();
    let named = [("BAIZE_DATABASE_URL_FILE", file.to_str().unwrap())];
    assert_eq!(loaded("", &named).unwrap().database(), Some("postgres://from/file"));
    let both = [named[0], ("DATABASE_URL", "postgres://a")];
    assert!(problems("", &both)[0].contains("DATABASE_URL says database.url already"));
    std::fs::remove_file(&file).unwrap();
    assert!(problems("", &named)[0].contains("database.url_file"));
}

#[test]
fn the_facility_is_read_and_what_is_wrong_with_it_is_told() {
    let text = "[facility]\noperator = \"Casino\"\ntime_zone = \"America/New_York\"\ngaming_day_starts = \"05:00\"\n\
                shifts = [\"early 05:00\", \"late 17:00\"]\ndenominations = [500, 2500]\n";
    let config = loaded(text, &[]).unwrap().config();
    assert_eq!((config.facility.operator(), config.facility.time_zone()), ("Casino", "America/New_York"));
    assert_eq!(config.facility.shifts().collect::<Vec<_>>(), ["early", "late"]);
    assert_eq!(config.facility.denominations().len(), 2);
    assert!(problems("[facility]\ntime_zone = \"Nowhere\"\n", &[])[0].starts_with("facility: time_zone: "));
    assert!(problems("[facility]\nshifts = [\"early\"]\n", &[])[0].starts_with("facility: "));
    assert!(problems("[facility]\ndenominations = [7]\n", &[])[0].starts_with("facility: denominations: "));
}

#[test]
fn a_device_that_speaks_as_often_as_it_must_is_not_gone() {
    let config = loaded("[devices]\nheartbeat_seconds = 2\nsilence_seconds = 5\n", &[]).unwrap().config();
    let times = (config.devices.heartbeat_every.as_secs(), config.devices.silence_max.as_secs());
    assert_eq!(times, (2, 5));
    let wrong = "devices.silence_seconds: 30 is not longer than devices.heartbeat_seconds, which is 30";
    assert_eq!(problems("[devices]\nheartbeat_seconds = 30\n", &[]), [wrong]);
    let nought = problems("[devices]\nheartbeat_seconds = 0\n", &[]);
    assert_eq!(nought, ["line 2: devices.heartbeat_seconds: '0' is not a whole number from 1 to 3600"]);
}

#[test]
fn every_default_fits_its_own_key() {
    for key in KEYS.iter().filter(|key| !key.default.is_empty()) {
        assert_eq!(key.fault(key.default), None, "{}", key.name);
        assert!(key.about.ends_with('.'), "{}", key.name);
    }
}
