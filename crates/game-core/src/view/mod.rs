//! What a viewer sees: the only way out for anything a person is shown. Hidden cards have no field here to hide in.
//!
//! The felt is the same for everybody, so it is worked out once; what is one's own is added to it.

mod by_seat;
mod shown;

pub use shown::{Shown, ShownProposal, shown};

use crate::bets::{BetRecord, BetStatus};
use crate::card::Card;
use crate::clause::ClauseId;
use crate::commitment::Commitment;
use crate::decision::Decision;
use crate::game::{GameId, Millis, PlayerId, Seat, SeatSet, StaffId};
use crate::games::Stage;
use crate::inventory::RackState;
use crate::layout::{Cards, Slot};
use crate::money::Cents;
use crate::procedure::{self, Back, DeckId};
use crate::round::{Award, BoxState, Difference, Phase, Round};
use crate::rules::{Rules, Stakes};
use crate::switch::SwitchedOff;
use crate::table::{Suspended, Table};
use crate::wager::Wager;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A player, who sees the cards of the own boxes.
    Player(PlayerId),
    /// Everybody else: displays, staff and strangers see what lies face up.
    Public,
}

/// A table as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// What everybody sees.
    pub felt: Felt,
    /// The viewer's own boxes, ascending.
    pub own: Vec<OwnBox>,
}

/// A box as its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OwnBox {
    /// Its seat.
    pub seat: Seat,
    /// Its cards, with the faces the owner may look at.
    pub cards: Vec<CardView>,
}

/// A table as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Felt {
    /// The game.
    pub game: GameId,
    /// Whether cards come from a virtual shoe.
    pub virtual_shoe: bool,
    /// What each bet of the base wager may be.
    pub limits: TableLimits,
    /// Whether the table is open.
    pub table: procedure::Phase,
    /// The decks at the table.
    pub decks: Vec<DeckView>,
    /// The seats in order. In a document they are members named by their number, so that a change of one is told without
    /// the others.
    #[serde(with = "by_seat")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, SeatView>))]
    pub seats: Vec<SeatView>,
    /// The round in progress.
    pub round: Option<RoundView>,
    /// How far the rack is on its way to being open.
    pub rack: RackState,
    /// Wagers that may not be placed now, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspended: Vec<Suspended>,
    /// What a person took out of use, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switched_off: Vec<SwitchedOff>,
    /// Whether people learn here: then no chip is worth anything.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub training: bool,
}

impl Felt {
    /// How many wagers of this kind lie on the layout, and so how many a dealer's count of them should be.
    #[must_use]
    pub fn live_wagers(&self, wager: Wager) -> u8 {
        let first = wager.bets().first();
        let lies = |record: &BetRecord| Some(&record.bet) == first && record.status == BetStatus::Live;
        let seats = self.seats.iter().filter(|seat| seat.bets.iter().any(lies)).count();
        u8::try_from(seats).unwrap_or(u8::MAX)
    }
}

/// The least and the most of each bet of the base wager, as the sign at the table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableLimits {
    /// The least.
    pub min_cents: Cents,
    /// The most.
    pub max_cents: Cents,
}

/// A deck at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DeckView {
    /// Which.
    pub deck: DeckId,
    /// The colour of its backs.
    pub back: Back,
    /// How far it has come.
    pub stage: procedure::Stage,
    /// Whether it is too old for another round.
    pub expired: bool,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// Its number.
    pub seat: Seat,
    /// Whether somebody sits there.
    pub taken: bool,
    /// The chips it holds, beside what lies on the layout.
    pub chips: Cents,
    /// Whether its player has left in the middle of the round.
    pub away: bool,
    /// Its bets.
    pub bets: Vec<BetRecord>,
    /// Its cards, with the faces that lie up.
    pub cards: Vec<CardView>,
    /// What it decided, stage by stage.
    pub decisions: Vec<Decision>,
    /// Whether it folded.
    pub folded: bool,
    /// Whether it lost its wagers by a floorperson's decision.
    pub forfeited: bool,
    /// The hands it holds, once every card of them lies face up.
    pub hands: Vec<HandView>,
}

/// A hand that lies face up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandView {
    /// What it is judged as, such as `five_card` or `across`.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub hand: Cow<'static, str>,
    /// The name under which it is announced, such as `pair_of_kings`.
    pub name: String,
}

