//! Reads the transcriptions: a heading, then lines of a clause, an example and the words of the pay.

use game_core::card::Card;
use game_core::game::GameId;
use game_core::money::{Cents, Odds};
use game_core::paytable::Pay;
use game_core::wager::Level;

/// The four transcriptions.
pub(super) const PRINTED: [&str; 4] = [
    include_str!("../printed/let_it_ride_md.txt"),
    include_str!("../printed/two_three_five_stud_md.txt"),
    include_str!("../printed/criss_cross_md.txt"),
    include_str!("../printed/let_it_ride_ca.txt"),
];

/// One printed table.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) game: GameId,
    pub(super) words: Vec<String>,
    pub(super) lines: Vec<Line>,
}

/// One printed line.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) clause: String,
    pub(super) example: String,
    pub(super) pay: String,
}

impl Line {
    /// The example hands.
    pub(super) fn hands(&self) -> impl Iterator<Item = Vec<Card>> {
        self.example.split('/').map(|cards| {
            line_words(cards).into_iter().map(|card| card.parse().unwrap_or_else(|wrong| panic!("{wrong}"))).collect()
        })
    }
}

pub(super) fn line_words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Every table of a transcription. Columns are parted by two spaces or more.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let mut lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let game = lines.find_map(|line| line.strip_prefix("game ")).and_then(GameId::from_name);
    let game = game.unwrap_or_else(|| panic!("the transcription names no game"));
    let mut sections: Vec<Section> = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let columns: Vec<_> = line.split("  ").map(str::trim).filter(|column| !column.is_empty()).collect();
        match (columns.as_slice(), sections.last_mut()) {
            (&[clause, example, pay], Some(section)) => {
                let [clause, example, pay] = [clause, example, pay].map(str::to_owned);
                section.lines.push(Line { clause, example, pay });
            }
            (&[heading], _) => {
                let words = line_words(heading).into_iter().map(str::to_owned).collect();
                sections.push(Section { game, words, lines: Vec::new() });
            }
            _ => panic!("cannot read '{line}'"),
        }
    }
    sections
}

/// The pay that the printed words mean (I-01).
pub(super) fn pay_words(text: &str) -> Pay {
    if text == "Push" {
        Pay::Push
    } else if let Some(odds) = text.strip_suffix(" to 1") {
        Pay::ToOne(Odds::whole(number(odds)))
    } else if let Some(odds) = text.strip_suffix(" for 1") {
        Pay::ForOne(Odds::whole(number(odds)))
    } else if let Some((share, of)) = text.split_once(" of ") {
        let percent = share.trim_end_matches('%').trim_end_matches(" percent").parse();
        share_of(of, percent.unwrap_or_else(|_| panic!("no share in '{text}'")))
    } else {
        Pay::Flat(dollars(text))
    }
}

fn share_of(of: &str, percent: u8) -> Pay {
    match of {
        "the fixed prize or merchandise" => Pay::PrizePercent(percent),
        "meter" | "the progressive" => Pay::MeterPercent { level: Level::Main, percent },
        "Mega Progressive" => Pay::MeterPercent { level: Level::Mega, percent },
        "Major Progressive" => Pay::MeterPercent { level: Level::Major, percent },
        "Minor Progressive" => Pay::MeterPercent { level: Level::Minor, percent },
        other => panic!("a share of '{other}'"),
    }
}

/// An amount such as `$2,500`.
pub(super) fn dollars(text: &str) -> Cents {
    let digits = text.strip_prefix('$').unwrap_or_else(|| panic!("'{text}' is no amount"));
    Cents::new(i64::from(number(digits)) * 100)
}

fn number(text: &str) -> u32 {
    text.replace(',', "").parse().unwrap_or_else(|_| panic!("'{text}' is no number"))
}
