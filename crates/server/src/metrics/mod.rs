//! What is counted, for Prometheus. No label ever carries a card, a key, a person or a table.

mod scrape;

pub(crate) use scrape::{CONTENT_TYPE, text};

use crate::problem::Reason;
use axum::http::{Method, StatusCode};
use game_core::event::Event;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use table_host::{Accepted, Commit, Refused};

/// The server's counters.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    accepted: Counter,
    repeated: Counter,
    refused: Family<Refusal, Counter>,
    rounds: Family<RoundEnd, Counter>,
    requests: Family<Request, Counter>,
    devices: Family<DeviceOutcome, Counter>,
    /// Messages that showed a commit to somebody.
    pub frames: Counter,
    /// Readers let go because they read too slowly.
    pub slow_readers: Counter,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Refusal {
    code: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct DeviceOutcome {
    outcome: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RoundEnd {
    outcome: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Request {
    method: &'static str,
    route: String,
    status: u16,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("baize"),
            accepted: Counter::default(),
            repeated: Counter::default(),
            refused: Family::default(),
            rounds: Family::default(),
            requests: Family::default(),
            devices: Family::default(),
            frames: Counter::default(),
            slow_readers: Counter::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        // What is counted of devices is there from the beginning, also where there are none.
        for outcome in ["taken", "repeated", "not_taken"] {
            drop(self.devices.get_or_create(&DeviceOutcome { outcome }));
        }
        let registry = &mut self.registry;
        registry.register("commands_accepted", "Commands accepted and on disk", self.accepted.clone());
        registry.register("commands_repeated", "Retries that got their first answer", self.repeated.clone());
        registry.register("commands_refused", "Commands refused, by reason", self.refused.clone());
        registry.register("rounds", "Rounds that are over, by how they ended", self.rounds.clone());
        registry.register("http_requests", "Requests, by route and status", self.requests.clone());
        registry.register("device_messages", "Messages of devices, by what became of them", self.devices.clone());
        registry.register("frames", "Messages that showed a commit to somebody", self.frames.clone());
        registry.register("slow_readers", "Readers let go because they read too slowly", self.slow_readers.clone());
    }

    /// Counts a command by its answer.
    pub fn command(&self, answer: &Result<Accepted, Refused>) {
        match answer {
            Ok(accepted) if accepted.repeated => drop(self.repeated.inc()),
            // Those that are new are counted as they are shown.
            Ok(_) => {}
            Err(refused) => {
                let code = Reason::from(refused.clone()).code().to_string();
                self.refused.get_or_create(&Refusal { code }).inc();
            }
        }
    }

    /// Counts a message of a device that was taken.
    pub fn device_message(&self) {
        self.devices.get_or_create(&DeviceOutcome { outcome: "taken" }).inc();
    }

    /// Counts a message of a device that got its first answer again.
    pub fn device_repeated(&self) {
        self.devices.get_or_create(&DeviceOutcome { outcome: "repeated" }).inc();
    }

    /// Counts a message of a device, or of somebody who claimed to be one, that was not taken.
    pub fn device_refused(&self) {
        self.devices.get_or_create(&DeviceOutcome { outcome: "not_taken" }).inc();
    }

    /// Counts what a commit brought, and the rounds that it ended.
    pub fn committed(&self, commit: &Commit) {
        self.accepted.inc_by(commit.entries.len() as u64);
        let outcomes = commit.entries.iter().flat_map(|entry| &entry.events).filter_map(outcome);
        for outcome in outcomes {
            self.rounds.get_or_create(&RoundEnd { outcome }).inc();
        }
    }

    /// Counts a request that was answered; `route` is the path as the router knows it, never as it was asked for.
    pub fn request(&self, method: &Method, route: &str, status: StatusCode) {
        let request = Request { method: known(method), route: route.to_owned(), status: status.as_u16() };
        self.requests.get_or_create(&request).inc();
    }
}

/// How a round ended, where an event says so.
const fn outcome(event: &Event) -> Option<&'static str> {
    match event {
        Event::RoundCleared { .. } => Some("complete"),
        Event::RoundVoided { .. } => Some("void"),
        Event::RoundCancelled { .. } => Some("cancelled"),
        Event::NoBank => Some("no_bank"),
        _ => None,
    }
}

/// The methods there are; whatever else a client makes up is one more.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_counted_under_its_word() {
        let metrics = Metrics::default();
        metrics.command(&Err(Refused::Busy));
        metrics.command(&Err(Refused::Busy));
        assert_eq!(metrics.refused.get_or_create(&Refusal { code: "busy".into() }).get(), 2);
    }
}