/// A card as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CardView {
    /// Its back.
    Back,
    /// Its face.
    Face(Card),
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoundView {
    /// Its number at this table.
    pub number: u64,
    /// The deck it is dealt from.
    pub deck: DeckId,
    /// What the virtual shoe committed to, once it did.
    pub commitment: Option<Commitment>,
    /// What is going on.
    pub phase: Phase,
    /// The bet a decision is about.
    pub deciding: Option<crate::wager::Bet>,
    /// The community cards in their order.
    pub community: Vec<CardView>,
    /// The Six Card Bonus box.
    pub six_card_box: Vec<CardView>,
    /// Cards found face up and set aside.
    pub set_aside: Vec<Card>,
    /// The player-dealer's seat and wager.
    pub bank: Option<BankView>,
    /// Seats marked by a lammer.
    pub lammers: SeatSet,
    /// Awards that were hit.
    pub awards: Vec<Award>,
    /// Seats dealt in.
    pub dealt_in: SeatSet,
    /// The clause under which cards are dealt.
    pub dealt_under: ClauseId,
    /// A count of chips that differs from the wagers accepted: a floorperson must explain it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count_difference: Option<Difference>,
    /// How much the rack lacks for what must be paid out of it next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rack_lacks_cents: Option<Cents>,
    /// What waits for a second person: the table is in their hands, and everybody can see it.
    pub proposal: Option<PendingView>,
}

/// What one person proposed and another has not agreed to yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PendingView {
    /// What, without a card that does not lie up.
    pub proposal: ShownProposal,
    /// Who proposed it.
    pub by: StaffId,
    /// When.
    pub since: Millis,
    /// When its time runs out.
    pub until: Millis,
}

/// The player-dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BankView {
    /// The seat.
    pub seat: Seat,
    /// What was put up.
    pub stake: Cents,
    /// How much of it is not used up.
    pub coverage: Cents,
}

/// What the viewer sees of a table.
#[must_use]
pub fn view(table: &Table, viewer: Viewer) -> View {
    let own = match viewer {
        Viewer::Player(player) => own(table, player),
        Viewer::Public => Vec::new(),
    };
    View { felt: felt(table), own }
}

/// What everybody sees of a table.
#[must_use]
pub fn felt(table: &Table) -> Felt {
    Felt {
        game: table.rules.game(),
        virtual_shoe: table.rules.virtual_shoe(),
        limits: limits(&table.rules),
        table: table.state.procedure.phase(),
        decks: DeckId::ALL.into_iter().filter_map(|deck| deck_view(table, deck)).collect(),
        seats: Seat::first(table.rules.seats).map(|seat| seat_view(table, seat)).collect(),
        round: table.round().map(|round| round_view(table, round)),
        rack: table.rack_state(),
        suspended: table.state.suspended.clone(),
        switched_off: table.state.switched_off.clone(),
        training: table.state.training,
    }
}

/// What a player sees beyond the felt: the own boxes, ascending, with the faces the player may look at.
#[must_use]
pub fn own(table: &Table, player: PlayerId) -> Vec<OwnBox> {
    let boxes = Seat::first(table.rules.seats).filter(|seat| table.player_at(*seat) == Some(player));
    boxes.map(|seat| OwnBox { seat, cards: own_cards(table, seat) }).collect()
}

fn limits(rules: &Rules) -> TableLimits {
    match &rules.base_stakes {
        Stakes::Between { min, max } => TableLimits { min_cents: *min, max_cents: *max },
        Stakes::OneOf(amounts) => TableLimits {
            min_cents: amounts.first().copied().unwrap_or_default(),
            max_cents: amounts.last().copied().unwrap_or_default(),
        },
    }
}

fn deck_view(table: &Table, id: DeckId) -> Option<DeckView> {
    let deck = table.state.procedure.deck(id)?;
    Some(DeckView { deck: id, back: deck.back, stage: deck.stage, expired: deck.expired })
}

