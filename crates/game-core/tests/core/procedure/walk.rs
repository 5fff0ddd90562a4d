//! A table that takes any step it is given, with a shadow model beside it.

use super::properties::{ACTORS, Move, onward};
use game_core::actor::Actor;
use game_core::game::Millis;
use game_core::procedure::{
    Action, Context, DeckId, Event, Opening, Place, Procedure, RoundStanding, Shuffling, Stage,
};
use game_core::rules::{Decks, Rules};
use proptest::prelude::*;

/// What the journal of a table would hold.
#[derive(Clone, Copy)]
enum Entry {
    Step(Event),
    FirstCard(DeckId, Millis),
    Counted,
    Over(bool),
}

fn replay(state: &mut Procedure, entry: &Entry) {
    match *entry {
        Entry::Step(event) => {
            let text = serde_json::to_string(&event).unwrap();
            state.apply(&serde_json::from_str(&text).unwrap());
        }
        Entry::FirstCard(deck, at) => state.first_card_dealt(deck, at),
        Entry::Counted => state.stub_counted(),
        Entry::Over(retire) => state.round_over(retire),
    }
}

/// What the shadow model remembers of a deck: whether it was shuffled since it was last used, and cut since.
#[derive(Clone, Copy, Default)]
struct Shadow {
    vouched: bool,
    shuffled: bool,
    cut: bool,
    first_round: Option<Millis>,
}

