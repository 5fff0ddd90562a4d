//! One line per step:
//!
//! ```text
//! dealer wash first                       an action that is accepted
//! dealer wash first   => OutOfOrder $1    refused with this code, by the first clause of the game's row
//! dealer shuffle first 52 -> DeckPlaced   accepted, and the events say this
//! ready first / ready => DeckNotReady $2  what a round is told
//! opened                                  every opening step of every deck, up to a round
//! deal first / over / over retire         the round: first card, cleared, cleared after a deck error
//! betting, clock 4h, clock 4h -1, empty, seated, counted, stub due, stub not due, expires first 5h
//! ```
//!
//! Staff: `dealer`, `dealer2`, `floor`, and `both`, who is a floorperson with the dealer's number. `timer` is the clock's voice.

use crate::arbitrary;
use game_core::actor::Actor;
use game_core::clause::ClauseId;
use game_core::game::{GameId, Millis, PlayerId, StaffId};
use game_core::procedure::{
    Action, Back, Context, DeckId, DeviceKind, Event, Marking, Procedure, RoundStanding, Shuffling,
};
use game_core::rejection::{Code, Rejection};
use game_core::rules::{DealingMethod, Rules};
use game_core::submission::{DeckHoursChoice, DeviceApproval, EquipmentChoice, ShuffleChoice, ShuffleKind, Submission};

/// Plays a scenario once per game; a row holds the game's clauses, `$1` the first.
pub(crate) fn check<const N: usize>(rows: &[[&str; N]], equipment: &str, scenario: &str) {
    for row in rows {
        for id in row {
            assert!(ClauseId::find(id).is_some(), "{id} is no clause");
        }
        let mut table = Table::new(game_of(row[0]), equipment);
        for line in scenario.lines().map(str::trim).filter(|line| !line.is_empty()) {
            table.step(line, row);
        }
    }
}

/// Why a submission with this equipment is refused: the clauses given.
pub(crate) fn refused_submission(clause: &str, equipment: &str) {
    let submission = with_equipment(game_of(clause), equipment);
    let problems = submission.validate().expect_err(equipment);
    let clauses: Vec<&str> = problems.iter().filter_map(|problem| problem.clause).map(ClauseId::as_str).collect();
    assert!(clauses.contains(&clause), "{equipment}: {problems:?}");
}

fn game_of(clause: &str) -> GameId {
    match clause.split('-').next().unwrap() {
        "LIR" => GameId::LetItRide,
        "S235" => GameId::Stud235,
        "CC" => GameId::CrissCross,
        "CAL" => GameId::California,
        other => panic!("{other} is no game"),
    }
}

/// A plain submission with equipment in words: a dealing method, `manual`, `machine` or `counting`, and any of `two`,
/// `loads` (the shoe), `reshuffles` (by itself), `or_<method>` (a fallback), `every_3` (rounds), `hours` (California).
pub(crate) fn with_equipment(game: GameId, words: &str) -> Submission {
    let mut shuffle = ShuffleChoice::default();
    let mut choice = EquipmentChoice { progressive_system: Some(true), ..EquipmentChoice::default() };
    for word in words.split_whitespace() {
        match word {
            "manual" => shuffle.method = Some(ShuffleKind::Manual),
            "machine" => shuffle.method = Some(ShuffleKind::Machine),
            "counting" => (shuffle.method, shuffle.counts_cards) = (Some(ShuffleKind::Machine), Some(true)),
            "loads" => shuffle.loads_shoe = Some(true),
            "two" => choice.decks = Some(2),
            "reshuffles" => choice.self_reshuffling = Some(DeviceApproval { approval: "DEVICE-7".to_owned() }),
            "hours" => choice.deck_change_hours = Some(DeckHoursChoice { hand: None, shoe: Some(8) }),
            "every_3" => choice.stub_count_every_rounds = Some(3),
            _ => match word.strip_prefix("or_") {
                Some(fallback) => choice.fallback.get_or_insert_default().push(method(fallback)),
                None => choice.dealing = Some(method(word)),
            },
        }
    }
    choice.shuffle = Some(shuffle);
    Submission { equipment: choice, ..arbitrary::plain(game) }
}

struct Table {
    rules: Rules,
    state: Procedure,
    at: Millis,
    seated: bool,
    round: RoundStanding,
}

impl Table {
    fn new(game: GameId, equipment: &str) -> Self {
        let rules = with_equipment(game, equipment).validate().unwrap();
        Self { rules, state: Procedure::default(), at: Millis(0), seated: true, round: RoundStanding::None }
    }