fn seat_view(table: &Table, seat: Seat) -> SeatView {
    let empty = BoxState::default();
    let spot = table.round().map_or(&empty, |round| round.at(seat));
    SeatView {
        seat,
        taken: table.player_at(seat).is_some(),
        chips: table.state.chips.at(seat),
        away: table.state.away.contains(seat),
        bets: spot.bets.iter().collect(),
        cards: faces(&spot.cards),
        decisions: spot.decisions.iter().collect(),
        folded: spot.folded,
        forfeited: spot.forfeited,
        hands: table.round().map_or_else(Vec::new, |round| face_up_hands(table, round, seat)),
    }
}

/// A box's cards as its owner sees them: faces that lie up, and those the owner may look at.
fn own_cards(table: &Table, seat: Seat) -> Vec<CardView> {
    let Some(round) = table.round() else { return Vec::new() };
    let spot = round.at(seat);
    let looked_at = if owner_may_look(table, round, spot) { table.spec().own_cards_private } else { 0 };
    let dealt = spot.cards.iter().enumerate().filter(|(_, slot)| **slot != Slot::Empty);
    dealt
        .map(|(place, slot)| match slot {
            Slot::Up(card) => CardView::Face(*card),
            Slot::Down(Some(card)) if place < usize::from(looked_at) => CardView::Face(*card),
            Slot::Down(_) | Slot::Empty => CardView::Back,
        })
        .collect()
}

/// The owner looks from the end of the deal until the seat's last decision is made (I-29), and not after a fold.
fn owner_may_look(table: &Table, round: &Round, spot: &BoxState) -> bool {
    let points = table.spec().stages.iter().filter(|stage| matches!(stage, Stage::Decide(_))).count();
    let open = match round.phase {
        Phase::Deciding { .. } | Phase::Turning { .. } => true,
        Phase::BankOffer { .. }
        | Phase::Betting
        | Phase::Collecting(_)
        | Phase::Dealing
        | Phase::Halted
        | Phase::CountingStub
        | Phase::SettlingFirst { .. }
        | Phase::DrawingHotSpot
        | Phase::Settling { .. }
        | Phase::Spinning { .. }
        | Phase::PayingEnvy
        | Phase::Settled
        | Phase::Frozen { .. } => false,
    };
    open && spot.decisions.len() < points && !spot.folded && !spot.forfeited
}

fn face_up_hands(table: &Table, round: &Round, seat: Seat) -> Vec<HandView> {
    let own = round.at(seat).cards.iter().filter(|slot| slot.face_up().is_some()).count();
    if own < usize::from(table.spec().own_cards) {
        return Vec::new();
    }
    let hands = (table.spec().hands)(&table.rules, &round.holding(seat, &Cards::new()));
    hands.iter().map(|(hand, name)| HandView { hand: hand.into(), name: name.to_string() }).collect()
}

fn round_view(table: &Table, round: &Round) -> RoundView {
    let deciding = match round.phase {
        Phase::Deciding { stage, .. } => Round::decision_point(&table.rules, stage).map(|point| point.bet),
        _ => None,
    };
    RoundView {
        number: round.number,
        deck: round.deck,
        commitment: round.commitment,
        phase: round.phase,
        deciding,
        community: faces(&round.community),
        six_card_box: faces(&round.six_card_box),
        set_aside: round.set_aside.iter().filter_map(Slot::face_up).collect(),
        bank: round.bank.map(|bank| BankView { seat: bank.seat, stake: bank.stake, coverage: bank.coverage }),
        lammers: lammers(round),
        awards: round.awards.iter().collect(),
        dealt_in: round.seats,
        dealt_under: table.spec().clauses.method(round.method).deal,
        count_difference: round.difference,
        rack_lacks_cents: table.rack_lacking(),
        proposal: round.proposal.map(|pending| PendingView {
            proposal: pending.proposal.into(),
            by: pending.by,
            since: pending.since,
            until: pending.ends(),
        }),
    }
}

/// The seats whose collected Five Card Bonus is marked.
fn lammers(round: &Round) -> SeatSet {
    let bet = crate::wager::Bet::FiveCardBonus;
    if round.is_collected(bet) { round.with_bet(bet) } else { SeatSet::EMPTY }
}

fn faces(slots: &[Slot]) -> Vec<CardView> {
    let dealt = slots.iter().filter(|slot| **slot != Slot::Empty);
    dealt.map(|slot| slot.face_up().map_or(CardView::Back, CardView::Face)).collect()
}
