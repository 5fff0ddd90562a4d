//! What a run under load measured, as figures and as text.

use super::station::Spoken;
use super::table::Measured;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A run under load.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Report {
    /// Tables.
    pub tables: usize,
    /// Terminals in all.
    pub terminals: usize,
    /// How long was measured.
    pub seconds: u64,
    /// Commands sent, accepted, on disk and shown to every terminal of their table.
    pub commands: u64,
    /// The same, a second.
    pub commands_per_second: u64,
    /// Entries shown to every terminal of their table: the commands, and those of the server's own shoes.
    pub entries: u64,
    /// The same, a second.
    pub entries_per_second: u64,
    /// Rounds that were played to the end, warming up included.
    pub rounds: u64,
    /// Frames received, warming up included.
    pub frames: u64,
    /// Messages checked in full, the view's hash with them.
    pub frames_checked: u64,
    /// Times a command was refused for the moment and sent again.
    pub sent_again: u64,
    /// From a terminal's command to its own event's frame.
    pub terminal_latency_us: Latency,
    /// From a dealer's request to its answer.
    pub dealer_latency_us: Latency,
    /// Devices in all.
    pub devices: usize,
    /// Signed messages of devices that were answered.
    pub device_messages: u64,
    /// The same, a second.
    pub device_messages_per_second: u64,
    /// Those of them that became an entry of a table's journal.
    pub device_entries: u64,
    /// Those of them that were refused or not taken.
    pub device_refusals: u64,
    /// What these were about, and why.
    pub device_refused: BTreeMap<String, u64>,
    /// Messages of devices that waited for their answers in the end.
    pub device_unanswered: u64,
    /// From a device's turn to speak to its answer.
    pub device_latency_us: Latency,
    /// Processor time of the server.
    pub server_cpu_us: u64,
    /// The same, for each command.
    pub server_cpu_us_per_command: u64,
    /// Processor time of all PostgreSQL's processes.
    pub postgres_cpu_us: u64,
    /// The same, for each command.
    pub postgres_cpu_us_per_command: u64,
    /// Thousandths of one processor that the server took.
    pub server_cpu_per_mille: u64,
    /// Thousandths of one processor that all PostgreSQL's processes took.
    pub postgres_cpu_per_mille: u64,
    /// Processor time of this process.
    pub generator_cpu_us: u64,
    /// The same, for each command.
    pub generator_cpu_us_per_command: u64,
    /// Server memory before the terminals connected.
    pub server_resident_before_bytes: u64,
    /// Server memory with the terminals connected, before any load.
    pub server_resident_connected_bytes: u64,
    /// Server memory in the middle of what was measured.
    pub server_resident_halfway_bytes: u64,
    /// Server memory at the end.
    pub server_resident_after_bytes: u64,
    /// What the connected terminals take, each.
    pub server_bytes_per_terminal: u64,
    /// What the terminals take at the end, each.
    pub server_bytes_per_terminal_after: u64,
    /// Tables that failed, and why.
    pub failures: Vec<String>,
}

/// How long something took, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Latency {
    /// How many were measured.
    pub count: usize,
    /// Half took no longer.
    pub p50: u32,
    /// Ninety-nine in a hundred took no longer.
    pub p99: u32,
    /// None took longer.
    pub max: u32,
}

impl Latency {
    pub(super) fn of(mut samples: Vec<u32>) -> Self {
        samples.sort_unstable();
        let at = |per_mille: usize| samples.get((samples.len() * per_mille / 1000).min(samples.len().max(1) - 1));
        let at = |per_mille| at(per_mille).copied().unwrap_or(0);
        Self { count: samples.len(), p50: at(500), p99: at(990), max: at(1000) }
    }
}

impl Report {
    /// Adds up what the devices measured.
    pub(super) fn hear(mut self, spoken: Vec<Spoken>) -> Self {
        let mut micros = Vec::new();
        for station in spoken {
            self.device_messages += station.messages;
            self.device_entries += station.entries;
            for (why, times) in station.refused {
                self.device_refusals += times;
                *self.device_refused.entry(why).or_default() += times;
            }
            self.device_unanswered += station.unanswered;
            micros.extend(station.micros);
            self.failures.extend(station.failure);
        }
        self.device_latency_us = Latency::of(micros);
        self
    }

    /// Adds up what the tables measured.
    pub(super) fn add_up(mut self, measured: Vec<Measured>) -> Self {
        let (mut terminal_us, mut dealer_us) = (Vec::new(), Vec::new());
        for table in measured {
            self.commands += table.commands;
            self.entries += table.entries;
            self.rounds += table.rounds;
            self.frames += table.frames;
            self.frames_checked += table.checked;
            self.sent_again += table.again;
            terminal_us.extend(table.terminal_us);
            dealer_us.extend(table.dealer_us);
            self.failures.extend(table.failure);
        }
        self.terminal_latency_us = Latency::of(terminal_us);
        self.dealer_latency_us = Latency::of(dealer_us);
        self.divide()
    }

