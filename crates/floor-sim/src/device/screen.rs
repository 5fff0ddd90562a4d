//! A display's screen: it shows what the display was told last, and nothing at all once the server was not heard of for too long.
//! Amounts come back only when they are told anew.

use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};
use wire::device::ShownMeter;

/// What a screen says when it does not know what there is to show.
const NOTHING: &str = "nothing is available";

/// A screen, to whoever tells it what to show. It goes dark when nobody does any more.
#[derive(Debug)]
pub(super) struct Screen {
    told: mpsc::UnboundedSender<Told>,
}

#[derive(Debug)]
enum Told {
    Show(String),
    /// The server was heard of, which is good until then.
    Heard(Instant),
}

impl Screen {
    /// Turns a screen on, which hands on every change of what it shows.
    pub(super) fn new(tell: impl FnMut(&str) + Send + 'static) -> Self {
        let (told, tells) = mpsc::unbounded_channel();
        tokio::spawn(keep(tells, tell));
        Self { told }
    }

    pub(super) fn show(&self, table: &str, round: Option<u64>, meters: &[ShownMeter]) {
        self.tell(Told::Show(picture(table, round, meters)));
    }

    /// The server was heard of: what is shown is good for so long.
    pub(super) fn heard(&self, silence: Duration) {
        self.tell(Told::Heard(Instant::now() + silence));
    }

    fn tell(&self, told: Told) {
        // A screen that broke shows nothing, which is never wrong.
        let _ = self.told.send(told);
    }
}

fn picture(table: &str, round: Option<u64>, meters: &[ShownMeter]) -> String {
    let round = round.map_or_else(|| "no round".to_owned(), |round| format!("round {round}"));
    let meters = meters.iter().map(|meter| format!("{} {}", meter.name, meter.amount_cents));
    let meters = meters.collect::<Vec<_>>().join(", ");
    format!("{table}, {round}: {}", if meters.is_empty() { NOTHING } else { &meters })
}

async fn keep(mut tells: mpsc::UnboundedReceiver<Told>, mut tell: impl FnMut(&str)) {
    let (mut shown, mut good_until): (Option<String>, Instant) = (None, Instant::now());
    loop {
        let told = match shown {
            Some(_) => timeout_at(good_until, tells.recv()).await,
            None => Ok(tells.recv().await),
        };
        match told {
            Ok(Some(Told::Heard(until))) => good_until = until,
            Ok(Some(Told::Show(picture))) => {
                if shown.as_ref() != Some(&picture) {
                    tell(&picture);
                    shown = Some(picture);
                }
            }
            Ok(None) => return,
            Err(_) => {
                tell(NOTHING);
                shown = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::money::Cents;
    use tokio::time::advance;

    const SILENCE: Duration = Duration::from_secs(30);

    fn meters(cents: i64) -> Vec<ShownMeter> {
        let meter = |name: &str, cents| ShownMeter { name: name.to_owned(), amount_cents: Cents::new(cents) };
        vec![meter("Grand mega", cents), meter("Grand minor", 25_000)]
    }

    #[tokio::test(start_paused = true)]
    async fn a_screen_shows_every_change_once_and_never_an_old_amount() {
        let (said, mut lines) = mpsc::unbounded_channel();
        let screen = Screen::new(move |line| said.send(line.to_owned()).unwrap());
        screen.heard(SILENCE);
        for _ in 0..2 {
            screen.show("Pit 1", Some(12), &meters(1_234_567));
        }
        screen.show("Pit 1", None, &[]);
        screen.show("Pit 1", None, &meters(1_234_600));
        let mut next = async || lines.recv().await.unwrap();
        assert_eq!(next().await, "Pit 1, round 12: Grand mega $12,345.67, Grand minor $250");
        assert_eq!(next().await, "Pit 1, no round: nothing is available");
        assert_eq!(next().await, "Pit 1, no round: Grand mega $12,346, Grand minor $250");
        // It was heard of in time once, and then not.
        advance(SILENCE - Duration::from_millis(1)).await;
        screen.heard(SILENCE);
        let heard = Instant::now();
        assert_eq!(next().await, NOTHING);
        assert!(heard.elapsed() >= SILENCE && heard.elapsed() < SILENCE * 2, "{:?}", heard.elapsed());
        // The line is back, and what was shown before is not.
        screen.heard(SILENCE);
        screen.show("Pit 1", None, &meters(1_234_600));
        assert_eq!(next().await, "Pit 1, no round: Grand mega $12,346, Grand minor $250");
        drop(screen);
        assert_eq!(lines.recv().await, None);
    }
}
