//! Play lines: what people and devices do.

use super::{Play, card, money, seat};
use crate::floor::{CAGE, DEALER, FLOOR, SECOND_FLOOR};
use game_core::actor::Actor;
use game_core::card::Card;
use game_core::command::{Action, AwardStep, CountResolution, ForfeitCause, Irregularity, Proposal};
use game_core::decision::Decision;
use game_core::event::Event;
use game_core::game::{Millis, Seat};
use game_core::inventory::{self, SlipKind};
use game_core::layout::{Cards, Spot};
use game_core::money::Cents;
use game_core::rejection::Rejection;
use game_core::round::Phase;
use game_core::wager::{Bet, Wager};
use std::collections::BTreeMap;

/// The cards an example lays on each spot, by the spot's name.
pub(super) type Dealt = BTreeMap<String, Vec<Card>>;

/// Takes a play line, or checks that it is refused.
pub(super) fn take(play: &mut Play, line: &str) {
    if let Some(rest) = line.strip_prefix("refused ") {
        let (expected, line) = rest.split_once(": ").unwrap_or_else(|| panic!("write `refused CODE CLAUSE: LINE`"));
        let refusal = act(play, line).expect_err("accepted what should be refused");
        let clause = refusal.clause.map_or("-", |clause| clause.as_str());
        let code = serde_json::to_value(refusal.code).unwrap();
        assert_eq!(format!("{} {clause}", code.as_str().unwrap()), expected, "refused otherwise: {refusal}");
    } else {
        act(play, line).unwrap_or_else(|refusal| panic!("refused: {refusal}"));
    }
}

fn act(play: &mut Play, line: &str) -> Result<(), Rejection> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["cards", ..] => {
            lay(play, line.trim_start_matches("cards "));
            Ok(())
        }
        ["wait", time] => {
            wait(play, time);
            Ok(())
        }
        ["ready"] => {
            play.floor.make_ready();
            Ok(())
        }
        ["open"] => open(play),
        ["deal"] => deal_all(play),
        ["deal", count] => deal(play, count.parse().unwrap()),
        ["settle"] => settle(play),
        ["settle", "all"] => settle_all(play),
        ["verify", at, bet] => verify(play, seat(at), bet),
        ["fill", amount] => fill(play, money(amount)),
        [who, json @ ..] if json.first().is_some_and(|word| word.starts_with(['{', '"'])) => {
            let actor = actor(play, who);
            let action = serde_json::from_str(&json.join(" ")).unwrap_or_else(|error| panic!("{error}"));
            play.floor.ask(actor, action).map(drop)
        }
        _ => {
            let (actor, action) = simple(play, &words);
            if matches!(action, Action::PlaceWager { .. }) && play.floor.table.round().is_none() {
                open(play)?;
            }
            play.floor.ask(actor, action)?;
            match words.as_slice() {
                // What one floorperson proposes here another approves at once.
                ["forfeit" | "correct", ..] => {
                    play.floor.ask(if actor == FLOOR { SECOND_FLOOR } else { FLOOR }, Action::Approve)?;
                }
                ["sit", at, _] => play.floor.bring(seat(at).number(), Cents::BUY_IN_MAX),
                _ => {}
            }
            Ok(())
        }
    }
}

