//! The installation's hashes (R65): told, held against what is on record, and alarming where they differ.

use crate::house::TestServer;
use serde_json::{Value, json};
use server::Config;
use server::identity::Role;

const PATH: &str = "/v1/system";

async fn spawn() -> TestServer {
    let program = Some(std::env::current_exe().unwrap());
    let shown = vec![("listen", "127.0.0.1:0".to_owned())];
    TestServer::spawn_with(Config { program, shown, ..Config::default() }).await
}

fn part<'a>(report: &'a Value, name: &str) -> &'a Value {
    let parts = report["parts"].as_array().unwrap();
    parts.iter().find(|part| part["name"].as_str().unwrap().starts_with(name)).unwrap_or(&Value::Null)
}

/// The names of the parts that are not what is on record.
fn astray(report: &Value) -> Vec<&str> {
    let parts = report["parts"].as_array().unwrap().iter();
    parts.filter(|part| part["matches"] == false).map(|part| part["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn every_part_is_told_and_an_altered_one_is_an_alarm_until_somebody_vouches_for_it_r65() {
    let server = spawn().await;
    let game = crate::house::Game::at(&server).await;
    let checked = game.auditor.post(&format!("{PATH}/check"), &json!({})).await.told(200);
    for name in ["program", "configuration", "paytables", "clauses", "schema", "rules/"] {
        assert_eq!(part(&checked, name)["hash"].as_str().unwrap().len(), 64, "{name}");
    }
    assert_eq!(astray(&checked), Vec::<&str>::new());
    assert_eq!(checked["configuration"], json!({"listen": "127.0.0.1:0"}));
    assert_eq!(game.auditor.get(PATH).await.told(200)["parts"], checked["parts"]);
    assert_eq!(server.stranger().get("/readyz").await.text, "ready\n");

    // A guard is switched off, and a row of the rules altered behind it: another paytable.
    for statement in [
        "ALTER TABLE rules_versions DISABLE TRIGGER rules_versions_append_only",
        "UPDATE rules_versions SET submission = jsonb_set(submission, '{wagers,let_it_ride,paytable}', '\"B\"')",
    ] {
        server.database.command(statement).await.unwrap();
    }
    let altered = game.auditor.post(&format!("{PATH}/check"), &json!({})).await.told(200);
    let rules = part(&altered, "rules/")["name"].as_str().unwrap();
    assert_eq!(astray(&altered), [rules, "schema"]);
    let ready = server.stranger().get("/readyz").await;
    assert!(ready.status == 200 && ready.text.contains("schema"), "{ready:?}");
    let metrics = server.stranger().get("/metrics").await.text;
    assert!(metrics.contains("baize_system_mismatches 2\n"), "{metrics}");
    for kind in ["schema_mismatch", "live_data_change"] {
        let found = game.auditor.get(&format!("/v1/significant-events?kind={kind}")).await.told(200);
        assert_eq!(found["events"][0]["severity"], "alarm", "{kind}: {found}");
    }

    let vouched = server.person(Role::DeviceAdmin).await.post(&format!("{PATH}/vouching"), &json!({})).await.told(200);
    assert_eq!(astray(&vouched), Vec::<&str>::new());
    game.auditor.post(&format!("{PATH}/vouching"), &json!({})).await.problem(403, "forbidden");
    server.stop().await;
}

#[tokio::test]
async fn another_program_or_configuration_at_the_next_start_is_an_alarm_r65() {
    let server = spawn().await;
    let auditor = server.auditor().await;
    auditor.post(&format!("{PATH}/check"), &json!({})).await.told(200);
    // The same database, another program, another configuration.
    let program = Some(std::path::PathBuf::from("/proc/self/status"));
    let shown = vec![("listen", "0.0.0.0:80".to_owned())];
    let server = server.again_with(Config { program, shown, ..Config::default() }).await;
    let auditor = server.auditor().await;
    let report = auditor.post(&format!("{PATH}/check"), &json!({})).await.told(200);
    assert_eq!(astray(&report), ["configuration", "program"]);
    for kind in ["software_mismatch", "configuration_mismatch"] {
        let found = auditor.get(&format!("/v1/significant-events?kind={kind}")).await.told(200);
        assert_ne!(found["events"], json!([]), "{kind}");
    }
    server.stop().await;
}
