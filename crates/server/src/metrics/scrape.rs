//! The metrics as text, with what is asked for only now: sockets, mailboxes and the journal's writer.

use super::Metrics;
use crate::app::App;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::{Registry, Unit};
use std::fmt;

/// The media type of the text.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

const MICROS_PER_SECOND: f64 = 1_000_000.0;

/// Everything that is counted.
///
/// # Errors
/// Never, for a text in memory.
pub(crate) fn text(app: &App) -> Result<String, fmt::Error> {
    let Metrics { registry, .. } = &*app.metrics;
    let mut text = String::new();
    encode_registry(&mut text, registry)?;
    encode_registry(&mut text, &now(app))?;
    encode_eof(&mut text)?;
    Ok(text)
}

fn now(app: &App) -> Registry {
    let mut registry = Registry::with_prefix("baize");
    tables(app, &mut registry);
    journal(app, &mut registry);
    let help = "Parts of the installation that are not what is on record";
    registry.register("system_mismatches", help, gauge(app.system.mismatches().len()));
    let help = "Whether the register of significant events can be written";
    registry.register("register_writable", help, gauge(usize::from(app.register.is_writable())));
    progressives(app, &mut registry);
    let tasks = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    registry.register("tasks", "Tasks that are alive", gauge(tasks));
    registry
}

fn tables(app: &App, registry: &mut Registry) {
    let waiting: Vec<usize> = app.host.tables().iter().map(|table| table.waiting()).collect();
    let (sum, max) = (waiting.iter().sum(), waiting.iter().copied().max().unwrap_or(0));
    registry.register("tables", "Live tables", gauge(waiting.len()));
    registry.register("sockets", "Sockets that are open", gauge(app.sockets_open()));
    registry.register("mailbox_depth", "Messages that wait in all mailboxes", gauge(sum));
    registry.register("mailbox_depth_max", "Messages that wait in the fullest mailbox", gauge(max));
}

fn journal(app: &App, registry: &mut Registry) {
    let stats = app.journal.stats();
    registry.register("journal_waiting", "Appends that wait for the writer", gauge(app.journal.waiting()));
    registry.register("journal_batches", "Transactions committed", ConstCounter::new(stats.batches()));
    registry.register("journal_entries", "Entries committed", ConstCounter::new(stats.entries()));
    registry.register("journal_refused", "Transactions the database refused", ConstCounter::new(stats.refused()));
    registry.register("journal_outages", "Times the database went away", ConstCounter::new(stats.outages()));
    #[expect(clippy::cast_precision_loss, reason = "a sum of commit times is no amount of money")]
    let seconds = stats.commit_micros() as f64 / MICROS_PER_SECOND;
    let help = "Time spent in transactions that committed";
    registry.register_with_unit("journal_commit", help, Unit::Seconds, ConstCounter::new(seconds));
}

fn progressives(app: &App, registry: &mut Registry) {
    let board = &app.progressives;
    let off = usize::try_from(board.unreconciled()).unwrap_or(usize::MAX);
    registry.register("meters_unreconciled", "Meters that are not the sum of their entries", gauge(off));
    registry.register("levels_frozen", "Levels of progressives that are frozen", gauge(board.frozen()));
    let help = "Levels that hold more than a higher one of the same progressive";
    registry.register("levels_inverted", help, gauge(board.inverted()));
}

fn gauge(count: usize) -> ConstGauge {
    ConstGauge::new(i64::try_from(count).unwrap_or(i64::MAX))
}