/// Lines that are one action of one person.
fn simple(play: &Play, words: &[&str]) -> (Actor, Action) {
    let (words, by) = match words {
        [words @ .., "by", name] => (words, Some(actor(play, name))),
        words => (words, None),
    };
    let owner = |at: &str| {
        by.unwrap_or_else(|| {
            let player = play.floor.table.state().player(seat(at));
            player.map_or(DEALER, Actor::Player)
        })
    };
    let dealer = by.unwrap_or(DEALER);
    let floor = by.unwrap_or(FLOOR);
    match words {
        ["bank", "accept", at] => (owner(at), Action::AnswerBankOffer { seat: seat(at), accept: true }),
        ["bank", "decline", at] => (owner(at), Action::AnswerBankOffer { seat: seat(at), accept: false }),
        ["bank", amount] => (dealer, Action::PlaceBank { amount: money(amount) }),
        ["bet", at, on, amount] => {
            (owner(at), Action::PlaceWager { seat: seat(at), wager: wager(on), amount: money(amount) })
        }
        ["remove", at, on] => (owner(at), Action::RemoveWager { seat: seat(at), wager: wager(on) }),
        ["cancel"] => (dealer, Action::CancelRound),
        ["close"] => (dealer, Action::NoMoreBets),
        ["collect", on, count] => (dealer, Action::CollectWagers { wager: wager(on), count: count.parse().unwrap() }),
        ["strike", at, on] => {
            let resolution = CountResolution::ChipMissing;
            (floor, Action::StrikeWager { seat: seat(at), wager: wager(on), resolution })
        }
        ["resolve", on, how] => {
            let resolution = serde_json::from_value((*how).into()).unwrap_or_else(|_| panic!("no resolution '{how}'"));
            (floor, Action::ResolveCount { wager: wager(on), resolution })
        }
        ["lock"] => (dealer, Action::LockWagers),
        ["stub", stub, on_table] => {
            (dealer, Action::CountStub { stub: stub.parse().unwrap(), on_table: on_table.parse().unwrap() })
        }
        ["decide", at, what] => (owner(at), Action::Decide { seat: seat(at), decision: decision(what) }),
        ["correct", at, what] => {
            (floor, Action::Propose(Proposal::CorrectDecision { seat: seat(at), decision: decision(what) }))
        }
        ["expire"] => (by.unwrap_or(Actor::Clock), Action::ExpireDecision),
        ["turn"] => (dealer, Action::TurnUp { cards: faces_to_turn(play) }),
        ["turn", cards @ ..] => (dealer, Action::TurnUp { cards: cards.iter().map(|text| card(text)).collect() }),
        ["settle", cards @ ..] => (dealer, Action::Settle { cards: cards.iter().map(|text| card(text)).collect() }),
        ["hotspot", at] => (by.unwrap_or(Actor::Wheel), Action::DrawHotSpot { seat: seat(at) }),
        ["stop", segment] => (by.unwrap_or(Actor::Wheel), Action::StopWheel { segment: segment.parse().unwrap() }),
        ["envy"] => (dealer, Action::PayEnvy),
        ["award", step, at, on] => award_step(by, step, seat(at), bet(on)),
        ["clear"] => (dealer, Action::ClearTable),
        ["faceup", text] => (dealer, Action::FaceUpCard { card: card(text) }),
        ["drawn-in-error"] => drawn_in_error(play, by),
        ["report", what] => (dealer, Action::Report(irregularity(what))),
        ["confirm", "void"] => (floor, Action::ConfirmVoid),
        ["forfeit", at, cause] | ["propose", "forfeit", at, cause] => {
            (floor, Action::Propose(Proposal::Forfeit { seat: seat(at), cause: forfeit_cause(cause) }))
        }
        ["propose", "decision", at, what] => {
            (floor, Action::Propose(Proposal::CorrectDecision { seat: seat(at), decision: decision(what) }))
        }
        ["away", at] => (dealer, Action::ReportAway { seat: seat(at) }),
        ["back", at] => (dealer, Action::ReportBack { seat: seat(at) }),
        ["buy", at, amount] => (dealer, Action::BuyIn { seat: seat(at), amount: money(amount) }),
        ["bring", at, amount] => (dealer, Action::BringChips { seat: seat(at), amount: money(amount) }),
        ["cash-out", at, amount] => (dealer, Action::CashOut { seat: seat(at), amount: money(amount) }),
        ["leave", at] => (owner(at), Action::LeaveSeat { seat: seat(at) }),
        ["sit", at, name] => (dealer, Action::SeatPlayer { seat: seat(at), player: play.names[*name] }),
        ["propose", "void"] => (floor, Action::Propose(Proposal::Void)),
        ["propose", step @ ("validate" | "refuse"), at, on] => {
            let step: AwardStep = serde_json::from_value((*step).into()).unwrap();
            (floor, Action::Propose(Proposal::Award { seat: seat(at), bet: bet(on), step }))
        }
        ["propose", "face", at, text, reason] => {
            let reason = serde_json::from_value((*reason).into()).unwrap_or_else(|_| panic!("no reason '{reason}'"));
            (floor, Action::Propose(Proposal::CorrectFace { spot: spot(at), card: card(text), reason }))
        }
        ["stub-removed", stub] => (by.unwrap_or(Actor::Shoe), Action::ReportStub { stub: stub.parse().unwrap() }),
        ["propose", "card", text] => (floor, Action::Propose(Proposal::CorrectCard { card: card(text) })),
        ["approve"] => (by.unwrap_or(SECOND_FLOOR), Action::Approve),
        ["decline"] => (floor, Action::Decline),
        ["expire", "proposal"] => (by.unwrap_or(Actor::Clock), Action::ExpireProposal),
        other => panic!("unknown line: {other:?}"),
    }
}

