//! `baize play GAME`: rounds at the terminal. The player chooses among what `legal` offers and sees what `view` shows;
//! the house does everything else.

mod house;
mod screen;
mod shoe;

use game_core::actor::Actor;
use game_core::command::Action;
use game_core::game::{GameId, PlayerId};
use game_core::legal::{Offer, Offered, legal};
use game_core::money::Cents;
use game_core::submission;
use game_core::values::Values;
use game_core::wager::Wager;
use house::House;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;

const USAGE: &str = "usage: baize play GAME [SUBMISSION]    GAME is one of let_it_ride_md, two_three_five_stud_md, \
                     criss_cross_md, let_it_ride_ca";

/// The person at the keyboard.
const ME: PlayerId = PlayerId(1);

/// Plays rounds until the player leaves. A wrong call exits with 2.
#[must_use]
pub(crate) fn run(args: &[String]) -> ExitCode {
    let house = match prepare(args) {
        Ok(house) => house,
        Err(problem) => return super::say(&mut io::stderr(), &problem, ExitCode::from(2)),
    };
    match play(house, &mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that stops listening, such as `head`, is no failure of ours.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => super::say(&mut io::stderr(), &format!("baize play: {error}"), ExitCode::FAILURE),
    }
}

fn prepare(args: &[String]) -> Result<House, String> {
    let (name, file) = match args {
        [name] => (name, None),
        [name, file] => (name, Some(file)),
        _ => return Err(USAGE.to_owned()),
    };
    let game = GameId::from_name(name).ok_or_else(|| format!("'{name}' is not a game. {USAGE}"))?;
    let text = match file {
        Some(file) => std::fs::read_to_string(file).map_err(|error| format!("{file}: cannot be read: {error}"))?,
        None => example(game).to_owned(),
    };
    let (_, rules) = submission::check(&text)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    if rules.game() != game {
        return Err(format!("that submission is for {}, not {game}", rules.game()));
    }
    if !rules.equipment().card_reader {
        return Err("play needs a submission with a card reader: cards come from a virtual shoe".to_owned());
    }
    if rules.virtual_shoe() {
        return Err("play publishes no commitment to its shuffles: leave equipment.virtual_shoe out".to_owned());
    }
    House::open(Arc::new(rules), ME)
}

/// The submission played when none is given: everything offered.
const fn example(game: GameId) -> &'static str {
    match game {
        GameId::LetItRide => include_str!("../../../../docs/examples/submissions/let-it-ride-rich.json"),
        GameId::Stud235 => include_str!("../../../../docs/examples/submissions/two-three-five-rich.json"),
        GameId::CrissCross => include_str!("../../../../docs/examples/submissions/criss-cross-rich.json"),
        GameId::California => include_str!("../../../../docs/examples/submissions/california-rich.json"),
    }
}

fn play(mut house: House, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}: {}", house.table.rules().game().title(), house.table.rules().name())?;
    loop {
        let mut shown = house.log.len();
        let choices = loop {
            let choices = choices(&house);
            if !choices.is_empty() && !house.bank_is_due() {
                break choices;
            }
            house.step().map_err(io::Error::other)?;
            screen::tell(&house, &mut shown, ME, out)?;
        };
        screen::show(&house, ME, out)?;
        match ask(&choices, input, out)? {
            Some(Choice::Leave) | None => return writeln!(out, "Goodbye."),
            Some(Choice::Deal) => house.close_bets().map_err(io::Error::other)?,
            Some(Choice::Act(action)) => {
                if let Err(refusal) = house.ask(Actor::Player(ME), action) {
                    writeln!(out, "Refused: {refusal}")?;
                }
            }
        }
        screen::tell(&house, &mut shown, ME, out)?;
    }
}

/// One line of the menu.
struct Line {
    text: String,
    choice: Chosen,
}

/// What a line of the menu stands for; an amount may still be open.
enum Chosen {
    Ready(Choice),
    Amount { seat: game_core::game::Seat, wager: Wager, values: Values },
}

/// What the player chose.
#[derive(Clone, Copy)]
enum Choice {
    Act(Action),
    Deal,
    Leave,
}

/// What the player may choose now: the offers that move the game on.
fn choices(house: &House) -> Vec<Line> {
    let offers = legal(&house.table, Actor::Player(ME), house.now());
    let mut lines: Vec<Line> = offers.iter().flat_map(lines_of).collect();
    if lines.is_empty() {
        return lines;
    }
    if house.bets_can_close() {
        lines.insert(0, Line { text: "no more bets: deal".to_owned(), choice: Chosen::Ready(Choice::Deal) });
    }
    lines.push(Line { text: "leave".to_owned(), choice: Chosen::Ready(Choice::Leave) });
    lines
}