    fn divide(mut self) -> Self {
        let seconds = self.seconds.max(1);
        self.commands_per_second = self.commands / seconds;
        self.entries_per_second = self.entries / seconds;
        self.device_messages_per_second = self.device_messages / seconds;
        self.server_cpu_per_mille = self.server_cpu_us / (seconds * 1000);
        self.postgres_cpu_per_mille = self.postgres_cpu_us / (seconds * 1000);
        let commands = self.commands.max(1);
        self.server_cpu_us_per_command = self.server_cpu_us / commands;
        self.postgres_cpu_us_per_command = self.postgres_cpu_us / commands;
        self.generator_cpu_us_per_command = self.generator_cpu_us / commands;
        let terminals = u64::try_from(self.terminals).unwrap_or(u64::MAX).max(1);
        let more = |now: u64| now.saturating_sub(self.server_resident_before_bytes) / terminals;
        self.server_bytes_per_terminal = more(self.server_resident_connected_bytes);
        self.server_bytes_per_terminal_after = more(self.server_resident_after_bytes);
        self
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Latency { p50, p99, max, .. } = self.terminal_latency_us;
        writeln!(f, "{} tables, {} terminals, {} s", self.tables, self.terminals, self.seconds)?;
        writeln!(f, "commands/s           {} (entries/s {})", self.commands_per_second, self.entries_per_second)?;
        writeln!(f, "command to own event p50 {p50} us, p99 {p99} us, max {max} us")?;
        let Latency { p50, p99, max, .. } = self.dealer_latency_us;
        writeln!(f, "dealer's request     p50 {p50} us, p99 {p99} us, max {max} us")?;
        if self.devices > 0 {
            let Latency { p50, p99, max, .. } = self.device_latency_us;
            writeln!(
                f,
                "device messages/s    {} of {} devices ({} became entries, {} refused, {} unanswered in the end)",
                self.device_messages_per_second,
                self.devices,
                self.device_entries,
                self.device_refusals,
                self.device_unanswered
            )?;
            for (why, times) in &self.device_refused {
                writeln!(f, "refused              {why}, {times} times")?;
            }
            writeln!(f, "message to answer    p50 {p50} us, p99 {p99} us, max {max} us")?;
        }
        writeln!(
            f,
            "CPU us/command       server {}, PostgreSQL {}, generator {}",
            self.server_cpu_us_per_command, self.postgres_cpu_us_per_command, self.generator_cpu_us_per_command
        )?;
        let share = |per_mille: u64| format!("{}.{} %", per_mille / 10, per_mille % 10);
        let (server, postgres) = (share(self.server_cpu_per_mille), share(self.postgres_cpu_per_mille));
        writeln!(f, "CPU                  server {server}, PostgreSQL {postgres} of one processor")?;
        writeln!(
            f,
            "bytes/terminal       {} connected, {} after load",
            self.server_bytes_per_terminal, self.server_bytes_per_terminal_after
        )?;
        write!(f, "frames checked       {}, failures {}", self.frames_checked, self.failures.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_sorted_samples() {
        let latency = Latency::of((1..=1000).rev().collect());
        assert_eq!((latency.count, latency.p50, latency.p99, latency.max), (1000, 501, 991, 1000));
        assert_eq!(Latency::of(vec![7]), Latency { count: 1, p50: 7, p99: 7, max: 7 });
        assert_eq!(Latency::of(Vec::new()), Latency::default());
    }

    #[test]
    fn tables_are_added_up_and_divided() {
        let table = || Measured { commands: 50, entries: 70, terminal_us: vec![3, 5], ..Measured::default() };
        let report = Report { seconds: 10, server_cpu_us: 1_000, terminals: 2, ..Report::default() };
        let report = report.add_up(vec![table(), table()]);
        assert_eq!((report.commands, report.commands_per_second, report.entries_per_second), (100, 10, 14));
        assert_eq!((report.server_cpu_us_per_command, report.terminal_latency_us.count), (10, 4));
        assert_eq!(report.server_cpu_per_mille, 0);
        assert!(!report.to_string().contains("device messages/s"), "nobody asked for devices");
    }

    #[test]
    fn what_devices_measured_is_added_up_and_told() {
        let refused = BTreeMap::from([("shuffle_completed wrong_phase".to_owned(), 1)]);
        let spoken = || Spoken {
            messages: 50,
            entries: 20,
            refused: refused.clone(),
            unanswered: 2,
            micros: vec![3, 5],
            failure: None,
        };
        let report = Report { seconds: 10, devices: 6, ..Report::default() }.hear(vec![spoken(), spoken()]);
        let report = report.add_up(Vec::new());
        assert_eq!((report.device_messages, report.device_messages_per_second, report.device_entries), (100, 10, 40));
        assert_eq!((report.device_refusals, report.device_unanswered, report.device_latency_us.count), (2, 4, 4));
        let told = "device messages/s    10 of 6 devices (40 became entries, 2 refused, 4 unanswered in the end)";
        assert!(report.to_string().contains(told), "{report}");
        assert!(report.to_string().contains("refused              shuffle_completed wrong_phase, 2 times"), "{report}");
    }
}
