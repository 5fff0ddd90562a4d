//! Dealing, shuffling, decks and devices.

use super::check::Check;
use super::clauses::{self, HAND_HOURS_MAX, SHOE_HOURS_MAX, STUB_ROUNDS_MAX};
use super::document::{DeckHoursChoice, EquipmentChoice, ShuffleChoice, ShuffleKind, Wagers};
use crate::document::{Field, ProblemCode};
use crate::game::GameId;
use crate::rules::{DealingMethod, DeckHours, Decks, Equipment, ShuffleMethod};
use crate::wager::Wager;

/// Checks the equipment, and that it carries the wagers offered.
pub(super) fn check(check: &mut Check, choice: &EquipmentChoice, wagers: &Wagers) -> Option<Equipment> {
    let field = Field::of("equipment");
    let dealing = dealing(check, &field, choice.dealing);
    let fallback = fallback(check, &field.child("fallback"), choice);
    let shuffle = shuffle(check, &field.child("shuffle"), choice.shuffle.as_ref());
    let decks = decks(check, &field.child("decks"), choice.decks, shuffle);
    let self_reshuffling = self_reshuffling(check, &field, choice, shuffle);
    hand_needs_machine(check, &field, choice, shuffle);
    let shuffler_loads_shoe = loads_shoe(check, &field.child("shuffle.loads_shoe"), choice);
    let progressive_system = progressive_system(check, &field, choice.progressive_system, wagers);
    let virtual_shoe = virtual_shoe(check, &field, choice);
    let deck_hours = deck_hours(check, &field.child("deck_change_hours"), choice.deck_change_hours.as_ref());
    let stub_count_every = stub_count(check, &field, choice, shuffle);
    Some(Equipment {
        dealing: dealing?,
        fallback: fallback?,
        shuffle: shuffle?,
        shuffler_loads_shoe,
        decks: decks?,
        card_reader: choice.card_reader.unwrap_or(false),
        virtual_shoe,
        progressive_system,
        self_reshuffling: self_reshuffling?,
        deck_hours: deck_hours?,
        stub_count_every: stub_count_every?,
    })
}

/// The methods a game's rules have.
const fn methods(game: GameId) -> &'static [DealingMethod] {
    match game {
        GameId::LetItRide | GameId::Stud235 => &DealingMethod::ALL,
        GameId::CrissCross => &[DealingMethod::ManualShoe, DealingMethod::Hand, DealingMethod::AutomatedShoe],
        GameId::California => &[DealingMethod::AutomatedShoe],
    }
}

fn method_names(game: GameId) -> String {
    methods(game).iter().map(|method| method.name()).collect::<Vec<_>>().join(", ")
}

fn dealing(check: &mut Check, field: &Field, chosen: Option<DealingMethod>) -> Option<DealingMethod> {
    let field = field.child("dealing");
    let chosen = match check.game {
        GameId::California => chosen.or(Some(DealingMethod::AutomatedShoe)),
        GameId::LetItRide | GameId::Stud235 | GameId::CrissCross => chosen,
    };
    let chosen = check.required(&field, chosen, check.demands.dealing, &method_names(check.game))?;
    permitted_method(check, &field, chosen)
}

fn permitted_method(check: &mut Check, field: &Field, method: DealingMethod) -> Option<DealingMethod> {
    if methods(check.game).contains(&method) {
        return Some(method);
    }
    let message = match check.game {
        GameId::CrissCross => {
            "the community cards are five, so no stack of three comes first; \
             an approved reshuffling device is named in equipment.self_reshuffling (I-16)"
        }
        GameId::LetItRide | GameId::Stud235 | GameId::California => "cards always come in stacks from a shuffler",
    };
    check.refuse(field, ProblemCode::NotOfThisGame, check.demands.dealing, message, method_names(check.game));
    None
}

fn fallback(check: &mut Check, field: &Field, choice: &EquipmentChoice) -> Option<Vec<DealingMethod>> {
    let mut methods = Vec::new();
    let chosen = choice.fallback.as_deref().unwrap_or_default();
    for (index, method) in chosen.iter().enumerate() {
        let field = field.element(index);
        if check.is_unread(&field) {
            continue;
        }
        if choice.dealing == Some(*method) || methods.contains(method) {
            let message = format!("{} is already a method of this table", method.name());
            check.refuse(&field, ProblemCode::Repeated, check.demands.dealing, message, method_names(check.game));
        } else if let Some(method) = permitted_method(check, &field, *method) {
            methods.push(method);
        }
    }
    (methods.len() == chosen.len()).then_some(methods)
}