fn forfeit_cause(name: &str) -> ForfeitCause {
    match name {
        "abandoned" => ForfeitCause::Abandoned,
        "conduct" => ForfeitCause::Conduct,
        other => panic!("no cause: {other}"),
    }
}

fn actor(play: &Play, name: &str) -> Actor {
    match name {
        "dealer" => DEALER,
        "floor" => FLOOR,
        "second" => SECOND_FLOOR,
        "shoe" => Actor::Shoe,
        "shuffler" => Actor::Shuffler,
        "wheel" => Actor::Wheel,
        "sensor" => Actor::Sensor,
        "clock" => Actor::Clock,
        "controller" => Actor::Controller,
        name => Actor::Player(*play.names.get(name).unwrap_or_else(|| panic!("nobody is called {name}"))),
    }
}

fn wager(name: &str) -> Wager {
    Wager::from_name(name).unwrap_or_else(|| panic!("no wager '{name}'"))
}

pub(super) fn bet(name: &str) -> Bet {
    serde_json::from_value(name.into()).unwrap_or_else(|_| panic!("no bet '{name}'"))
}

fn decision(name: &str) -> Decision {
    match name {
        "1" => Decision::Bet1x,
        "2" => Decision::Bet2x,
        "3" => Decision::Bet3x,
        name => serde_json::from_value(name.into()).unwrap_or_else(|_| panic!("no decision '{name}'")),
    }
}

fn irregularity(name: &str) -> Irregularity {
    serde_json::from_value(name.into()).unwrap_or_else(|_| panic!("no irregularity '{name}'"))
}

fn award_step(by: Option<Actor>, step: &str, seat: Seat, bet: Bet) -> (Actor, Action) {
    let step: AwardStep = serde_json::from_value(step.into()).unwrap();
    let usual = if step <= AwardStep::Light { DEALER } else { FLOOR };
    (by.unwrap_or(usual), Action::VerifyAward { seat, bet, step })
}

fn wait(play: &mut Play, time: &str) {
    let (number, unit) = time.split_at(time.len() - 1);
    let unit_ms = match unit {
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        other => panic!("no unit of time '{other}'"),
    };
    play.floor.now = Millis(play.floor.now.0 + number.parse::<u64>().unwrap() * unit_ms);
}

fn open(play: &mut Play) -> Result<(), Rejection> {
    let since = play.floor.log.len();
    play.floor.ask(DEALER, Action::OpenRound)?;
    play.since = since;
    play.opening = play.floor.played.clone();
    Ok(())
}

/// `cards 2: Kd Ks 3h / 4: 9s 9h 2c / community: 5d Kc / box: 2d 3d 4d / discard: 7c`.
fn lay(play: &mut Play, text: &str) {
    for part in text.split('/') {
        let (spot, cards) = part.split_once(':').unwrap_or_else(|| panic!("write `SPOT: CARDS`"));
        play.cards.insert(spot.trim().to_owned(), cards.split_whitespace().map(card).collect());
    }
}

/// `2/1` is a seat's first card, `community/2` the second of those, `box/3` the third of the Six Card box.
fn spot(text: &str) -> Spot {
    let (area, place) = text.split_once('/').unwrap_or_else(|| panic!("write `AREA/PLACE`"));
    let place = place.parse::<u8>().unwrap() - 1;
    match area {
        "community" => Spot::Community(place),
        "box" => Spot::SixCardBox(place),
        at => Spot::Own { seat: seat(at), place },
    }
}

fn card_for(cards: &Dealt, spot: Spot) -> Card {
    let (name, place) = match spot {
        Spot::Own { seat, place } => (seat.to_string(), place),
        Spot::Community(place) => ("community".to_owned(), place),
        Spot::SixCardBox(place) => ("box".to_owned(), place),
        Spot::Discard => ("discard".to_owned(), 0),
    };
    let card = cards.get(&name).and_then(|cards| cards.get(usize::from(place)));
    *card.unwrap_or_else(|| panic!("no card laid for {name} {place}"))
}

