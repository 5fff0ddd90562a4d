//! The reasons for a refusal: a name for programs and a sentence for people, each written once.

use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($code:ident $name:literal: $message:literal,)*) => {
        /// Why a command was refused.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "schema", schema(as = RejectionCode))]
        #[serde(rename_all = "snake_case")]
        pub enum Code {
            $(#[doc = $message] $code,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$code),*];

            /// The name on the wire, which stays as it is.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// The reason in a sentence.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$code => $message,)*
                }
            }
        }
    };
}

codes! {
    WrongActor "wrong_actor": "Your role may not do this.",
    NotYourSeat "not_your_seat": "The seat belongs to somebody else, or nobody sits there.",
    NoSuchSeat "no_such_seat": "This table has no such seat.",
    SeatTaken "seat_taken": "Somebody sits there already.",
    SeatLocked "seat_locked": "The seat has wagers, cards or the bank in this round.",
    TooManyBoxes "too_many_boxes": "One person may not play that many boxes, or boxes that do not touch.",
    WrongPhase "wrong_phase": "It is not the time for this.",
    NotYourTurn "not_your_turn": "Another seat has its turn.",
    NotOffered "not_offered": "This table does not offer that.",
    StakeNotPermitted "stake_not_permitted": "The stake is outside the limits.",
    AmountNotPermitted "amount_not_permitted": "The amount of chips is outside the limits.",
    NotEnoughChips "not_enough_chips": "The seat does not hold the chips for this; the dealer sells more, or enters those brought.",
    RackTooLow "rack_too_low": "The rack does not hold the chips for this; a fill comes first.",
    BaseWagerFirst "base_wager_first": "A side wager stands only beside the base wager.",
    WagerSuspended "wager_suspended": "The wager is not available at this moment.",
    PlaySwitchedOff "play_switched_off": "All play is switched off.",
    TableSwitchedOff "table_switched_off": "The table is switched off.",
    WagerSwitchedOff "wager_switched_off": "The wager is switched off at this table.",
    TerminalSwitchedOff "terminal_switched_off": "The terminal is switched off; the dealer takes wagers for it.",
    SwitchState "switch_state": "It is switched off already, or it is on.",
    TrainingTable "training_table": "Nothing at a training table is worth money, so it has none of this.",
    NoSuchWager "no_such_wager": "There is no such wager at the seat.",
    DecisionNotPermitted "decision_not_permitted": "The decision is not one of those open to the seat.",
    NoWagers "no_wagers": "Nobody has placed the base wager.",
    ShuffleNotCommitted "shuffle_not_committed": "The virtual shoe has not published its commitment yet.",
    CountMismatch "count_mismatch": "The count does not agree with the record.",
    CountUnexplained "count_unexplained": "The chips counted differ from the wagers accepted, and a floorperson must explain it first.",
    ResolutionNotPermitted "resolution_not_permitted": "The difference between chips and wagers cannot be explained in this way.",
    WrongCards "wrong_cards": "The cards are too many, too few, or not face down or face up as they should be.",
    CardAlreadyOut "card_already_out": "The card has been seen already in this round.",
    NoSuchSegment "no_such_segment": "The wheel has no such stop.",
    DeckNotReady "deck_not_ready": "The deck is not ready for a round.",
    NoSuchDeck "no_such_deck": "The table has no such deck.",
    TooManyDecks "too_many_decks": "The table has as many decks as it may have.",
    LightNotLit "light_not_lit": "The sensor's record does not show the light of this wager in this round.",
    BackTaken "back_taken": "The other deck has backs of this colour.",
    DeckExpired "deck_expired": "The deck is too old and must be changed first.",
    CutDepth "cut_depth": "The cut is not deep enough, or too deep.",
    OutOfOrder "out_of_order": "Another step comes before this one.",
    DeviceNotMarked "device_not_marked": "A device is out of order and must be covered or marked first.",
    DeviceOutOfOrder "device_out_of_order": "The device this needs is out of order.",
    NoSuchDevice "no_such_device": "The table has no such device, or does not use it.",
    MethodNotApproved "method_not_approved": "The method is not one that the table is approved for.",
    TableState "table_state": "The table is closed, or it is open already.",
    SecondPersonNeeded "second_person_needed": "A second person must do this.",
    InventoryState "inventory_state": "The rack is not open, or it is open already.",
    NothingCounted "nothing_counted": "No count waits for this.",
    RecountDue "recount_due": "The count differs from the last closer and must be made again first.",
    SlipsUnderWay "slips_under_way": "Slips are under way that must be done or void first.",
    NoSuchSlip "no_such_slip": "No such slip is under way at this table.",
    NoSuchBox "no_such_box": "No such drop box of this table waits for its count.",
    BoxesWaiting "boxes_waiting": "Too many drop boxes of this table wait for their count.",
    ProposalExpired "proposal_expired": "Nobody agreed to the proposal in time.",
    NoBank "no_bank": "There is no player-dealer, or the bank is not put up.",
    NoSuchAward "no_such_award": "There is no such award.",
    AwardNotReady "award_not_ready": "The award waits for another step before this one.",
    LevelFrozen "level_frozen": "The meter is frozen until two people have looked into it and released it.",
    ClockNotExpired "clock_not_expired": "The time has not run out, or there is no limit.",
    AmountTooLarge "amount_too_large": "The amount is too large to keep.",
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_code_has_a_name_of_its_own_and_a_sentence() {
        let names: BTreeSet<&str> = Code::ALL.into_iter().map(Code::name).collect();
        let messages: BTreeSet<&str> = Code::ALL.into_iter().map(Code::message).collect();
        assert_eq!((names.len(), messages.len()), (Code::ALL.len(), Code::ALL.len()));
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
            assert_eq!(serde_json::from_value::<Code>(code.name().into()).unwrap(), code);
            assert!(code.name().chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'), "{code:?}");
            let message = code.message();
            let inside = &message[..message.len() - 1];
            assert!(message.ends_with('.') && !inside.contains('.'), "{message}");
            assert!(message.starts_with(|letter: char| letter.is_ascii_uppercase()), "{message}");
        }
    }

    #[test]
    fn a_name_is_its_code_in_snake_case() {
        for code in Code::ALL {
            let spelled: String = format!("{code:?}")
                .chars()
                .flat_map(|letter| letter.is_uppercase().then_some('_').into_iter().chain(letter.to_lowercase()))
                .collect();
            assert_eq!(spelled.trim_start_matches('_'), code.name());
        }
    }
}