    fn step(&mut self, line: &str, row: &[&str]) {
        let (step, refused) = line.split_once("=>").map_or((line, None), |(step, refused)| (step, Some(refused)));
        let (step, told) = step.split_once("->").map_or((step, None), |(step, told)| (step, Some(told.trim())));
        let words: Vec<&str> = step.split_whitespace().collect();
        let answer = self.take(&words, line, told);
        match (answer, refused) {
            (Ok(()), None) => {}
            (Err(rejection), Some(refused)) => compare(&rejection, refused, row, line),
            (answer, _) => panic!("{line}\n  {answer:?}\n  {} in {:?}", row[0], self.state),
        }
    }

    fn take(&mut self, words: &[&str], line: &str, told: Option<&str>) -> Result<(), Rejection> {
        match *words {
            ["ready"] => return self.state.ready(&self.rules, self.at).map(|_| ()),
            ["ready", name] => assert_eq!(self.state.ready(&self.rules, self.at)?, deck(name), "{line}"),
            ["opened"] => self.open(),
            ["betting"] => self.round = RoundStanding::BeforeFirstCard,
            ["deal", name] => {
                let from = self.state.ready(&self.rules, self.at)?;
                assert_eq!(from, deck(name), "{line}");
                self.state.first_card_dealt(from, self.at);
                assert_eq!(self.state.in_play(), Some(from), "{line}");
                self.round = RoundStanding::CardsOut;
            }
            ["over"] => self.over(false),
            ["over", "retire"] => self.over(true),
            ["counted"] => self.state.stub_counted(),
            ["stub", "due"] => assert!(self.state.stub_count_due(&self.rules), "{line}: {:?}", self.state),
            ["stub", "not", "due"] => assert!(!self.state.stub_count_due(&self.rules), "{line}: {:?}", self.state),
            ["expires", name, "never"] => assert_eq!(self.state.expires(&self.rules, deck(name)), None, "{line}"),
            ["expires", name, hours] => {
                assert_eq!(self.state.expires(&self.rules, deck(name)), Some(clock(hours, "0")), "{line}");
            }
            ["clock", hours] => self.at = clock(hours, "0"),
            ["clock", hours, more] => self.at = clock(hours, more),
            ["empty"] => self.seated = false,
            ["seated"] => self.seated = true,
            [who, ref what @ ..] => return self.ask(actor(who), action(what), told, line),
            [] => panic!("an empty step"),
        }
        Ok(())
    }

    fn over(&mut self, retire: bool) {
        self.round = RoundStanding::None;
        self.state.round_over(retire);
    }

    /// Asks, holds the answer against what was offered, and applies the events as the journal would give them back.
    fn ask(&mut self, actor: Actor, action: Action, told: Option<&str>, line: &str) -> Result<(), Rejection> {
        let context =
            Context { rules: &self.rules, actor, at: self.at, round: self.round, players_seated: self.seated };
        let (mut events, mut offers) = (Vec::new(), Vec::new());
        let answer = self.state.decide(&context, &action, &mut events);
        self.state.legal(&context, &mut offers);
        assert_eq!(answer.is_ok(), offers.iter().any(|offer| offer.admits(&action)), "{line}\n  {offers:?}");
        assert_eq!(answer.is_ok(), !events.is_empty(), "{line}");
        if let Some(told) = told {
            assert!(format!("{events:?}").contains(told), "{line}\n  {events:?}");
        }
        let journal = serde_json::to_string(&events).unwrap();
        for event in serde_json::from_str::<Vec<Event>>(&journal).unwrap() {
            self.state.apply(&event);
        }
        answer
    }

    /// Takes every step a table needs for its first round, whatever its game and equipment.
    fn open(&mut self) {
        for back in ["red", "blue"] {
            drop(self.quietly("floor", &["receive", back]));
        }
        for deck in ["first", "second"] {
            drop(self.quietly("dealer", &["inspect", deck]));
            drop(self.quietly("floor", &["verify", deck]));
        }
        self.quietly("floor", &["open"]).unwrap();
        for deck in ["first", "second"] {
            for step in ["spread", "show", "wash", "stack"] {
                drop(self.quietly("dealer", &[step, deck]));
            }
            let counted = self.state.counts_cards(&self.rules).then_some("52");
            drop(self.quietly("dealer", &[&["shuffle", deck], counted.as_slice()].concat()));
            drop(self.quietly("dealer", &["cut", deck, "26"]));
        }
        self.state.ready(&self.rules, self.at).unwrap();
    }

    /// Asks for a step that this table may not have.
    fn quietly(&mut self, who: &str, what: &[&str]) -> Result<(), Rejection> {
        self.ask(actor(who), action(what), None, "opened")
    }
}

