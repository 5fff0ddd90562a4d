//! What somebody asks to see, checked against what there is.

use super::settings::options_of;
use super::{letters, wagers};
use game_core::game::GameId;
use game_core::paytable::Schedule;
use game_core::wager::Wager;

/// A choice of sheets. What is not given is not narrowed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Request {
    /// The game's name.
    pub game: Option<String>,
    /// The wager's name.
    pub wager: Option<String>,
    /// The letter of the paytable or wheel.
    pub paytable: Option<String>,
    /// Options by name.
    pub options: Vec<(String, String)>,
}

/// One paytable or wheel of one wager.
type Chosen = (GameId, Wager, Schedule, &'static str);

impl Request {
    /// The paytables and wheels that fit.
    pub(super) fn chosen(&self) -> Result<Vec<Chosen>, String> {
        let wagers = self.wagers()?;
        let mut chosen = Vec::new();
        for (game, wager, schedule) in &wagers {
            let fitting = letters(*game, *schedule).into_iter();
            let fitting = fitting.filter(|letter| self.paytable.as_deref().is_none_or(|wanted| wanted == *letter));
            chosen.extend(fitting.map(|letter| (*game, *wager, *schedule, letter)));
        }
        if let (true, Some(letter)) = (chosen.is_empty(), &self.paytable) {
            let known = wagers.iter().flat_map(|(game, _, schedule)| letters(*game, *schedule));
            return Err(unknown("paytable", letter, known));
        }
        Ok(chosen)
    }

    /// The wagers that fit and know every option given.
    fn wagers(&self) -> Result<Vec<(GameId, Wager, Schedule)>, String> {
        let games = self.games()?;
        let all =
            games.iter().flat_map(|game| wagers(*game).iter().map(|(wager, schedule)| (*game, *wager, *schedule)));
        let all: Vec<_> = all.collect();
        let named =
            all.iter().filter(|(_, wager, _)| self.wager.as_deref().is_none_or(|wanted| wanted == wager.name()));
        let named: Vec<_> = named.copied().collect();
        if let (true, Some(wager)) = (named.is_empty(), &self.wager) {
            return Err(unknown("wager", wager, all.iter().map(|(_, wager, _)| wager.name())));
        }
        let mut fitting = named;
        for (option, _) in &self.options {
            let known: Vec<&str> =
                fitting.iter().flat_map(|(game, wager, _)| options_of(*game, *wager)).copied().collect();
            fitting.retain(|(game, wager, _)| options_of(*game, *wager).contains(&option.as_str()));
            if fitting.is_empty() {
                return Err(unknown("option", option, known.into_iter()));
            }
        }
        Ok(fitting)
    }

    fn games(&self) -> Result<Vec<GameId>, String> {
        match &self.game {
            None => Ok(GameId::ALL.to_vec()),
            Some(name) => match GameId::from_name(name) {
                Some(game) => Ok(vec![game]),
                None => Err(unknown("game", name, GameId::ALL.into_iter().map(GameId::name))),
            },
        }
    }
}

/// One line that names what is not known and what is.
fn unknown<'a>(kind: &str, given: &str, known: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in known {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let permitted = if names.is_empty() { "none here".to_owned() } else { names.join(", ") };
    format!("unknown {kind} '{given}': permitted are {permitted}")
}
