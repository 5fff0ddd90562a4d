//! What processes have used, as the kernel tells it in `/proc`.

use std::fs;

/// Microseconds of processor time a process has used, its threads and the children it has waited for included; nought
/// for one that is gone.
fn process_us(pid: u32) -> u64 {
    let Some(stat) = Stat::of(pid) else { return 0 };
    stat.ticks * 1_000_000 / rustix::param::clock_ticks_per_second().max(1)
}

/// What is read of `/proc/PID/stat`.
struct Stat {
    parent: u32,
    /// User and system time, own and of children that were waited for.
    ticks: u64,
}

impl Stat {
    fn of(pid: u32) -> Option<Self> {
        Self::read(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// The name, in brackets, may hold anything; the fields are counted from behind it.
    fn read(text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |place: usize| fields.get(place).and_then(|field| field.parse::<u64>().ok());
        let ticks = [11, 12, 13, 14].into_iter().map(number).sum::<Option<u64>>()?;
        Some(Self { parent: number(1)?.try_into().ok()?, ticks })
    }
}

/// Processor time of a process.
pub(super) fn alone_us(pid: Option<u32>) -> u64 {
    pid.map_or(0, process_us)
}

/// Processor time of a process and of every child it has now; those it had are in its own figure.
pub(super) fn family_us(pid: Option<u32>) -> u64 {
    let Some(pid) = pid else { return 0 };
    let children = fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| {
        let child: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        (Stat::of(child)?.parent == pid).then_some(child)
    });
    process_us(pid) + children.map(process_us).sum::<u64>()
}

/// Bytes of a process that are in memory.
pub(super) fn resident_bytes(pid: Option<u32>) -> u64 {
    let status = pid.and_then(|pid| fs::read_to_string(format!("/proc/{pid}/status")).ok()).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_counted_from_behind_the_name() {
        let stat = Stat::read("7 (a) b (c) S 3 1 1 0 -1 4194560 9 8 7 6 10 20 30 40 20 0 1").unwrap();
        assert_eq!((stat.parent, stat.ticks), (3, 100));
    }

    #[test]
    fn this_process_is_there_and_one_that_is_not_has_used_nothing() {
        assert!(resident_bytes(Some(std::process::id())) > 1_000_000);
        assert!(Stat::of(std::process::id()).is_some());
        assert_eq!((resident_bytes(None), alone_us(None), family_us(None), process_us(u32::MAX)), (0, 0, 0, 0));
    }
}