fn compare(rejection: &Rejection, refused: &str, row: &[&str], line: &str) {
    let mut words = refused.split_whitespace();
    let code = format!("{:?}", rejection.code);
    assert_eq!(code, words.next().unwrap(), "{line}\n  {rejection}");
    let clause = words.next().map(|word| match word.strip_prefix('$') {
        Some(place) => row[place.parse::<usize>().unwrap() - 1],
        None => word,
    });
    assert_eq!(rejection.clause.map(ClauseId::as_str), clause, "{line}");
    if rejection.code == Code::CutDepth {
        assert_eq!(rejection.accepted.to_string(), "10 to 51");
    }
}

fn clock(hours: &str, more: &str) -> Millis {
    let hours: u64 = hours.strip_suffix('h').unwrap().parse().unwrap();
    Millis((hours * 3_600_000).checked_add_signed(more.parse().unwrap()).unwrap())
}

fn actor(word: &str) -> Actor {
    match word {
        "dealer" => Actor::Dealer(StaffId(1)),
        "dealer2" => Actor::Dealer(StaffId(2)),
        "floor" => Actor::Floorperson(StaffId(9)),
        "both" => Actor::Floorperson(StaffId(1)),
        "player" => Actor::Player(PlayerId(4)),
        "shuffler" => Actor::Shuffler,
        "shoe" => Actor::Shoe,
        "timer" => Actor::Clock,
        other => panic!("{other} is nobody"),
    }
}

fn deck(word: &str) -> DeckId {
    match word {
        "first" => DeckId::First,
        "second" => DeckId::Second,
        other => panic!("{other} is no deck"),
    }
}

fn back(word: &str) -> Back {
    match word {
        "red" => Back::Red,
        "blue" => Back::Blue,
        other => panic!("{other} is no back"),
    }
}

fn device(word: &str) -> DeviceKind {
    match word {
        "shuffler" => DeviceKind::Shuffler,
        "shoe" => DeviceKind::Shoe,
        other => panic!("{other} is no device"),
    }
}

fn method(word: &str) -> DealingMethod {
    DealingMethod::ALL.into_iter().find(|method| method.name() == word).unwrap_or_else(|| panic!("{word}?"))
}

fn action(words: &[&str]) -> Action {
    match *words {
        ["open"] => Action::OpenTable,
        ["close"] => Action::CloseTable,
        ["receive", colour] => Action::ReceiveDeck { back: back(colour), preshuffled: false },
        ["receive", colour, "preshuffled"] => Action::ReceiveDeck { back: back(colour), preshuffled: true },
        ["inspect", name] => Action::InspectDeck { deck: deck(name) },
        ["verify", name] => Action::VerifyInspection { deck: deck(name) },
        ["spread", name] => Action::SpreadDeck { deck: deck(name) },
        ["show", name] => Action::ShowDeck { deck: deck(name) },
        ["wash", name] => Action::WashDeck { deck: deck(name) },
        ["stack", name] => Action::StackDeck { deck: deck(name) },
        ["shuffle", name] => Action::Shuffle { deck: deck(name), count: None },
        ["shuffle", name, count] => Action::Shuffle { deck: deck(name), count: Some(count.parse().unwrap()) },
        ["jam", name] => Action::ShufflerJam { deck: deck(name) },
        ["order_shuffle", name] => Action::OrderShuffle { deck: deck(name) },
        ["cut", name, depth] => Action::Cut { deck: deck(name), depth: depth.parse().unwrap() },
        ["order_recut", name] => Action::OrderRecut { deck: deck(name) },
        ["retire", name] => Action::RetireDeck { deck: deck(name) },
        ["expire", name] => Action::ExpireDeck { deck: deck(name) },
        ["idle"] => Action::GoIdle { face_up: false },
        ["idle", "face_up"] => Action::GoIdle { face_up: true },
        ["turn_up"] => Action::TurnSpreadUp,
        ["arrival"] => Action::ArrivalInspected,
        ["fault", name] => Action::ReportFault { device: device(name) },
        ["cover", name] => Action::MarkDevice { device: device(name), marking: Marking::Covered },
        ["sign", name] => Action::MarkDevice { device: device(name), marking: Marking::Signed },
        ["restore", name] => Action::RestoreDevice { device: device(name) },
        ["deal_by", name] => Action::SwitchDealing { method: method(name) },
        ["shuffle_by", "hand"] => Action::SwitchShuffle { to: Shuffling::Manual },
        ["shuffle_by", "machine"] => Action::SwitchShuffle { to: Shuffling::Machine },
        _ => panic!("{words:?} is no action"),
    }
}
