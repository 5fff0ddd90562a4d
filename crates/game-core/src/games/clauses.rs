//! The clauses the round engine cites, game by game. Where a document is silent, the entry is none and the reading is in
//! the rules notes.

use crate::clause::ClauseId;
use crate::rules::DealingMethod;
use crate::wager::Wager;

/// The clauses one game's engine cites.
#[derive(Debug)]
pub struct Clauses {
    /// How many seats the table has.
    pub seats: ClauseId,
    /// Only a seated player wagers.
    pub seated_only: ClauseId,
    /// A player with cards stays seated.
    pub seat_locked: Option<ClauseId>,
    /// What may happen to a leaver's wagers.
    pub abandoned: Option<ClauseId>,
    /// Conduct that forfeits all wagers.
    pub conduct: Option<ClauseId>,
    /// Wagers come before "no more bets".
    pub wager_in_time: ClauseId,
    /// No wager is made, changed or taken off after "no more bets".
    pub no_change_after: ClauseId,
    /// The base wagers are equal.
    pub base_wager: ClauseId,
    /// Wagers keep within the table's limits.
    pub limits: ClauseId,
    /// How many adjacent boxes one person may play.
    pub boxes: Option<ClauseId>,
    /// Each side wager's own clause.
    pub side_wagers: &'static [(Wager, ClauseId)],
    /// Nobody acts on another player's cards.
    pub own_cards_only: ClauseId,
    /// The order of settlement.
    pub settle_order: ClauseId,
    /// The order of a first pass of settlement.
    pub first_pass: Option<ClauseId>,
    /// Cards are removed only when all is settled.
    pub clear: ClauseId,
    /// The chapter on the manual shoe.
    pub manual_shoe: MethodClauses,
    /// The chapter on dealing from the hand.
    pub hand: MethodClauses,
    /// The chapter on the automated shoe.
    pub automated_shoe: MethodClauses,
    /// The automated shoe that reshuffles by itself.
    pub self_reshuffling_shoe: MethodClauses,
    /// The irregularities.
    pub irregular: IrregularClauses,
}

/// What a dealing method's chapter says.
#[derive(Clone, Copy, Debug)]
pub struct MethodClauses {
    /// "No more bets" comes before the first card.
    pub no_more_bets: ClauseId,
    /// Five Card Bonus chips equal lammers.
    pub bonus_count: Option<ClauseId>,
    /// The progressive system is locked.
    pub lock: Option<ClauseId>,
    /// Progressive chips equal accepted wagers.
    pub progressive_count: Option<ClauseId>,
    /// The order of the deal.
    pub deal: ClauseId,
    /// The stub is counted.
    pub stub_count: Option<ClauseId>,
    /// A count that shows a misdeal.
    pub misdeal: Option<ClauseId>,
    /// A count that shows a bad deck.
    pub deck_error: Option<ClauseId>,
}

/// What the irregularities chapter says.
#[derive(Clone, Copy, Debug)]
pub struct IrregularClauses {
    /// A card found face up during the deal is set aside; none where the first one already voids.
    pub one_face_up: Option<ClauseId>,
    /// Cards found face up during the deal void the round.
    pub face_up_void: ClauseId,
    /// A card drawn in error is the next card.
    pub drawn_in_error: ClauseId,
    /// A wrong number of cards voids the round.
    pub misdeal: ClauseId,
    /// A community card shown early voids the round.
    pub community_exposed: ClauseId,
    /// A jammed shoe voids the round.
    pub shoe_jam: ClauseId,
}

impl Clauses {
    /// The chapter of a dealing method.
    #[must_use]
    pub const fn method(&self, method: DealingMethod) -> &MethodClauses {
        match method {
            DealingMethod::ManualShoe => &self.manual_shoe,
            DealingMethod::Hand => &self.hand,
            DealingMethod::AutomatedShoe => &self.automated_shoe,
            DealingMethod::SelfReshufflingShoe => &self.self_reshuffling_shoe,
        }
    }

    /// The clause of a wager: the base wager's, or the side wager's own.
    #[must_use]
    pub fn wager(&self, wager: Wager) -> ClauseId {
        self.side_wagers.iter().find(|(side, _)| *side == wager).map_or(self.base_wager, |(_, clause)| *clause)
    }
}
