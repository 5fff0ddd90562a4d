//! `baize rules check FILE...`: whether Rules Submissions are sound, and every reason why not.

use game_core::rules::{
    BaseRules, Decks, Equipment, PayoutLimit, ProgressiveRules, Rules, ShuffleMethod, Stakes, WheelRules, XtremeRules,
};
use game_core::submission::{self, Submission};
use game_core::wager::Wager;
use std::io::{self, Write};
use std::process::ExitCode;

const USAGE: &str = "usage: baize rules check FILE...";

/// Checks the files. Exits with 0 if all are sound, with 2 if one is refused or cannot be read, or on a wrong call.
#[must_use]
pub(crate) fn run(args: &[String]) -> ExitCode {
    match answer(args, &mut io::stdout().lock(), &mut io::stderr().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(2),
        // A reader that stops listening, such as `head`, is no failure of ours.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn answer(args: &[String], out: &mut impl Write, err: &mut impl Write) -> io::Result<bool> {
    let [command, files @ ..] = args else {
        writeln!(err, "{USAGE}")?;
        return Ok(false);
    };
    if command != "check" || files.is_empty() {
        writeln!(err, "{USAGE}")?;
        return Ok(false);
    }
    let mut sound = true;
    for file in files {
        sound &= match std::fs::read_to_string(file) {
            Ok(text) => report(file, &text, out)?,
            Err(error) => {
                writeln!(err, "{file}: cannot be read: {error}")?;
                false
            }
        };
    }
    Ok(sound)
}

/// Says whether one file is sound.
fn report(file: &str, text: &str, out: &mut impl Write) -> io::Result<bool> {
    match submission::check(text) {
        Ok((document, rules)) => {
            summary(&document, &rules, out)?;
            Ok(true)
        }
        Err(problems) => {
            let noun = if problems.len() == 1 { "problem" } else { "problems" };
            writeln!(out, "REFUSED: {file}: {} {noun}", problems.len())?;
            for problem in problems {
                writeln!(out, "{problem}")?;
            }
            Ok(false)
        }
    }
}

fn summary(document: &Submission, rules: &Rules, out: &mut impl Write) -> io::Result<()> {
    let wagers: Vec<&str> = rules.offered().map(Wager::name).collect();
    let (name, title, seats) = (rules.name(), rules.game().title(), rules.seats());
    writeln!(out, "OK: {name} — {title}, {seats} seats, wagers {}", wagers.join(", "))?;
    for wager in rules.offered() {
        let stakes = rules.stakes(wager).map_or_else(String::new, stakes);
        writeln!(out, "  {:<30} {}, {stakes}", wager.name(), letters(rules, wager))?;
    }
    writeln!(out, "  {:<30} {}", "payout limit", payout_limit(rules))?;
    writeln!(out, "  {:<30} {}", "boxes per player", rules.boxes_per_player())?;
    writeln!(out, "  {:<30} {}", "equipment", equipment(rules.equipment()))?;
    for warning in document.warnings(rules) {
        writeln!(out, "WARNING: {warning}")?;
    }
    for warning in game_odds::warnings(rules) {
        writeln!(out, "WARNING: {warning}")?;
    }
    Ok(())
}

fn stakes(stakes: &Stakes) -> String {
    match stakes {
        Stakes::Between { min, max } => format!("{min} to {max}"),
        Stakes::OneOf(amounts) => amounts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or "),
    }
}

/// The paytable or wheels of a wager.
fn letters(rules: &Rules, wager: Wager) -> String {
    let progressive = |progressive: &ProgressiveRules| format!("paytable {}", progressive.table.letter);
    let wheel = |wheel: &WheelRules| format!("wheel {} of {} segments", wheel.wheel.letter, wheel.segments.len());
    match wager {
        Wager::LetItRide | Wager::TwoThreeFive | Wager::Ante => base_letter(rules.base()),
        Wager::FiveCardBonus | Wager::ThreeCardBonus | Wager::SixCardBonus | Wager::WinEmAllBonus => {
            rules.bonus(wager).map_or_else(String::new, |bonus| format!("paytable {}", bonus.table.letter))
        }
        Wager::ProgressivePayout => rules.progressive().map_or_else(String::new, progressive),
        Wager::BonusSpinProgressive => rules.bonus_spin().map_or_else(String::new, |spin| wheel(&spin.wheel)),
        Wager::BonusSpinXtremeProgressive => rules.xtreme().map_or_else(String::new, xtreme_letters),
    }
}

fn base_letter(base: &BaseRules) -> String {
    let table = match base {
        BaseRules::LetItRide { table } | BaseRules::CrissCross { table, .. } | BaseRules::California { table, .. } => {
            table
        }
        BaseRules::Stud235 { five_card, .. } => five_card,
    };
    format!("paytable {}", table.letter)
}

fn xtreme_letters(xtreme: &XtremeRules) -> String {
    let letters = xtreme.stakes.iter().map(|stake| {
        let (hot_spot, community) = (stake.hot_spot.wheel.letter, stake.community.wheel.letter);
        format!("{} on Hot Spot {hot_spot} and Community {community}", stake.stake)
    });
    letters.collect::<Vec<_>>().join("; ")
}

fn payout_limit(rules: &Rules) -> String {
    match (rules.payout_limit(), rules.base()) {
        (PayoutLimit::Cents(limit), _) => limit.to_string(),
        (PayoutLimit::None, BaseRules::California { .. }) => "the player-dealer's wager".to_owned(),
        (PayoutLimit::None, BaseRules::LetItRide { .. } | BaseRules::Stud235 { .. } | BaseRules::CrissCross { .. }) => {
            "none".to_owned()
        }
    }
}

fn equipment(equipment: &Equipment) -> String {
    let mut parts = vec![equipment.dealing.name().to_owned()];
    parts.extend(equipment.fallback.iter().map(|method| format!("or {}", method.name())));
    parts.push(match equipment.shuffle {
        ShuffleMethod::Manual => "manual shuffle".to_owned(),
        ShuffleMethod::Machine { counts_cards: true } => "machine shuffle, cards counted".to_owned(),
        ShuffleMethod::Machine { counts_cards: false } => "machine shuffle".to_owned(),
    });
    parts.push(match equipment.decks {
        Decks::One => "one deck".to_owned(),
        Decks::Two => "two decks".to_owned(),
    });
    parts.push(
        equipment
            .stub_count_every
            .map_or_else(|| "no stub count".to_owned(), |rounds| format!("stub counted every {rounds} rounds")),
    );
    parts.push(equipment.deck_hours.map_or_else(
        || "no deck age".to_owned(),
        |hours| format!("decks changed after {} h by hand, {} h from a shoe", hours.hand, hours.shoe),
    ));
    parts.push(if equipment.card_reader { "card reader" } else { "no card reader" }.to_owned());
    if equipment.virtual_shoe {
        parts.push("virtual shoe".to_owned());
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"{
        "game": "let_it_ride_md", "name": "Pit 1", "approval": "A-1",
        "limits": {"min_cents": 500, "max_cents": 50000},
        "wagers": {"let_it_ride": {"paytable": "A"}},
        "equipment": {"dealing": "manual_shoe", "shuffle": {"method": "manual"}}
    }"#;

    fn said(text: &str) -> (bool, String) {
        let mut out = Vec::new();
        let sound = report("file.json", text, &mut out).unwrap();
        (sound, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_sound_file_is_summed_up() {
        let (sound, text) = said(SOUND);
        assert!(sound);
        let mut lines = text.lines();
        let first = "OK: Pit 1 — Let It Ride Poker (Maryland), 7 seats, wagers let_it_ride";
        assert_eq!(lines.next(), Some(first));
        assert!(text.contains("paytable A, $5 to $500"), "{text}");
        assert!(text.contains("manual_shoe, manual shuffle, one deck, stub counted every 5 rounds"), "{text}");
    }

    #[test]
    fn a_refused_file_has_a_line_for_each_problem() {
        let (sound, text) = said(&SOUND.replace("\"A\"", "\"Z\"").replace("A-1", ""));
        assert!(!sound);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "REFUSED: file.json: 2 problems",
                "approval: missing or empty (LIR-2-B); permitted: 1 to 200 characters",
                "wagers.let_it_ride.paytable: there is no paytable 'Z' (LIR-12-A); permitted: A, B, C",
            ]
        );
    }

    #[test]
    fn a_warning_is_loud() {
        let criss_cross = SOUND.replace("let_it_ride_md", "criss_cross_md").replace("let_it_ride", "ante");
        let (sound, text) = said(&criss_cross.replace("\"paytable\": \"A\"", ""));
        assert!(sound, "{text}");
        assert!(text.lines().any(|line| line.starts_with("WARNING: options.ante_payout: ")), "{text}");
    }

    #[test]
    fn a_wrong_call_and_a_missing_file_are_told_in_one_line() {
        let call = |args: &[&str]| {
            let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let sound = answer(&args, &mut out, &mut err).unwrap();
            (sound, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
        };
        for args in [&[][..], &["check"][..], &["verify", "x"][..]] {
            assert_eq!(call(args), (false, String::new(), format!("{USAGE}\n")));
        }
        let (sound, out, err) = call(&["check", "no/such/file.json"]);
        assert!(!sound && out.is_empty() && err.starts_with("no/such/file.json: cannot be read: "), "{err}");
        assert_eq!(err.lines().count(), 1);
    }
}
