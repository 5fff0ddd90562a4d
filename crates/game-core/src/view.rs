//! What a viewer sees: the only way out for anything a person is shown. Hidden cards have no field here to hide in.

use crate::bets::BetRecord;
use crate::card::Card;
use crate::clause::ClauseId;
use crate::decision::Decision;
use crate::game::{GameId, PlayerId, Seat, SeatSet};
use crate::games::Stage;
use crate::layout::{Cards, Slot};
use crate::money::Cents;
use crate::procedure::DeckId;
use crate::round::{Award, BoxState, Phase, Round};
use crate::settlement::HandName;
use crate::table::Table;
use serde::Serialize;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A player, who sees the cards of the own boxes.
    Player(PlayerId),
    /// Everybody else: displays, staff and strangers see what lies face up.
    Public,
}

/// A table as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The game.
    pub game: GameId,
    /// Whether the table is open, and what its decks are doing.
    pub table: crate::procedure::Phase,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// The round in progress.
    pub round: Option<RoundView>,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatView {
    /// Its number.
    pub seat: Seat,
    /// Whether somebody sits there.
    pub taken: bool,
    /// Whether it is the viewer's.
    pub mine: bool,
    /// Whether its player has left in the middle of the round.
    pub away: bool,
    /// Its bets.
    pub bets: Vec<BetRecord>,
    /// Its cards.
    pub cards: Vec<CardView>,
    /// What it decided, stage by stage.
    pub decisions: Vec<Decision>,
    /// Whether it folded.
    pub folded: bool,
    /// Whether it lost its wagers by a floorperson's decision.
    pub forfeited: bool,
    /// The hands it holds, once every card of them lies face up.
    pub hands: Vec<(&'static str, HandName)>,
}

/// A card as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CardView {
    /// Its back.
    Back,
    /// Its face.
    Face(Card),
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RoundView {
    /// Its number at this table.
    pub number: u64,
    /// The deck it is dealt from.
    pub deck: DeckId,
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
}

/// The player-dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
    View {
        game: table.rules.game(),
        table: table.state.procedure.phase(),
        seats: Seat::first(table.rules.seats).map(|seat| seat_view(table, viewer, seat)).collect(),
        round: table.round().map(|round| round_view(table, round)),
    }
}

fn seat_view(table: &Table, viewer: Viewer, seat: Seat) -> SeatView {
    let player = table.player_at(seat);
    let mine = matches!(viewer, Viewer::Player(viewer) if player == Some(viewer));
    let empty = BoxState::default();
    let spot = table.round().map_or(&empty, |round| round.at(seat));
    SeatView {
        seat,
        taken: player.is_some(),
        mine,
        away: table.state.away.contains(seat),
        bets: spot.bets.iter().collect(),
        cards: own_cards(table, spot, mine),
        decisions: spot.decisions.iter().collect(),
        folded: spot.folded,
        forfeited: spot.forfeited,
        hands: table.round().map_or_else(Vec::new, |round| face_up_hands(table, round, seat)),
    }
}

/// A seat's cards: faces that lie up, and for the owner those the owner may look at.
fn own_cards(table: &Table, spot: &BoxState, mine: bool) -> Vec<CardView> {
    let spec = table.spec();
    let may_look = mine && table.round().is_some_and(|round| owner_may_look(table, round, spot));
    let dealt = spot.cards.iter().enumerate().filter(|(_, slot)| **slot != Slot::Empty);
    dealt
        .map(|(place, slot)| {
            let private = may_look && place < usize::from(spec.own_cards_private);
            match (slot, private) {
                (Slot::Up(card), _) | (Slot::Down(Some(card)), true) => CardView::Face(*card),
                (Slot::Down(_) | Slot::Empty, _) => CardView::Back,
            }
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

fn face_up_hands(table: &Table, round: &Round, seat: Seat) -> Vec<(&'static str, HandName)> {
    let own = round.at(seat).cards.iter().filter(|slot| slot.face_up().is_some()).count();
    if own < usize::from(table.spec().own_cards) {
        return Vec::new();
    }
    (table.spec().hands)(&table.rules, &round.holding(seat, &Cards::new())).iter().collect()
}

fn round_view(table: &Table, round: &Round) -> RoundView {
    let deciding = match round.phase {
        Phase::Deciding { stage, .. } => Round::decision_point(&table.rules, stage).map(|point| point.bet),
        _ => None,
    };
    RoundView {
        number: round.number,
        deck: round.deck,
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
