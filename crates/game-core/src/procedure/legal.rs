//! The steps open to somebody now: the same knowledge as `decide`, asked from the state's side.

use super::action::ActionKind;
use super::clauses::Clauses;
use super::deck::{CUT_LEAST, CUT_MOST, CutDue, Deck, DeckId, Stage};
use super::device::{DeviceKind, DeviceState, Shuffling};
use super::offer::{Choice, Offer};
use super::{Context, Phase, Procedure, RoundStanding};
use crate::actor::Actor;
use crate::clause::ClauseId;
use crate::game::GameId;
use crate::rules::{DealingMethod, Decks};
use crate::values::Values;

impl Procedure {
    /// Adds every step that would be accepted now from the one who asks.
    pub fn legal(&self, ctx: &Context<'_>, offers: &mut Vec<Offer>) {
        let clauses = Clauses::of(ctx.rules.game());
        let mut list = List { state: self, ctx, clauses, cards_out: true, between_rounds: false, offers };
        match self.standing(ctx) {
            RoundStanding::None => (list.cards_out, list.between_rounds) = (false, true),
            RoundStanding::BeforeFirstCard => list.cards_out = false,
            RoundStanding::CardsOut => {}
        }
        list.table();
        list.idle();
        for id in DeckId::ALL {
            if let Some(deck) = self.deck(id) {
                list.deck(id, deck);
            }
        }
        list.devices();
        list.methods();
    }
}

struct List<'a> {
    state: &'a Procedure,
    ctx: &'a Context<'a>,
    clauses: &'static Clauses,
    cards_out: bool,
    between_rounds: bool,
    offers: &'a mut Vec<Offer>,
}