pub(super) struct Walk<'a> {
    rules: &'a Rules,
    actions: &'a [Action],
    state: Procedure,
    at: Millis,
    round: RoundStanding,
    journal: Vec<Entry>,
    shadows: [Shadow; 2],
    last: Option<DeckId>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(rules: &'a Rules, actions: &'a [Action]) -> Self {
        Self {
            rules,
            actions,
            state: Procedure::default(),
            at: Millis(1_000),
            round: RoundStanding::None,
            journal: Vec::new(),
            shadows: [Shadow::default(); 2],
            last: None,
        }
    }

    fn context(&self, actor: Actor, seated: bool) -> Context<'a> {
        Context { rules: self.rules, actor, at: self.at, round: self.round, players_seated: seated }
    }

    pub(super) fn make(&mut self, step: Move) -> Result<(), TestCaseError> {
        match step {
            Move::Clock(at) => self.at = Millis(at),
            Move::Round { retire, counted } => self.go_on(retire, counted)?,
            Move::Onward => self.onward(),
            Move::Absurd { actor, pick, seated } => self.ask(actor, seated, self.actions[pick % self.actions.len()]),
            Move::Sensible { actor, pick, seated } => {
                let context = self.context(actor, seated);
                let accepted = |action: &&Action| self.state.decide(&context, action, &mut Vec::new()).is_ok();
                let accepted: Vec<&Action> = self.actions.iter().filter(accepted).collect();
                if let Some(action) = accepted.get(pick % accepted.len().max(1)) {
                    self.ask(actor, seated, **action);
                }
            }
        }
        self.offers_equal_answers()?;
        self.decks_are_apart()
    }

    fn onward(&mut self) {
        let accepted = |actor, action: &Action| {
            self.state.decide(&self.context(actor, true), action, &mut Vec::new()).is_ok().then_some((actor, *action))
        };
        let step = onward().iter().find_map(|action| ACTORS[..2].iter().find_map(|actor| accepted(*actor, action)));
        if let Some((actor, action)) = step {
            self.ask(actor, true, action);
        }
    }

    fn ask(&mut self, actor: Actor, seated: bool, action: Action) {
        let mut events = Vec::new();
        if self.state.decide(&self.context(actor, seated), &action, &mut events).is_ok() {
            for event in events {
                self.state.apply(&event);
                self.note(&event);
                self.journal.push(Entry::Step(event));
            }
        }
    }

    /// The shadow model learns from the events alone.
    fn note(&mut self, event: &Event) {
        match *event {
            Event::DeckReceived { deck, opening, .. } => {
                let came = opening == Opening::Preshuffled;
                self.shadows[deck.index()] =
                    Shadow { vouched: opening != Opening::Full, shuffled: came, ..Shadow::default() };
            }
            Event::InspectionVerified { deck, .. } => self.shadows[deck.index()].vouched = true,
            Event::DeckShuffled { deck, shuffling, .. } => {
                let shadow = &mut self.shadows[deck.index()];
                (shadow.shuffled, shadow.cut) = (true, shuffling == Shuffling::Machine);
            }
            Event::ShuffleOrdered { deck, .. } | Event::ShufflerJammed { deck, .. } => {
                self.shadows[deck.index()].shuffled = false;
            }
            Event::DeckCut { deck, depth, .. } => self.shadows[deck.index()].cut = (10..52).contains(&depth),
            Event::RecutOrdered { deck, .. } => self.shadows[deck.index()].cut = false,
            Event::WentIdle { .. } => self.shadows.iter_mut().for_each(|shadow| shadow.shuffled = false),
            Event::TableClosed { .. } => self.last = None,
            _ => {}
        }
    }

    fn go_on(&mut self, retire: bool, counted: bool) -> Result<(), TestCaseError> {
        match self.round {
            RoundStanding::None if self.state.ready(self.rules, self.at).is_ok() => {
                self.round = RoundStanding::BeforeFirstCard;
            }
            RoundStanding::None => {}
            RoundStanding::BeforeFirstCard => match self.state.ready(self.rules, self.at) {
                Ok(deck) => self.deal(deck)?,
                Err(_) => self.round = RoundStanding::None,
            },
            RoundStanding::CardsOut => {
                if counted {
                    self.keep(Entry::Counted);
                }
                self.keep(Entry::Over(retire));
                self.round = RoundStanding::None;
            }
        }
        Ok(())
    }

    fn keep(&mut self, entry: Entry) {
        replay(&mut self.state, &entry);
        self.journal.push(entry);
    }

    /// What must hold whenever a first card is dealt, whatever led there.
    fn deal(&mut self, deck: DeckId) -> Result<(), TestCaseError> {
        let at = self.at;
        let shadow = self.shadows[deck.index()];
        let max = self.rules.equipment().deck_age_max_ms(self.state.dealing_method(self.rules));
        let age = shadow.first_round.map(|first| at.0.saturating_sub(first.0));
        prop_assert!(shadow.vouched && shadow.shuffled, "{:?}", self.state);
        prop_assert!(shadow.cut || self.state.cut_waived(self.rules), "{:?}", self.state);
        prop_assert!(max.is_none_or(|max| age.unwrap_or(0) < max), "{:?}", self.state);
        if self.state.decks_in_use(self.rules) == Decks::Two {
            prop_assert_ne!(self.last, Some(deck));
        }
        self.shadows[deck.index()] = Shadow { shuffled: false, first_round: shadow.first_round.or(Some(at)), ..shadow };
        self.last = Some(deck);
        self.keep(Entry::FirstCard(deck, at));
        self.round = RoundStanding::CardsOut;
        Ok(())
    }

    fn offers_equal_answers(&self) -> Result<(), TestCaseError> {
        let (mut events, mut offers) = (Vec::new(), Vec::new());
        for (actor, seated) in ACTORS.into_iter().flat_map(|actor| [(actor, true), (actor, false)]) {
            let context = self.context(actor, seated);
            offers.clear();
            self.state.legal(&context, &mut offers);
            for action in self.actions {
                events.clear();
                let accepted = self.state.decide(&context, action, &mut events).is_ok();
                let offered = offers.iter().any(|offer| offer.admits(action));
                prop_assert_eq!(accepted, offered, "{:?} by {:?} in {:?}", action, actor, &self.state);
                prop_assert_eq!(accepted, !events.is_empty());
            }
        }
        Ok(())
    }

    fn decks_are_apart(&self) -> Result<(), TestCaseError> {
        let decks = DeckId::ALL.map(|deck| self.state.deck(deck));
        if let [Some(first), Some(second)] = decks {
            prop_assert_ne!(first.back, second.back);
            let dealing = |stage| matches!(stage, Stage::InPlay | Stage::Ready { place: Place::Dealing(_), .. });
            prop_assert!(!(first.stage == Stage::InPlay && second.stage == Stage::InPlay));
            prop_assert!(!(dealing(first.stage) && dealing(second.stage)), "{:?}", self.state);
        }
        Ok(())
    }

    pub(super) fn journal_gives_the_state_back(&self) -> Result<(), TestCaseError> {
        let mut folded = Procedure::default();
        self.journal.iter().for_each(|entry| replay(&mut folded, entry));
        prop_assert_eq!(&folded, &self.state);
        let snapshot = serde_json::to_string(&self.state).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Procedure>(&snapshot).unwrap(), &self.state);
        // A journal out of order is wrong, but it must not bring the table down.
        self.journal.iter().rev().for_each(|entry| replay(&mut folded, entry));
        Ok(())
    }
}
