//! A step that may be taken now, with the values it may carry.

use super::action::{Action, ActionKind};
use super::deck::{Back, DeckId};
use super::device::{DeviceKind, Shuffling};
use crate::clause::ClauseId;
use crate::rules::DealingMethod;
use crate::values::Values;
use serde::{Deserialize, Serialize};

/// What an offered action is about, where it is neither a deck nor a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProcedureChoice))]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// A new deck.
    NewDeck {
        /// The back colour it may not have.
        not: Option<Back>,
        /// Whether it may come preshuffled.
        preshuffled: bool,
    },
    /// This device.
    Device(DeviceKind),
    /// This dealing method.
    Dealing(DealingMethod),
    /// This way of shuffling.
    Shuffling(Shuffling),
}

/// An action that would be accepted now from the one who asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProcedureOffer))]
pub struct Offer {
    /// Which action.
    pub action: ActionKind,
    /// On which deck, where the action names one.
    pub deck: Option<DeckId>,
    /// The numbers it may carry: the depth of a cut, the count of a shuffle.
    pub values: Values,
    /// What else it is about.
    pub choice: Option<Choice>,
    /// The clause behind it, where the game has one.
    pub clause: Option<ClauseId>,
}

impl Offer {
    /// Whether this offer covers the action, details included.
    #[must_use]
    pub fn admits(&self, action: &Action) -> bool {
        self.action == action.kind() && self.deck == action.deck() && self.admits_details(action)
    }

    fn admits_details(&self, action: &Action) -> bool {
        match *action {
            Action::ReceiveDeck { back, preshuffled } => self.choice.is_some_and(|choice| match choice {
                Choice::NewDeck { not, preshuffled: may } => not != Some(back) && (may || !preshuffled),
                Choice::Device(_) | Choice::Dealing(_) | Choice::Shuffling(_) => false,
            }),
            Action::Shuffle { count: Some(count), .. } => self.values.admit_count(count),
            Action::Shuffle { count: None, .. } => self.values == Values::Nothing,
            Action::Cut { depth, .. } => self.values.admit_count(depth),
            Action::ReportFault { device } | Action::MarkDevice { device, .. } | Action::RestoreDevice { device } => {
                self.choice == Some(Choice::Device(device))
            }
            Action::SwitchDealing { method } => self.choice == Some(Choice::Dealing(method)),
            Action::SwitchShuffle { to } => self.choice == Some(Choice::Shuffling(to)),
            Action::OpenTable
            | Action::CloseTable
            | Action::InspectDeck { .. }
            | Action::VerifyInspection { .. }
            | Action::SpreadDeck { .. }
            | Action::ShowDeck { .. }
            | Action::WashDeck { .. }
            | Action::StackDeck { .. }
            | Action::ShufflerJam { .. }
            | Action::OrderShuffle { .. }
            | Action::OrderRecut { .. }
            | Action::RetireDeck { .. }
            | Action::ExpireDeck { .. }
            | Action::GoIdle { .. }
            | Action::TurnSpreadUp
            | Action::ArrivalInspected => true,
        }
    }
}