fn deal_all(play: &mut Play) -> Result<(), Rejection> {
    while play.floor.table.round().is_some_and(|round| *round.phase() == Phase::Dealing) {
        let stack = play.floor.table.round().unwrap().next_stack().len();
        deal(play, stack)?;
    }
    Ok(())
}

/// Deals so many cards of the stack that is due, from the shoe.
fn deal(play: &mut Play, count: usize) -> Result<(), Rejection> {
    let spots = play.floor.table.round().map(|round| round.next_stack()).unwrap_or_default();
    let mut cards: Vec<Card> = spots.iter().take(count).map(|spot| card_for(&play.cards, *spot)).collect();
    // More cards than the stack has: repeat the last, so that the refusal can be seen.
    while cards.len() < count {
        cards.push(card("2c"));
    }
    let arrivals = play.floor.arrivals(cards);
    play.floor.ask(Actor::Shoe, Action::Deal { cards: arrivals }).map(drop)
}

fn drawn_in_error(play: &Play, by: Option<Actor>) -> (Actor, Action) {
    let spots = play.floor.table.round().map(|round| round.next_stack()).unwrap_or_default();
    let card = play.floor.arrivals(spots.first().map(|spot| card_for(&play.cards, *spot))).get(0).flatten();
    (by.unwrap_or(Actor::Shoe), Action::DrawnInError { card })
}

/// The faces the dealer must enter for the cards to be turned: those no reader knows.
fn faces_to_turn(play: &Play) -> Cards {
    let round = play.floor.table.round().unwrap();
    round.unknown_to_turn(play.floor.table.rules()).map(|spot| card_for(&play.cards, spot)).collect()
}

fn settle(play: &mut Play) -> Result<(), Rejection> {
    let round = play.floor.table.round().unwrap();
    let cards = round.unknown_to_settle(play.floor.table.rules()).map(|spot| card_for(&play.cards, spot)).collect();
    play.floor.ask(DEALER, Action::Settle { cards }).map(drop)
}

/// Settles seat after seat and pays envy, as far as no wheel or draw is needed.
fn settle_all(play: &mut Play) -> Result<(), Rejection> {
    loop {
        match play.floor.table.round().map(|round| *round.phase()) {
            Some(Phase::SettlingFirst { .. } | Phase::Settling { .. }) => settle(play)?,
            Some(Phase::PayingEnvy) => play.floor.ask(DEALER, Action::PayEnvy).map(drop)?,
            _ => return Ok(()),
        }
    }
}

/// The cage brings the dealer chips that a floorperson asked for.
fn fill(play: &mut Play, amount: Cents) -> Result<(), Rejection> {
    let (kind, tray) = (SlipKind::Fill, super::setup::tray(amount));
    play.floor.ask(FLOOR, Action::Inventory(inventory::Action::RequestSlip { kind, tray }))?;
    let slip = play.floor.table.state().inventory().slips().iter().next_back().and_then(|slip| slip.number);
    let number = slip.expect("a slip that was asked for has a number");
    play.floor.ask(CAGE, Action::Inventory(inventory::Action::IssueSlip { kind, number }))?;
    play.floor.ask(DEALER, Action::Inventory(inventory::Action::ReceiveSlip { kind, number })).map(drop)
}

/// Takes an award through its three steps.
fn verify(play: &mut Play, seat: Seat, on: &str) -> Result<(), Rejection> {
    let bet = bet(on);
    for (actor, step) in [(DEALER, AwardStep::Hand), (DEALER, AwardStep::Light), (FLOOR, AwardStep::Validate)] {
        play.floor.ask(actor, Action::VerifyAward { seat, bet, step })?;
    }
    Ok(())
}

/// The spots dealt in this round, in order.
pub(super) fn dealt(events: &[Event]) -> Vec<Spot> {
    let spot = |event: &Event| match event {
        Event::CardDealt { spot, .. } | Event::CardRepeated { spot, .. } | Event::CardUnread { spot } => Some(*spot),
        _ => None,
    };
    events.iter().filter_map(spot).collect()
}