fn shuffle(check: &mut Check, field: &Field, choice: Option<&ShuffleChoice>) -> Option<ShuffleMethod> {
    let california = check.game == GameId::California;
    let default = ShuffleChoice::default();
    let choice = choice.unwrap_or(&default);
    let kind = choice.method.or(california.then_some(ShuffleKind::Machine));
    let permitted = if california { "machine" } else { "manual, machine" };
    let clause = check.demands.counts_cards;
    let kind = check.required(&field.child("method"), kind, clause, permitted)?;
    if kind == ShuffleKind::Machine {
        return Some(ShuffleMethod::Machine { counts_cards: choice.counts_cards.unwrap_or(false) });
    }
    if california {
        let message = "cards are shuffled by a machine only";
        check.refuse(&field.child("method"), ProblemCode::NotOfThisGame, check.demands.dealing, message, permitted);
        return None;
    }
    if choice.counts_cards == Some(true) {
        let message = "only a machine counts the cards after each shuffle";
        check.refuse(
            &field.child("counts_cards"),
            ProblemCode::Conflict,
            clause,
            message,
            "false with a manual shuffle",
        );
    }
    if choice.loads_shoe == Some(true) {
        let message = "only a machine puts the stack into the shoe";
        let clause = check.demands.loads_shoe;
        check.refuse(&field.child("loads_shoe"), ProblemCode::Conflict, clause, message, "false with a manual shuffle");
    }
    Some(ShuffleMethod::Manual)
}

/// Every method the document names, the table's first.
fn named_methods(choice: &EquipmentChoice) -> impl Iterator<Item = DealingMethod> {
    choice.dealing.into_iter().chain(choice.fallback.iter().flatten().copied())
}

fn loads_shoe(check: &mut Check, field: &Field, choice: &EquipmentChoice) -> bool {
    let loads = choice.shuffle.as_ref().and_then(|shuffle| shuffle.loads_shoe).unwrap_or(false);
    if loads && choice.dealing.is_some() && named_methods(choice).all(|method| method == DealingMethod::Hand) {
        let message = "there is no shoe to load: cards are dealt from the hand";
        check.refuse(field, ProblemCode::Conflict, check.demands.loads_shoe, message, "false with hand dealing");
    }
    loads
}

fn hand_needs_machine(check: &mut Check, field: &Field, choice: &EquipmentChoice, shuffle: Option<ShuffleMethod>) {
    let by_hand = named_methods(choice).any(|method| method == DealingMethod::Hand);
    if by_hand && shuffle == Some(ShuffleMethod::Manual) {
        let at = if choice.dealing == Some(DealingMethod::Hand) { "dealing" } else { "fallback" };
        let message = "cards dealt from the hand must be shuffled by a machine (I-15)";
        let permitted = "hand with shuffle.method machine, or a shoe";
        check.refuse(&field.child(at), ProblemCode::Conflict, check.demands.hand_dealing, message, permitted);
    }
}

fn decks(check: &mut Check, field: &Field, chosen: Option<i64>, shuffle: Option<ShuffleMethod>) -> Option<Decks> {
    let california = check.game == GameId::California;
    let range = if california { 2..=2 } else { 1..=2 };
    let chosen = chosen.unwrap_or(*range.start());
    if check.within(field, chosen, &range, check.demands.decks)? == 1 {
        return Some(Decks::One);
    }
    if shuffle == Some(ShuffleMethod::Manual) && !california {
        let message = "two decks may be used only with an automated shuffler";
        check.refuse(
            field,
            ProblemCode::Conflict,
            check.demands.two_decks,
            message,
            "1, or 2 with shuffle.method machine",
        );
        return None;
    }
    Some(Decks::Two)
}

