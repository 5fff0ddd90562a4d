//! Shuffle, count and cut: chapter 5.

use super::decide::Case;
use super::deck::{CUT_LEAST, CUT_MOST, CutDue, DeckId, FULL_DECK, Place, Stage};
use super::device::Shuffling;
use super::event::{Event, RetireCause};
use super::ready::refusal;
use crate::clause::ClauseId;
use crate::game::StaffId;
use crate::rejection::{Code, Rejection};
use crate::rules::{DealingMethod, Decks};
use crate::values::Values;

impl Case<'_> {
    /// Whoever may speak for the machine in force: the dealer, or the machine itself.
    fn machine_or_dealer(&self, clause: Option<ClauseId>) -> Result<Option<StaffId>, Rejection> {
        match self.state.shuffling_device(self.rules) {
            Some(device) if device.is(self.ctx.actor) => Ok(None),
            Some(_) | None => self.dealer(clause).map(Some),
        }
    }

    pub(super) fn shuffle(&self, deck: DeckId, count: Option<u8>, events: &mut Vec<Event>) -> Result<(), Rejection> {
        let by = self.machine_or_dealer(self.clauses.machine)?;
        self.open()?;
        let stacked = self.deck(deck)?;
        let (Stage::ToShuffle(_) | Stage::ToCut(CutDue::Preshuffled)) = stacked.stage else {
            return Err(self.out_of_order(stacked));
        };
        if let Some(code) = self.state.shuffling_fault(self.rules) {
            return Err(refusal(code, self.clauses.out_of_order));
        }
        self.count_given_when_counted(count)?;
        let Some(_) = self.state.shuffling_device(self.rules) else {
            events.push(Event::DeckShuffled { deck, shuffling: Shuffling::Manual, count, by });
            return Ok(());
        };
        events.push(Event::DeckShuffled { deck, shuffling: Shuffling::Machine, count, by });
        events.push(match count {
            None | Some(FULL_DECK) => self.placed_by_machine(deck),
            Some(count) => Event::DeckRetired { deck, cause: RetireCause::WrongCount { count }, by },
        });
        Ok(())
    }

    /// A counting machine tells its count, right or wrong; no other has one to tell.
    fn count_given_when_counted(&self, count: Option<u8>) -> Result<(), Rejection> {
        let refused = refusal(Code::CountMismatch, self.clauses.count);
        match (self.state.counts_cards(self.rules), count) {
            (true, Some(_)) | (false, None) => Ok(()),
            (true, None) => Err(refused.accepting(Values::Count { min: 0, max: u8::MAX })),
            (false, Some(_)) => Err(refused),
        }
    }

    /// Out of the shuffler to where it is dealt from, or kept in it while the other deck has its turn.
    fn placed_by_machine(&self, deck: DeckId) -> Event {
        let waits = match self.state.decks_in_use(self.rules) {
            Decks::One => false,
            Decks::Two => self.state.in_play().is_some() || self.state.turn(self.rules) != Some(deck),
        };
        let dealing = self.state.dealing_method(self.rules);
        let loads_itself = match dealing {
            DealingMethod::SelfReshufflingShoe => true,
            DealingMethod::ManualShoe | DealingMethod::AutomatedShoe => self.rules.equipment().shuffler_loads_shoe,
            DealingMethod::Hand => false,
        };
        let place = if waits { Place::Shuffler } else { Place::Dealing(dealing) };
        Event::DeckPlaced { deck, place, cut: false, by_machine: waits || loads_itself }
    }

    pub(super) fn jam(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = self.machine_or_dealer(self.clauses.jam)?;
        self.open()?;
        let held = self.deck(deck)?;
        if self.state.shuffling_device(self.rules).is_none() {
            return Err(refusal(Code::NoSuchDevice, self.clauses.jam));
        }
        match held.stage {
            Stage::ToShuffle(_) | Stage::ToCut(CutDue::Preshuffled) | Stage::Ready { cut: false, .. } => {
                Ok(Event::ShufflerJammed { deck, by })
            }
            Stage::ToCut(CutDue::ByHand | CutDue::Recut)
            | Stage::Ready { cut: true, .. }
            | Stage::Received
            | Stage::Inspected { .. }
            | Stage::Verified
            | Stage::Spread
            | Stage::Shown
            | Stage::Washed
            | Stage::InPlay
            | Stage::Resting => Err(self.out_of_order(held)),
        }
    }

    pub(super) fn order_shuffle(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = self.floorperson(self.clauses.ordered)?;
        self.open()?;
        self.between_rounds(self.clauses.ordered)?;
        let ordered = self.deck(deck)?;
        match ordered.stage {
            Stage::ToCut(_) | Stage::Ready { .. } => Ok(Event::ShuffleOrdered { deck, by }),
            Stage::ToShuffle(_)
            | Stage::Received
            | Stage::Inspected { .. }
            | Stage::Verified
            | Stage::Spread
            | Stage::Shown
            | Stage::Washed
            | Stage::InPlay
            | Stage::Resting => Err(self.out_of_order(ordered)),
        }
    }

    pub(super) fn cut(&self, deck: DeckId, depth: u8, events: &mut Vec<Event>) -> Result<(), Rejection> {
        let by = self.dealer(self.clauses.cut)?;
        self.open()?;
        let stacked = self.deck(deck)?;
        let Stage::ToCut(_) = stacked.stage else { return Err(self.out_of_order(stacked)) };
        self.before_first_card(self.clauses.cut)?;
        if self.state.cut_waived(self.rules) {
            return Err(refusal(Code::OutOfOrder, self.clauses.self_reshuffling));
        }
        if self.state.turn(self.rules) != Some(deck) {
            return Err(refusal(Code::OutOfOrder, self.clauses.alternate));
        }
        if !(CUT_LEAST..=CUT_MOST).contains(&depth) {
            let depths = Values::Count { min: CUT_LEAST, max: CUT_MOST };
            return Err(refusal(Code::CutDepth, self.clauses.cut_depth).accepting(depths));
        }
        let place = Place::Dealing(self.state.dealing_method(self.rules));
        events.push(Event::DeckCut { deck, depth, by });
        events.push(Event::DeckPlaced { deck, place, cut: true, by_machine: false });
        Ok(())
    }

    pub(super) fn order_recut(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = self.floorperson(self.clauses.recut)?;
        self.open()?;
        let cut = self.deck(deck)?;
        self.before_first_card(self.clauses.recut)?;
        let Stage::Ready { cut: true, .. } = cut.stage else { return Err(self.out_of_order(cut)) };
        if self.state.cut_waived(self.rules) {
            return Err(refusal(Code::OutOfOrder, self.clauses.self_reshuffling));
        }
        Ok(Event::RecutOrdered { deck, by })
    }
}
