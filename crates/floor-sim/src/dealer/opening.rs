//! What staff do about the table's procedure: the steps that lead to a round.

use super::choice::Scene;
use game_core::procedure::{Action, ActionKind, Back, Choice, DeckId, Marking, Offer};
use game_core::values::Values;
use game_core::view::Felt;

/// A full deck, as a machine counts it.
const FULL_DECK: u8 = 52;

/// The step to take on an offer, where it leads towards a round.
pub(super) fn step(offer: &Offer, scene: &mut Scene<'_>) -> Option<Action> {
    let deck = offer.deck.unwrap_or(DeckId::First);
    let step = match offer.action {
        ActionKind::ReceiveDeck => return received(offer),
        ActionKind::OpenTable => Action::OpenTable,
        ActionKind::InspectDeck => Action::InspectDeck { deck },
        ActionKind::VerifyInspection => Action::VerifyInspection { deck },
        ActionKind::SpreadDeck => Action::SpreadDeck { deck },
        ActionKind::ShowDeck => Action::ShowDeck { deck },
        ActionKind::WashDeck => Action::WashDeck { deck },
        ActionKind::StackDeck => Action::StackDeck { deck },
        // Beside a virtual shoe there may be a machine that shuffles by itself; it is given a moment to.
        ActionKind::Shuffle if scene.felt.virtual_shoe && scene.waited < scene.manners.betting_min => return None,
        ActionKind::Shuffle if is_reported(offer, scene) && scene.quiet < scene.manners.machine_max => return None,
        ActionKind::Shuffle => {
            let count = counts(offer).then_some(FULL_DECK);
            Action::Shuffle { deck, count }
        }
        ActionKind::Cut => Action::Cut { deck, depth: depth(&offer.values, scene)? },
        ActionKind::ArrivalInspected => Action::ArrivalInspected,
        ActionKind::MarkDevice => match offer.choice? {
            Choice::Device(device) => Action::MarkDevice { device, marking: Marking::Covered },
            Choice::NewDeck { .. } | Choice::Dealing(_) | Choice::Shuffling(_) => return None,
        },
        ActionKind::RestoreDevice => match offer.choice? {
            Choice::Device(device) => Action::RestoreDevice { device },
            Choice::NewDeck { .. } | Choice::Dealing(_) | Choice::Shuffling(_) => return None,
        },
        ActionKind::RetireDeck => return retired(deck, scene.felt),
        // Nobody does these without a cause of their own; that a deck has reached its age, the clock says.
        ActionKind::CloseTable
        | ActionKind::ExpireDeck
        | ActionKind::ShufflerJam
        | ActionKind::OrderShuffle
        | ActionKind::OrderRecut
        | ActionKind::GoIdle
        | ActionKind::TurnSpreadUp
        | ActionKind::ReportFault
        | ActionKind::SwitchDealing
        | ActionKind::SwitchShuffle => return None,
    };
    Some(step)
}

/// Whether what shuffles is a machine that may report it by itself.
const fn is_reported(offer: &Offer, scene: &Scene<'_>) -> bool {
    scene.manners.shuffler || counts(offer)
}

/// Whether what shuffles is a machine that counts the cards.
const fn counts(offer: &Offer) -> bool {
    matches!(offer.values, Values::Count { .. })
}

/// A new deck of a colour that may be, which goes through all the opening steps.
fn received(offer: &Offer) -> Option<Action> {
    let decks = [Back::Red, Back::Blue].map(|back| Action::ReceiveDeck { back, preshuffled: false });
    decks.into_iter().find(|deck| offer.admits(deck))
}

/// A deck leaves when it is too old for another round.
fn retired(deck: DeckId, felt: &Felt) -> Option<Action> {
    let expired = felt.decks.iter().any(|view| view.deck == deck && view.expired);
    (expired && felt.round.is_none()).then_some(Action::RetireDeck { deck })
}

fn depth(values: &Values, scene: &mut Scene<'_>) -> Option<u8> {
    let Values::Count { min, max } = values else { return None };
    let deeper = scene.dice.below(u64::from(max.checked_sub(*min)?) + 1);
    min.checked_add(u8::try_from(deeper).ok()?)
}
