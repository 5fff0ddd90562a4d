//! The clauses a submission answers to, game by game, and the figures they set.

use crate::clause::ClauseId;
use crate::game::GameId;
use crate::paytable::Schedule;
use crate::rules::DealingMethod;
use crate::wager::Wager;

/// What one game's rules ask of a submission.
pub(super) struct Demands {
    pub(super) seats_max: i64,
    pub(super) seats: ClauseId,
    pub(super) approval: ClauseId,
    pub(super) boxes: ClauseId,
    pub(super) limits: ClauseId,
    pub(super) base_wager: ClauseId,
    pub(super) decks: ClauseId,
    pub(super) dealing: ClauseId,
    /// Hand dealing needs a machine shuffle.
    pub(super) hand_dealing: ClauseId,
    /// Two decks need a shuffler.
    pub(super) two_decks: ClauseId,
    pub(super) loads_shoe: ClauseId,
    pub(super) counts_cards: ClauseId,
    pub(super) self_reshuffling: ClauseId,
    pub(super) progressive_system: ClauseId,
    pub(super) deck_hours_hand: ClauseId,
    pub(super) deck_hours_shoe: ClauseId,
    pub(super) payout_limit: ClauseId,
    pub(super) low_ace: ClauseId,
    pub(super) decision_clock: ClauseId,
    pub(super) void: ClauseId,
    /// The wagers the rules have, the base wager first.
    pub(super) wagers: &'static [Wager],
}

/// The least and most seconds of a decision clock.
pub(super) const CLOCK_SECONDS: std::ops::RangeInclusive<i64> = 5..=600;

/// The oldest a deck dealt by hand may grow, in hours.
pub(super) const HAND_HOURS_MAX: i64 = 4;

/// The oldest a deck dealt from a shoe may grow, in hours.
pub(super) const SHOE_HOURS_MAX: i64 = 8;

/// The most rounds between two counts of the stub.
pub(super) const STUB_ROUNDS_MAX: i64 = 5;

const fn id(id: &'static str) -> ClauseId {
    ClauseId::new(id)
}

/// What the game's rules ask.
pub(super) const fn demands(game: GameId) -> &'static Demands {
    match game {
        GameId::LetItRide => &LET_IT_RIDE,
        GameId::Stud235 => &STUD_235,
        GameId::CrissCross => &CRISS_CROSS,
        GameId::California => &CALIFORNIA,
    }
}

static LET_IT_RIDE: Demands = Demands {
    seats_max: 7,
    seats: id("LIR-2-A-1"),
    approval: id("LIR-2-B"),
    boxes: id("LIR-7-F"),
    limits: id("LIR-7-E-1"),
    base_wager: id("LIR-7-E-1"),
    decks: id("LIR-3-A"),
    dealing: id("LIR-10-H"),
    hand_dealing: id("LIR-9-A-1"),
    two_decks: id("LIR-3-B"),
    loads_shoe: id("LIR-5-C"),
    counts_cards: id("LIR-5-E-1"),
    self_reshuffling: id("LIR-5-I"),
    progressive_system: id("LIR-2-C"),
    deck_hours_hand: id("LIR-3-C-1"),
    deck_hours_shoe: id("LIR-3-C-2"),
    payout_limit: id("LIR-2-B-10"),
    low_ace: id("LIR-6-A-1"),
    decision_clock: id("LIR-7-B-2"),
    void: id("LIR-13-B"),
    wagers: &[
        Wager::LetItRide,
        Wager::FiveCardBonus,
        Wager::ThreeCardBonus,
        Wager::SixCardBonus,
        Wager::ProgressivePayout,
    ],
};

static STUD_235: Demands = Demands {
    seats_max: 6,
    seats: id("S235-2-A-1"),
    approval: id("S235-2-B"),
    boxes: id("S235-7-F"),
    limits: id("S235-12-K-2"),
    base_wager: id("S235-7-E-1"),
    decks: id("S235-3-A"),
    dealing: id("S235-10-H"),
    hand_dealing: id("S235-9-A-1"),
    two_decks: id("S235-3-B"),
    loads_shoe: id("S235-5-C"),
    counts_cards: id("S235-5-E-1"),
    self_reshuffling: id("S235-5-I"),
    progressive_system: id("S235-2-C"),
    deck_hours_hand: id("S235-3-C-1"),
    deck_hours_shoe: id("S235-3-C-2"),
    payout_limit: id("S235-12-K"),
    low_ace: id("S235-6-B"),
    decision_clock: id("S235-7-B-2"),
    void: id("S235-13-B"),
    wagers: &[Wager::TwoThreeFive, Wager::WinEmAllBonus, Wager::ProgressivePayout],
};

static CRISS_CROSS: Demands = Demands {
    seats_max: 6,
    seats: id("CC-2-A-1"),
    approval: id("CC-2-B"),
    boxes: id("CC-7-E-1"),
    limits: id("CC-12-B-2"),
    base_wager: id("CC-7-E-1"),
    decks: id("CC-3-A"),
    dealing: id("CC-10-B-1"),
    hand_dealing: id("CC-9-A-1"),
    two_decks: id("CC-3-B"),
    loads_shoe: id("CC-5-B"),
    counts_cards: id("CC-5-B-1"),
    self_reshuffling: id("CC-5-G"),
    progressive_system: id("CC-2-B-6"),
    deck_hours_hand: id("CC-3-C-1"),
    deck_hours_shoe: id("CC-3-C-2"),
    payout_limit: id("CC-12-B"),
    low_ace: id("CC-6-A"),
    decision_clock: id("CC-7-B-3"),
    void: id("CC-13-A"),
    wagers: &[Wager::Ante, Wager::FiveCardBonus, Wager::BonusSpinProgressive, Wager::BonusSpinXtremeProgressive],
};

