//! Broken devices, and the change to another method of dealing or shuffling.

use super::Procedure;
use super::decide::Case;
use super::deck::{DeckId, Place, Stage};
use super::device::{DeviceKind, DeviceState, Marking, Shuffling};
use super::event::Event;
use super::ready::refusal;
use crate::clause::ClauseId;
use crate::game::GameId;
use crate::rejection::{Code, Rejection};
use crate::rules::{DealingMethod, Decks, Rules};

impl Procedure {
    /// Whether the submission approves a dealing method.
    pub(super) fn approves(rules: &Rules, method: DealingMethod) -> bool {
        let equipment = rules.equipment();
        equipment.dealing == method || equipment.fallback.contains(&method)
    }

    /// The place the next deck would take, or none when the table has its decks.
    pub(super) fn free_place(&self, rules: &Rules) -> Option<DeckId> {
        let free = |deck: &DeckId| self.deck(*deck).is_none();
        match self.decks_in_use(rules) {
            Decks::Two => DeckId::ALL.into_iter().find(free),
            Decks::One => DeckId::ALL.iter().all(free).then_some(DeckId::First),
        }
    }
}

impl Case<'_> {
    fn device(&self, device: DeviceKind) -> Result<DeviceState, Rejection> {
        if Procedure::has_device(self.rules, device) {
            Ok(self.state.device(device))
        } else {
            Err(refusal(Code::NoSuchDevice, self.clauses.out_of_order))
        }
    }

    fn not_now(&self) -> Rejection {
        refusal(Code::OutOfOrder, self.clauses.out_of_order)
    }

    pub(super) fn report_fault(&self, device: DeviceKind) -> Result<Event, Rejection> {
        let by = if device.is(self.ctx.actor) { None } else { Some(self.staff(self.clauses.out_of_order)?) };
        match self.device(device)? {
            DeviceState::Working => Ok(Event::FaultReported { device, by }),
            DeviceState::Broken | DeviceState::Marked(_) => Err(self.not_now()),
        }
    }

    pub(super) fn mark_device(&self, device: DeviceKind, marking: Marking) -> Result<Event, Rejection> {
        let by = self.staff(self.clauses.out_of_order)?;
        match self.device(device)? {
            DeviceState::Broken => Ok(Event::DeviceMarked { device, marking, by }),
            DeviceState::Working | DeviceState::Marked(_) => Err(self.not_now()),
        }
    }

    pub(super) fn restore_device(&self, device: DeviceKind) -> Result<Event, Rejection> {
        let by = self.floorperson(self.clauses.out_of_order)?;
        match self.device(device)? {
            DeviceState::Broken | DeviceState::Marked(_) => Ok(Event::DeviceRestored { device, by }),
            DeviceState::Working => Err(self.not_now()),
        }
    }

    /// Another method is used only once every broken device says that it is broken.
    fn all_marked(&self) -> Result<(), Rejection> {
        if self.state.has_unmarked_device() {
            Err(refusal(Code::DeviceNotMarked, self.clauses.out_of_order))
        } else {
            Ok(())
        }
    }

    fn working(&self, device: DeviceKind) -> Result<(), Rejection> {
        self.state.device_fault(device).map_or(Ok(()), |code| Err(refusal(code, self.clauses.out_of_order)))
    }

    pub(super) fn switch_dealing(&self, method: DealingMethod, events: &mut Vec<Event>) -> Result<(), Rejection> {
        let by = self.floorperson(self.clauses.out_of_order)?;
        self.between_rounds(self.clauses.out_of_order)?;
        self.all_marked()?;
        if !Procedure::approves(self.rules, method) {
            return Err(refusal(Code::MethodNotApproved, self.clauses.out_of_order));
        }
        if method == self.state.dealing_method(self.rules) {
            return Err(self.not_now());
        }
        match method {
            DealingMethod::AutomatedShoe | DealingMethod::SelfReshufflingShoe => self.working(DeviceKind::Shoe)?,
            DealingMethod::Hand if !self.state.hand_dealing_fits(self.rules) => return Err(self.needs_machine()),
            DealingMethod::Hand | DealingMethod::ManualShoe => {}
        }
        events.push(Event::DealingSwitched { method, by });
        self.move_decks(|place| place != Place::Shuffler, method, events);
        Ok(())
    }

    fn needs_machine(&self) -> Rejection {
        refusal(Code::MethodNotApproved, self.clauses.machine_for_hand)
    }

    pub(super) fn switch_shuffle(&self, to: Shuffling, events: &mut Vec<Event>) -> Result<(), Rejection> {
        let by = self.floorperson(self.clauses.out_of_order)?;
        self.between_rounds(self.clauses.out_of_order)?;
        self.all_marked()?;
        self.has_both_ways(self.clauses.machine)?;
        match to {
            Shuffling::Manual => self.may_shuffle_by_hand()?,
            Shuffling::Machine if self.state.shuffled_by == Some(Shuffling::Manual) => {
                self.working(Procedure::machine(self.rules))?;
            }
            Shuffling::Machine => return Err(self.not_now()),
        }
        events.push(Event::ShuffleSwitched { to, by });
        if to == Shuffling::Manual {
            self.move_decks(|place| place == Place::Shuffler, self.state.dealing_method(self.rules), events);
        }
        Ok(())
    }

    /// A choice exists where the submission has a shuffler and the game's document knows a shuffle by hand.
    fn has_both_ways(&self, clause: Option<ClauseId>) -> Result<(), Rejection> {
        if self.rules.equipment().machine_shuffles() && self.rules.game() != GameId::California {
            Ok(())
        } else {
            Err(refusal(Code::MethodNotApproved, clause))
        }
    }

    /// By hand only while the shuffler is out of order, with one deck, and not for dealing from the hand.
    fn may_shuffle_by_hand(&self) -> Result<(), Rejection> {
        let machine = self.state.device(Procedure::machine(self.rules));
        let DeviceState::Marked(_) = machine else { return Err(self.not_now()) };
        if self.state.shuffled_by == Some(Shuffling::Manual) {
            return Err(self.not_now());
        }
        match self.state.dealing_method(self.rules) {
            DealingMethod::Hand => Err(self.needs_machine()),
            DealingMethod::SelfReshufflingShoe => Err(refusal(Code::OutOfOrder, self.clauses.self_reshuffling)),
            DealingMethod::ManualShoe | DealingMethod::AutomatedShoe
                if DeckId::ALL.into_iter().all(|deck| self.state.deck(deck).is_some()) =>
            {
                Err(refusal(Code::TooManyDecks, self.clauses.two_decks))
            }
            DealingMethod::ManualShoe | DealingMethod::AutomatedShoe => Ok(()),
        }
    }

    /// Ready decks that lie in a device that is given up go to where they will be dealt from.
    fn move_decks(&self, moves: impl Fn(Place) -> bool, into: DealingMethod, events: &mut Vec<Event>) {
        for deck in DeckId::ALL {
            if let Some(Stage::Ready { cut, place }) = self.state.deck(deck).map(|deck| deck.stage)
                && moves(place)
            {
                let place = Place::Dealing(into);
                events.push(Event::DeckPlaced { deck, place, cut, by_machine: false });
            }
        }
    }
}
