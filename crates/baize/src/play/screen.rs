//! What the player is shown: the layout as `view` gives it, and what has happened, in words.

use super::house::House;
use game_core::bets::{BetStatus, Outcome};
use game_core::event::{BonusKind, Event};
use game_core::game::PlayerId;
use game_core::money::Cents;
use game_core::view::{CardView, OwnBox, SeatView, Viewer, view};
use std::io::{self, Write};

/// The layout as the player sees it.
pub(super) fn show(house: &House, me: PlayerId, out: &mut impl Write) -> io::Result<()> {
    let view = view(&house.table, Viewer::Player(me));
    let Some(round) = &view.felt.round else { return Ok(()) };
    writeln!(out, "\n--- round {} ---", round.number)?;
    if let Some(bank) = round.bank {
        writeln!(out, "bank: seat {}, {} up", bank.seat, bank.stake)?;
    }
    if !round.community.is_empty() {
        writeln!(out, "community: {}", faces(&round.community))?;
    }
    if !round.six_card_box.is_empty() {
        writeln!(out, "six card box: {}", faces(&round.six_card_box))?;
    }
    for own in &view.own {
        if let Some(seat) = view.felt.seats.iter().find(|seat| seat.seat == own.seat) {
            show_box(seat, own, out)?;
        }
    }
    writeln!(out, "won or lost so far: {}", signed(house.net_cents))
}

fn show_box(seat: &SeatView, own: &OwnBox, out: &mut impl Write) -> io::Result<()> {
    if !own.cards.is_empty() {
        writeln!(out, "your cards: {}", faces(&own.cards))?;
    }
    for record in seat.bets.iter().filter(|record| record.status == BetStatus::Live) {
        writeln!(out, "  {:<30} {}", named(&record.bet), record.stake)?;
    }
    Ok(())
}

/// Says what happened since the last time.
pub(super) fn tell(house: &House, shown: &mut usize, me: PlayerId, out: &mut impl Write) -> io::Result<()> {
    let before = *shown;
    *shown = house.log.len();
    for event in &house.log[before..] {
        if let Some(text) = words(house, event, me) {
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}

fn words(house: &House, event: &Event, me: PlayerId) -> Option<String> {
    let mine = |seat| house.table.state().player(seat) == Some(me);
    Some(match event {
        Event::CardTurned { card, .. } => format!("turned up: {card}"),
        Event::BetSettled { seat, result, .. } if mine(*seat) => {
            let by = result.clause.map_or_else(String::new, |clause| format!("   [{clause}]"));
            let name = named(&result.bet);
            match result.outcome {
                Outcome::Win => format!("{name}: wins {}, {} back{by}", result.win, result.back),
                Outcome::Lose if result.back > Cents::ZERO => format!("{name}: loses, {} back{by}", result.back),
                Outcome::Lose => format!("{name}: loses {}", result.stake),
                Outcome::Push => format!("{name}: pushes, {} back{by}", result.back),
                Outcome::Withdrawn | Outcome::Folded | Outcome::Returned => {
                    format!("{name}: {} back{by}", result.back)
                }
            }
        }
        Event::AwardHit { seat, amount: Some(amount), clause, .. } if mine(*seat) => {
            format!("award of {} to be validated   [{clause}]", amount.paid)
        }
        Event::BonusPaid { seat, kind, amount, clause, .. } if mine(*seat) => {
            let kind = match kind {
                BonusKind::Envy => "envy bonus",
                BonusKind::Community => "community pay",
            };
            format!("{kind} of {amount}   [{clause}]")
        }
        Event::FeeCharged { seat, amount } if mine(*seat) => format!("collection fee {amount}"),
        Event::BankAccepted { seat } => format!("seat {seat} takes the bank"),
        Event::RoundCleared { .. } => format!("{} so far", verdict(house.net_cents)),
        _ => return None,
    })
}

fn verdict(net_cents: i64) -> String {
    let amount = Cents::new(net_cents.saturating_abs());
    match net_cents {
        0 => "You broke even".to_owned(),
        1.. => format!("You won {amount}"),
        _ => format!("You lost {amount}"),
    }
}

fn signed(net_cents: i64) -> String {
    let sign = if net_cents > 0 { "+" } else { "" };
    format!("{sign}{}", Cents::new(net_cents))
}

fn named(bet: &game_core::wager::Bet) -> String {
    serde_json::to_value(bet).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

fn faces(cards: &[CardView]) -> String {
    let face = |card: &CardView| match card {
        CardView::Back => "??".to_owned(),
        CardView::Face(card) => card.to_string(),
    };
    cards.iter().map(face).collect::<Vec<_>>().join(" ")
}