static CALIFORNIA: Demands = Demands {
    seats_max: 7,
    seats: id("CAL-table-1"),
    approval: id("CAL-standards-1"),
    boxes: id("CAL-betting-3"),
    limits: id("CAL-fees-4"),
    base_wager: id("CAL-betting-3"),
    decks: id("CAL-deck-3"),
    dealing: id("CAL-deck-1"),
    hand_dealing: id("CAL-deck-1"),
    two_decks: id("CAL-deck-3"),
    loads_shoe: id("CAL-deck-1"),
    counts_cards: id("CAL-deck-1"),
    self_reshuffling: id("CAL-deck-1"),
    progressive_system: id("CAL-standards-2"),
    deck_hours_hand: id("CAL-deck-1"),
    deck_hours_shoe: id("CAL-deck-2"),
    payout_limit: id("CAL-round-13"),
    low_ace: id("CAL-ranking-2-a"),
    decision_clock: id("CAL-round-2"),
    void: id("CAL-standards-2"),
    wagers: &[Wager::LetItRide],
};

/// The clause that has the operator pick a paytable or a wheel.
pub(super) const fn selection(game: GameId, schedule: Schedule) -> Option<ClauseId> {
    let clause = match (game, schedule) {
        (GameId::LetItRide, Schedule::LetItRide) => "LIR-12-A",
        (GameId::LetItRide, Schedule::FiveCardBonus) => "LIR-12-B",
        (GameId::LetItRide, Schedule::ThreeCardBonus) => "LIR-12-C",
        (GameId::LetItRide, Schedule::SixCardBonus) => "LIR-12-D",
        (GameId::LetItRide, Schedule::ProgressivePayout) => "LIR-12-E",
        (GameId::Stud235, Schedule::TwoCardPoker) => "S235-12-A",
        (GameId::Stud235, Schedule::ThreeCardPoker) => "S235-12-B",
        (GameId::Stud235, Schedule::FiveCardPoker) => "S235-12-C",
        (GameId::Stud235, Schedule::WinEmAllBonus) => "S235-12-D",
        (GameId::Stud235, Schedule::ProgressivePayout) => "S235-12-E",
        (GameId::CrissCross, Schedule::CrissCrossPoker) => "CC-12-A",
        (GameId::CrissCross, Schedule::FiveCardBonus) => "CC-12-C",
        (GameId::CrissCross, Schedule::BonusSpinProgressive) => "CC-12-D",
        (GameId::CrissCross, Schedule::BonusSpinXtremeProgressive) => "CC-12-E",
        (GameId::California, Schedule::LetItRide) => "CAL-paytable-select",
        _ => return None,
    };
    Some(id(clause))
}

/// The clause that lets the operator offer a side wager.
pub(super) const fn offer(game: GameId, wager: Wager) -> Option<ClauseId> {
    let clause = match (game, wager) {
        (GameId::LetItRide, Wager::FiveCardBonus) => "LIR-7-E-3",
        (GameId::LetItRide, Wager::ThreeCardBonus) => "LIR-7-E-4",
        (GameId::LetItRide, Wager::SixCardBonus) => "LIR-7-E-5",
        (GameId::LetItRide, Wager::ProgressivePayout) => "LIR-7-E-6",
        (GameId::Stud235, Wager::WinEmAllBonus) => "S235-7-E-2",
        (GameId::Stud235, Wager::ProgressivePayout) => "S235-7-E-3",
        (GameId::CrissCross, Wager::FiveCardBonus) => "CC-7-E-2-a",
        (GameId::CrissCross, Wager::BonusSpinProgressive) => "CC-7-E-2-b",
        (GameId::CrissCross, Wager::BonusSpinXtremeProgressive) => "CC-7-E-2-c",
        _ => return None,
    };
    Some(id(clause))
}

/// The clauses of the Progressive Payout: rate, amounts, and the stakes that have an envy schedule.
pub(super) struct ProgressiveDemands {
    pub(super) rate: ClauseId,
    pub(super) amounts: ClauseId,
    pub(super) stakes: ClauseId,
    pub(super) envy: ClauseId,
}

/// The clauses of the game's Progressive Payout. Only Let It Ride and 2-3-5 Stud have one.
pub(super) const fn progressive(game: GameId) -> ProgressiveDemands {
    if matches!(game, GameId::Stud235) {
        return ProgressiveDemands {
            rate: id("S235-12-F-1"),
            amounts: id("S235-12-F-2"),
            stakes: id("S235-12-H-1"),
            envy: id("S235-12-H-2"),
        };
    }
    ProgressiveDemands {
        rate: id("LIR-12-F-1"),
        amounts: id("LIR-12-F-2"),
        stakes: id("LIR-12-H-1"),
        envy: id("LIR-12-H-2"),
    }
}

/// The clause that has the stub counted, by dealing method; none in California.
pub(super) const fn stub_count(game: GameId, method: DealingMethod) -> Option<ClauseId> {
    let (shoe, hand, automated) = match game {
        GameId::LetItRide => ("LIR-8-D-5", "LIR-9-E", "LIR-10-D"),
        GameId::Stud235 => ("S235-8-D-4", "S235-9-D", "S235-10-D"),
        GameId::CrissCross => ("CC-8-E", "CC-9-C", "CC-10-C-1"),
        GameId::California => return None,
    };
    Some(id(match method {
        DealingMethod::ManualShoe => shoe,
        DealingMethod::Hand => hand,
        DealingMethod::AutomatedShoe | DealingMethod::SelfReshufflingShoe => automated,
    }))
}
