//! The schemas of the messages: each name stands for one thing, and nothing is referred to that is not described.

use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use wire::problem::Problem;
use wire::rest::{
    approvals, commands, events, rounds, rules, seats, significant, submissions, system, tables, tickets,
};
use wire::socket::{ToFloor, ToServer, ToTerminal};

#[derive(Default)]
struct Schemas {
    found: BTreeMap<String, Value>,
}

impl Schemas {
    fn with<T: ToSchema>(mut self) -> Self {
        let mut schemas = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut schemas);
        for (name, schema) in schemas {
            let schema = serde_json::to_value(schema).unwrap();
            let known = self.found.entry(name.clone()).or_insert_with(|| schema.clone());
            assert_eq!(*known, schema, "{name} stands for two things");
        }
        self
    }
}

fn all() -> BTreeMap<String, Value> {
    let bodies = Schemas::default()
        .with::<Problem>()
        .with::<approvals::ApprovalsPage>()
        .with::<approvals::DecisionRequest>()
        .with::<approvals::WithdrawalRequest>()
        .with::<submissions::NewSubmission>()
        .with::<submissions::NewEdition>()
        .with::<submissions::SubmitRequest>()
        .with::<submissions::SubmissionsPage>()
        .with::<submissions::SubmissionRecord>()
        .with::<commands::CommandRequest>()
        .with::<commands::Answer>()
        .with::<commands::LegalAnswer>()
        .with::<events::EventsPage>()
        .with::<rounds::RoundsPage>()
        .with::<rounds::RoundRecord>()
        .with::<rounds::ShuffleOpening>()
        .with::<seats::SeatPatron>()
        .with::<seats::BuyIn>()
        .with::<seats::BringChips>()
        .with::<seats::CashOut>()
        .with::<seats::MoveSeat>()
        .with::<significant::SignificantPage>()
        .with::<significant::Acknowledge>()
        .with::<system::SystemReport>()
        .with::<tables::NewTable>()
        .with::<rules::RulesProposal>()
        .with::<rules::LimitsProposal>()
        .with::<rules::RulesInForce>()
        .with::<tables::TablesPage>()
        .with::<tables::TableState>()
        .with::<tables::LimitsAnswer>()
        .with::<tickets::TicketRequest>()
        .with::<tickets::Ticket>();
    bodies.with::<ToServer>().with::<ToTerminal>().with::<ToFloor>().found
}

fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            let name = members.get("$ref").and_then(Value::as_str).and_then(|to| to.rsplit('/').next());
            found.extend(name.map(str::to_owned));
            members.values().for_each(|member| references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn a_name_stands_for_one_thing_and_every_reference_leads_somewhere() {
    let schemas = all();
    for (name, schema) in &schemas {
        let mut found = Vec::new();
        references(schema, &mut found);
        let lost: Vec<_> = found.iter().filter(|to| !schemas.contains_key(*to)).collect();
        assert!(lost.is_empty(), "{name} refers to {lost:?}");
    }
}

#[test]
fn what_the_wire_changes_is_described_as_it_is_sent() {
    let schemas = all();
    let seats = &schemas["Felt"]["properties"]["seats"];
    assert_eq!(seats["additionalProperties"]["$ref"], "#/components/schemas/SeatView", "{seats}");
    assert_eq!(schemas["Timestamp"]["format"], "date-time");
    assert_eq!(schemas["CloseCode"]["enum"][0], 4000);
    assert_eq!(schemas["CommandRequest"]["additionalProperties"], false);
}