impl List<'_> {
    fn add(&mut self, action: ActionKind, deck: Option<DeckId>, clause: Option<ClauseId>) {
        self.offers.push(Offer { action, deck, values: Values::Nothing, choice: None, clause });
    }

    fn add_values(&mut self, action: ActionKind, deck: DeckId, values: Values, clause: Option<ClauseId>) {
        self.offers.push(Offer { action, deck: Some(deck), values, choice: None, clause });
    }

    fn add_choice(&mut self, action: ActionKind, choice: Choice, clause: Option<ClauseId>) {
        self.offers.push(Offer { action, deck: None, values: Values::Nothing, choice: Some(choice), clause });
    }

    fn maryland(&self) -> bool {
        match self.ctx.rules.game() {
            GameId::LetItRide | GameId::Stud235 | GameId::CrissCross => true,
            GameId::California => false,
        }
    }

    fn table(&mut self) {
        if self.ctx.actor.is_floorperson() {
            match self.state.phase {
                Phase::Closed if self.decks_vouched_for() => {
                    self.add(ActionKind::OpenTable, None, self.clauses.inspect);
                }
                Phase::Open | Phase::Idle { .. } if self.between_rounds => {
                    self.add(ActionKind::CloseTable, None, None);
                }
                Phase::Closed | Phase::Open | Phase::Idle { .. } => {}
            }
        }
        if self.ctx.actor.is_staff()
            && !self.cards_out
            && let Some(place) = self.state.free_place(self.ctx.rules)
        {
            let not = self.state.deck(place.other()).map(|other| other.back);
            let new = Choice::NewDeck { not, preshuffled: self.maryland() };
            self.add_choice(ActionKind::ReceiveDeck, new, self.clauses.backs);
        }
    }

    fn decks_vouched_for(&self) -> bool {
        let present = || DeckId::ALL.into_iter().filter_map(|deck| self.state.deck(deck));
        match self.state.decks_in_use(self.ctx.rules) {
            Decks::One => present().next().is_some_and(|deck| deck.stage.is_verified()),
            Decks::Two => present().filter(|deck| deck.stage.is_verified()).count() == 2,
        }
    }

    fn idle(&mut self) {
        let dealer = self.ctx.actor.is_dealer();
        match self.state.phase {
            Phase::Closed => {}
            Phase::Open => {
                if dealer && self.between_rounds && self.maryland() {
                    self.add(ActionKind::GoIdle, None, self.clauses.idle);
                }
            }
            Phase::Idle { face_up } => {
                if !face_up && (dealer || matches!(self.ctx.actor, Actor::Player(_))) {
                    self.add(ActionKind::TurnSpreadUp, None, self.clauses.idle_spread);
                }
                if dealer && self.ctx.players_seated {
                    self.add(ActionKind::ArrivalInspected, None, self.clauses.arrival);
                }
            }
        }
    }

    fn deck(&mut self, id: DeckId, deck: &Deck) {
        if self.ctx.actor.is_staff() && deck.stage != Stage::InPlay {
            self.add(ActionKind::RetireDeck, Some(id), self.clauses.age(self.state.dealing_method(self.ctx.rules)));
        }
        if self.ctx.actor == Actor::Clock && !deck.expired && self.state.is_expired(self.ctx.rules, deck, self.ctx.at) {
            self.add(ActionKind::ExpireDeck, Some(id), self.clauses.age(self.state.dealing_method(self.ctx.rules)));
        }
        if !self.cards_out {
            self.opening_steps(id, deck);
        }
        if self.state.phase == Phase::Open {
            self.dealers_shuffle(id, deck);
            self.floorpersons_orders(id, deck);
        }
    }

    fn opening_steps(&mut self, id: DeckId, deck: &Deck) {
        let dealer = self.ctx.actor.is_dealer();
        let open = self.state.phase == Phase::Open;
        match deck.stage {
            Stage::Received if dealer => self.add(ActionKind::InspectDeck, Some(id), self.clauses.inspect),
            Stage::Inspected { by } => {
                if let Actor::Floorperson(staff) = self.ctx.actor
                    && staff != by
                {
                    self.add(ActionKind::VerifyInspection, Some(id), self.clauses.inspect);
                }
            }
            Stage::Verified if dealer => self.add(ActionKind::SpreadDeck, Some(id), self.clauses.spread),
            Stage::Spread if dealer && open && self.ctx.players_seated => {
                self.add(ActionKind::ShowDeck, Some(id), self.clauses.show);
            }
            Stage::Shown if dealer && open => self.add(ActionKind::WashDeck, Some(id), self.clauses.wash),
            Stage::Washed if dealer && open => self.add(ActionKind::StackDeck, Some(id), self.clauses.stack),
            Stage::Received
            | Stage::Verified
            | Stage::Spread
            | Stage::Shown
            | Stage::Washed
            | Stage::ToShuffle(_)
            | Stage::ToCut(_)
            | Stage::Ready { .. }
            | Stage::InPlay
            | Stage::Resting => {}
        }
    }

    fn dealers_shuffle(&mut self, id: DeckId, deck: &Deck) {
        let (dealer, machine) = (self.ctx.actor.is_dealer(), self.state.shuffling_device(self.ctx.rules));
        let may_shuffle = dealer || machine.is_some_and(|device| device.is(self.ctx.actor));
        match deck.stage {
            Stage::ToShuffle(_) | Stage::ToCut(CutDue::Preshuffled) if may_shuffle => {
                if self.state.shuffling_fault(self.ctx.rules).is_none() {
                    self.add_shuffle(id);
                }
                if machine.is_some() {
                    self.add(ActionKind::ShufflerJam, Some(id), self.clauses.jam);
                }
            }
            Stage::Ready { cut: false, .. } if may_shuffle && machine.is_some() => {
                self.add(ActionKind::ShufflerJam, Some(id), self.clauses.jam);
            }
            Stage::ToShuffle(_)
            | Stage::ToCut(_)
            | Stage::Ready { .. }
            | Stage::Received
            | Stage::Inspected { .. }
            | Stage::Verified
            | Stage::Spread
            | Stage::Shown
            | Stage::Washed
            | Stage::InPlay
            | Stage::Resting => {}
        }
        if dealer && matches!(deck.stage, Stage::ToCut(_)) {
            self.add_cut(id);
        }
    }

    fn add_shuffle(&mut self, id: DeckId) {
        let any = Values::Count { min: 0, max: u8::MAX };
        let values = if self.state.counts_cards(self.ctx.rules) { any } else { Values::Nothing };
        self.add_values(ActionKind::Shuffle, id, values, self.clauses.machine);
    }

    fn add_cut(&mut self, id: DeckId) {
        let in_turn = self.state.turn(self.ctx.rules) == Some(id);
        if in_turn && !self.cards_out && !self.state.cut_waived(self.ctx.rules) {
            let depths = Values::Count { min: CUT_LEAST, max: CUT_MOST };
            self.add_values(ActionKind::Cut, id, depths, self.clauses.cut_depth);
        }
    }

    fn floorpersons_orders(&mut self, id: DeckId, deck: &Deck) {
        if !self.ctx.actor.is_floorperson() {
            return;
        }
        if self.between_rounds && matches!(deck.stage, Stage::ToCut(_) | Stage::Ready { .. }) {
            self.add(ActionKind::OrderShuffle, Some(id), self.clauses.ordered);
        }
        let cut = matches!(deck.stage, Stage::Ready { cut: true, .. });
        if cut && !self.cards_out && !self.state.cut_waived(self.ctx.rules) {
            self.add(ActionKind::OrderRecut, Some(id), self.clauses.recut);
        }
    }

    fn devices(&mut self) {
        let (staff, floorperson) = (self.ctx.actor.is_staff(), self.ctx.actor.is_floorperson());
        for device in DeviceKind::ALL.into_iter().filter(|device| Procedure::has_device(self.ctx.rules, *device)) {
            let (choice, clause) = (Choice::Device(device), self.clauses.out_of_order);
            match self.state.device(device) {
                DeviceState::Working => {
                    if staff || device.is(self.ctx.actor) {
                        self.add_choice(ActionKind::ReportFault, choice, clause);
                    }
                }
                DeviceState::Broken | DeviceState::Marked(_) => {
                    if staff && self.state.device(device) == DeviceState::Broken {
                        self.add_choice(ActionKind::MarkDevice, choice, clause);
                    }
                    if floorperson {
                        self.add_choice(ActionKind::RestoreDevice, choice, clause);
                    }
                }
            }
        }
    }

    fn methods(&mut self) {
        if !self.ctx.actor.is_floorperson() || !self.between_rounds || self.state.has_unmarked_device() {
            return;
        }
        let now = self.state.dealing_method(self.ctx.rules);
        for method in DealingMethod::ALL {
            let fits = match method {
                DealingMethod::ManualShoe => true,
                DealingMethod::Hand => self.state.hand_dealing_fits(self.ctx.rules),
                DealingMethod::AutomatedShoe | DealingMethod::SelfReshufflingShoe => {
                    self.state.shoe == DeviceState::Working
                }
            };
            if fits && method != now && Procedure::approves(self.ctx.rules, method) {
                self.add_choice(ActionKind::SwitchDealing, Choice::Dealing(method), self.clauses.out_of_order);
            }
        }
        if let Some(to) = self.other_shuffling(now) {
            self.add_choice(ActionKind::SwitchShuffle, Choice::Shuffling(to), self.clauses.out_of_order);
        }
    }

    /// The way of shuffling the table may change to, if it may.
    fn other_shuffling(&self, dealing: DealingMethod) -> Option<Shuffling> {
        let two_decks = DeckId::ALL.into_iter().filter(|deck| self.state.deck(*deck).is_some()).count() == 2;
        let shoe_needs_stack = matches!(dealing, DealingMethod::ManualShoe | DealingMethod::AutomatedShoe);
        if !self.ctx.rules.equipment().machine_shuffles() || !self.maryland() {
            return None;
        }
        match (self.state.shuffled_by, self.state.device(Procedure::machine(self.ctx.rules))) {
            (Some(Shuffling::Manual), DeviceState::Working) => Some(Shuffling::Machine),
            (Some(Shuffling::Machine) | None, DeviceState::Marked(_)) if shoe_needs_stack && !two_decks => {
                Some(Shuffling::Manual)
            }
            (Some(Shuffling::Manual | Shuffling::Machine) | None, _) => None,
        }
    }
}