fn self_reshuffling(
    check: &mut Check,
    field: &Field,
    choice: &EquipmentChoice,
    shuffle: Option<ShuffleMethod>,
) -> Option<Option<String>> {
    let field = field.child("self_reshuffling");
    let clause = check.demands.self_reshuffling;
    let Some(device) = &choice.self_reshuffling else {
        if named_methods(choice).any(|method| method == DealingMethod::SelfReshufflingShoe)
            && check.game != GameId::California
        {
            let message = "a shoe that reshuffles by itself needs its approval";
            check.refuse(&field, ProblemCode::Missing, clause, message, "an object with the device's approval");
        }
        return Some(None);
    };
    if check.game == GameId::California {
        let message = "the rules know no such device";
        check.refuse(&field, ProblemCode::NotOfThisGame, clause, message, "leave it out");
        return None;
    }
    let approval = check.text(&field.child("approval"), &device.approval, clause);
    if shuffle.is_some_and(|shuffle| shuffle != ShuffleMethod::Machine { counts_cards: true }) {
        let message = "such a device is a machine and counts the cards itself";
        let permitted = "shuffle.method machine and shuffle.counts_cards true";
        check.refuse(&field, ProblemCode::Conflict, clause, message, permitted);
    }
    approval.map(Some)
}

fn progressive_system(check: &mut Check, field: &Field, attached: Option<bool>, wagers: &Wagers) -> bool {
    let attached = attached.unwrap_or(false);
    let field = field.child("progressive_system");
    for wager in [Wager::ProgressivePayout, Wager::BonusSpinProgressive, Wager::BonusSpinXtremeProgressive] {
        if wagers.has(wager) && check.demands.wagers.contains(&wager) && !attached {
            let message = format!("{wager} is offered, but no progressive table game system is attached");
            let clause = check.demands.progressive_system;
            check.refuse(&field, ProblemCode::Conflict, clause, message, "true, or the wager left out");
        }
    }
    attached
}

fn virtual_shoe(check: &mut Check, field: &Field, choice: &EquipmentChoice) -> bool {
    let is_virtual = choice.virtual_shoe.unwrap_or(false);
    if is_virtual && !choice.card_reader.unwrap_or(false) {
        let message = "a virtual shoe tells every card it deals, as a card reader does";
        let field = field.child("virtual_shoe");
        check.refuse(&field, ProblemCode::Conflict, check.demands.dealing, message, "true with card_reader true");
    }
    is_virtual
}

fn deck_hours(check: &mut Check, field: &Field, choice: Option<&DeckHoursChoice>) -> Option<Option<DeckHours>> {
    let california = check.game == GameId::California;
    if california && choice.is_none() {
        return Some(None);
    }
    let default = DeckHoursChoice::default();
    let choice = choice.unwrap_or(&default);
    if california && choice.hand.is_some() {
        let message = "cards are never dealt from the hand";
        let clause = check.demands.deck_hours_hand;
        check.refuse(&field.child("hand"), ProblemCode::NotOfThisGame, clause, message, "leave it out");
    }
    let hand = choice.hand.unwrap_or(HAND_HOURS_MAX);
    let hand = check.within(&field.child("hand"), hand, &(1..=HAND_HOURS_MAX), check.demands.deck_hours_hand);
    let shoe = choice.shoe.unwrap_or(SHOE_HOURS_MAX);
    let shoe = check.within(&field.child("shoe"), shoe, &(1..=SHOE_HOURS_MAX), check.demands.deck_hours_shoe);
    Some(Some(DeckHours { hand: u8::try_from(hand?).ok()?, shoe: u8::try_from(shoe?).ok()? }))
}

fn stub_count(
    check: &mut Check,
    field: &Field,
    choice: &EquipmentChoice,
    shuffle: Option<ShuffleMethod>,
) -> Option<Option<u8>> {
    let Some(rounds) = choice.stub_count_every_rounds else {
        let counted = shuffle == Some(ShuffleMethod::Machine { counts_cards: true });
        let due = !counted && check.game != GameId::California;
        return Some(due.then_some(u8::try_from(STUB_ROUNDS_MAX).ok()?));
    };
    let clause = clauses::stub_count(check.game, choice.dealing.unwrap_or(DealingMethod::AutomatedShoe));
    let rounds = check.within(&field.child("stub_count_every_rounds"), rounds, &(1..=STUB_ROUNDS_MAX), clause)?;
    Some(u8::try_from(rounds).ok())
}