fn lines_of(offer: &Offer) -> Vec<Line> {
    let clause = offer.clause.map_or_else(String::new, |clause| format!("   [{clause}]"));
    let ready = |text: String, action| Line { text, choice: Chosen::Ready(Choice::Act(action)) };
    match &offer.action {
        Offered::PlaceWager { seat, wager, amount } => vec![Line {
            text: format!("bet {wager}, {amount}{clause}"),
            choice: Chosen::Amount { seat: *seat, wager: *wager, values: amount.clone() },
        }],
        Offered::RemoveWager { seat, wager } => {
            vec![ready(format!("take {wager} off{clause}"), Action::RemoveWager { seat: *seat, wager: *wager })]
        }
        Offered::Decide { seat, decision } => decision
            .iter()
            .map(|decision| ready(format!("{decision}{clause}"), Action::Decide { seat: *seat, decision: *decision }))
            .collect(),
        _ => Vec::new(),
    }
}

/// Shows the menu and reads a choice; none when the input has ended.
fn ask(lines: &[Line], input: &mut impl BufRead, out: &mut impl Write) -> io::Result<Option<Choice>> {
    for (number, line) in lines.iter().enumerate() {
        writeln!(out, "  {}. {}", number + 1, line.text)?;
    }
    loop {
        let Some(answer) = prompt("choose", input, out)? else { return Ok(None) };
        let line = answer.parse::<usize>().ok().and_then(|number| lines.get(number.checked_sub(1)?));
        match line.map(|line| &line.choice) {
            Some(Chosen::Ready(choice)) => return Ok(Some(*choice)),
            Some(Chosen::Amount { seat, wager, values }) => {
                let Some(amount) = read_amount(values, input, out)? else { return Ok(None) };
                return Ok(Some(Choice::Act(Action::PlaceWager { seat: *seat, wager: *wager, amount })));
            }
            None => writeln!(out, "Choose a number from 1 to {}.", lines.len())?,
        }
    }
}

fn read_amount(values: &Values, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<Option<Cents>> {
    loop {
        let Some(answer) = prompt(&format!("how much ({values})"), input, out)? else { return Ok(None) };
        match dollars(&answer).filter(|amount| values.admit_amount(*amount)) {
            Some(amount) => return Ok(Some(amount)),
            None => writeln!(out, "That must be {values}, in dollars.")?,
        }
    }
}

/// `5`, `$5` or `5.50`.
fn dollars(text: &str) -> Option<Cents> {
    let text = text.trim().trim_start_matches('$').replace(',', "");
    let (whole, cents) = text.split_once('.').unwrap_or((&text, "00"));
    let cents: i64 = if cents.len() == 2 { cents.parse().ok()? } else { return None };
    let whole: i64 = whole.parse().ok()?;
    Some(Cents::new(whole.checked_mul(100)?.checked_add(cents)?))
}

fn prompt(question: &str, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<Option<String>> {
    write!(out, "{question}> ")?;
    out.flush()?;
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    Ok(Some(line.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_submission_to_play_by() {
        for game in GameId::ALL {
            let house = prepare(&[game.name().to_owned()]).unwrap();
            assert_eq!(house.table.rules().game(), game);
        }
    }

    #[test]
    fn a_round_of_every_game_can_be_played_with_the_first_choices() {
        for game in GameId::ALL {
            let house = prepare(&[game.name().to_owned()]).unwrap();
            // Bet the least on the base wager, deal, then take the first choice until betting is open again, and leave.
            let least = house.table.rules().stakes(house.table.rules().base_wager()).unwrap().least();
            let keys = format!("1\n{}\n1\n{}", least.get() / 100, "1\n".repeat(6));
            let mut out = Vec::new();
            play(house, &mut keys.as_bytes(), &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains("You won") || text.contains("You lost") || text.contains("You broke even"), "{text}");
        }
    }

    #[test]
    fn what_is_not_an_amount_is_asked_again() {
        for text in ["", "five", "5.5", "-", "$", "1e9", "5.555"] {
            assert_eq!(dollars(text), None, "{text}");
        }
        assert_eq!(dollars("$1,234.50"), Some(Cents::new(123_450)));
    }
}
