//! Expectation lines: what must be so at this point of the round.

use super::{Play, money, play, seat};
use game_core::bets::{BetResult, Outcome};
use game_core::clause::ClauseId;
use game_core::event::{BonusKind, Event};
use game_core::game::{GameId, Seat};
use game_core::layout::Spot;
use game_core::ledger::Account;
use game_core::money::{Cents, MicroCents};
use game_core::round::Phase;
use game_core::view::{CardView, Viewer, felt, view};

/// Checks an expectation line and says whether it was one.
pub(super) fn check(play: &Play, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["expect", at, bet, rest @ ..] => expect_bet(play, seat(at), bet, rest),
        ["net", at, amount] => assert_eq!(net(play, Account::Seat(seat(at))), money(amount), "net of seat {at}"),
        ["rack", amount] => assert_eq!(net(play, Account::Rack), money(amount), "net of the rack"),
        ["bank", "net", at, amount] => assert_eq!(net(play, Account::Seat(seat(at))), money(amount), "net of the bank"),
        ["fees", amount] => assert_eq!(net(play, Account::Fees), money(amount), "fees"),
        ["house", amount] => assert_eq!(net(play, Account::House), money(amount), "net of the house"),
        ["meter", name, micro] => expect_meter(play, name, micro),
        ["bonus", at, kind, amount, "from", from, "by", clause] => {
            expect_bonus(play, seat(at), kind, money(amount), seat(from), clause);
        }
        ["no", "bonus", at] => assert!(bonuses(play).iter().all(|(to, ..)| *to != seat(at)), "seat {at} was paid"),
        ["order", seats @ ..] => expect_order(play, seats),
        ["bets", at, bets @ ..] => expect_bets(play, seat(at), bets),
        ["dealt", spots @ ..] => expect_dealt(play, spots),
        ["sees", who, rest @ ..] => expect_sees(play, who, &rest.join(" ")),
        ["phase", expected @ ..] => expect_phase(play, &expected.join(" ")),
        ["voided", cause] => expect_voided(play, cause),
        ["frozen", cause, clause] => expect_frozen(play, cause, clause),
        ["cap", at, uncapped, limit, unpaid] => {
            expect_cap(play, seat(at), [money(uncapped), money(limit), money(unpaid)]);
        }
        ["refunded", at, bet, amount] => expect_refund(play, seat(at), bet, money(amount)),
        ["deck", "gone"] => {
            let procedure = play.floor.table.state().procedure();
            assert!(procedure.ready(play.floor.table.rules(), play.floor.now).is_err());
            let decks = game_core::procedure::DeckId::ALL.into_iter().filter(|deck| procedure.deck(*deck).is_some());
            let due = match play.floor.table.rules().equipment().decks {
                game_core::rules::Decks::One => 0,
                game_core::rules::Decks::Two => 1,
            };
            assert_eq!(decks.count(), due, "the deck is still at the table");
        }
        ["deck", "stays"] => {
            let procedure = play.floor.table.state().procedure();
            assert!(procedure.deck(game_core::procedure::DeckId::First).is_some(), "the deck left the table");
        }
        ["rack", "lacks", "nothing"] => assert_eq!(play.floor.table.rack_lacking(), None),
        ["rack", "lacks", amount] => assert_eq!(play.floor.table.rack_lacking(), Some(money(amount))),
        ["difference", what @ ..] => expect_difference(play, &what.join(" ")),
        ["lammers", seats @ ..] => {
            let felt = felt(&play.floor.table);
            let marked: Vec<Seat> = felt.round.map(|round| round.lammers.iter().collect()).unwrap_or_default();
            assert_eq!(marked, seats.iter().map(|at| seat(at)).collect::<Vec<_>>(), "lammers");
        }
        _ => return false,
    }
    true
}

/// `difference progressive_payout 1 of 2`, or `difference none`: what everybody sees of the dealer's count.
fn expect_difference(play: &Play, expected: &str) {
    let shown = felt(&play.floor.table).round.and_then(|round| round.count_difference);
    let shown = shown.map(|shown| format!("{} {} of {}", shown.wager.name(), shown.counted, shown.accepted));
    assert_eq!(shown.as_deref().unwrap_or("none"), expected, "the count of chips");
}

/// What an account gained in this round by play, in whole cents: a player who walks up with chips has not won them.
fn net(play: &Play, account: Account) -> Cents {
    let before = play.opening.get(&account).copied().unwrap_or(0);
    Cents::new((play.floor.played(account) - before).div_euclid(MicroCents::PER_CENT))
}

fn result(play: &Play, at: Seat, name: &str) -> BetResult {
    let on = play::bet(name);
    let settled = play.events().iter().rev().find_map(|event| match event {
        Event::BetSettled { seat, result, .. } if *seat == at && result.bet == on => Some(*result),
        _ => None,
    });
    settled.unwrap_or_else(|| panic!("{name} of seat {at} is not settled"))
}

/// `expect 2 bet_1 win $15 back $5 by LIR-12-A-1-g`; a lost bet is just `lose`.
fn expect_bet(play: &Play, at: Seat, bet: &str, rest: &[&str]) {
    let result = result(play, at, bet);
    let got = (result.outcome, result.win, result.back, result.clause.map(ClauseId::as_str));
    let expected = match *rest {
        ["win", win, "back", back, "by", clause] => (Outcome::Win, money(win), money(back), Some(clause)),
        ["push", back, "by", clause] => (Outcome::Push, Cents::ZERO, money(back), Some(clause)),
        ["returned", back, "by", clause] => (Outcome::Returned, Cents::ZERO, money(back), Some(clause)),
        ["lose"] => (Outcome::Lose, Cents::ZERO, Cents::ZERO, None),
        ["lose", "back", back] => (Outcome::Lose, Cents::ZERO, money(back), None),
        ref other => panic!("unknown expectation {other:?}"),
    };
    assert_eq!(got, expected, "{bet} of seat {at}");
}

/// `meter main $5,000` or `meter 500/minor 25000000000u` in micro-cents; a stake in cents picks among several sets.
fn expect_meter(play: &Play, name: &str, amount: &str) {
    let (stake, level) = name.split_once('/').map_or((None, name), |(stake, level)| (Some(stake), level));
    let stake = stake.map(|stake| Cents::new(stake.parse().unwrap()));
    let found = play
        .floor
        .book
        .balances()
        .find(|(meter, _)| meter.level.name() == level && stake.is_none_or(|stake| meter.stake == stake));
    let (_, balance) = found.unwrap_or_else(|| panic!("no meter {name}"));
    let expected = match amount.strip_suffix('u') {
        Some(micro) => MicroCents::new(micro.replace(',', "").parse().unwrap()),
        None => money(amount).to_micro().unwrap(),
    };
    assert_eq!(balance, expected, "meter {name}");
}

fn bonuses(play: &Play) -> Vec<(Seat, BonusKind, Cents, Seat, ClauseId)> {
    let paid = |event: &Event| match *event {
        Event::BonusPaid { seat, kind, from, amount, clause } => Some((seat, kind, amount, from, clause)),
        _ => None,
    };
    play.events().iter().filter_map(paid).collect()
}

fn expect_bonus(play: &Play, at: Seat, kind: &str, amount: Cents, from: Seat, clause: &str) {
    let kind: BonusKind = serde_json::from_value(kind.into()).unwrap();
    let paid = bonuses(play);
    let found = paid.iter().any(|got| *got == (at, kind, amount, from, ClauseId::find(clause).unwrap()));
    assert!(found, "paid instead: {paid:?}");
}

fn expect_order(play: &Play, seats: &[&str]) {
    let settled = play.events().iter().filter_map(|event| match event {
        Event::SeatSettled { seat } => Some(seat.to_string()),
        _ => None,
    });
    assert_eq!(settled.collect::<Vec<_>>(), seats, "order of settlement");
}

/// `bets 2 bet_1 bet_2 bet_3 five_card_bonus`: the order in which the bets of a seat were settled.
fn expect_bets(play: &Play, at: Seat, bets: &[&str]) {
    let settled = play.events().iter().filter_map(|event| match event {
        Event::BetSettled { seat, result, .. } if *seat == at => Some(result.bet),
        _ => None,
    });
    let expected: Vec<_> = bets.iter().map(|name| play::bet(name)).collect();
    assert_eq!(settled.collect::<Vec<_>>(), expected, "order of seat {at}'s bets");
}

fn spot_name(game: GameId, spot: Spot) -> String {
    let cross = ["left", "right", "top", "bottom", "middle"];
    match spot {
        Spot::Own { seat, .. } => seat.to_string(),
        Spot::Community(place) => cross[usize::from(place)].to_owned(),
        Spot::SixCardBox(_) => "box".to_owned(),
        Spot::Discard => {
            assert_ne!(game, GameId::CrissCross);
            "discard".to_owned()
        }
    }
}

/// `dealt box box box | 2 4 | left | 2 4 | right | 2 4`; the bars are for the reader.
fn expect_dealt(play: &Play, spots: &[&str]) {
    let game = play.floor.game();
    let dealt: Vec<String> = play::dealt(play.events()).into_iter().map(|spot| spot_name(game, spot)).collect();
    let expected: Vec<&str> = spots.iter().copied().filter(|word| *word != "|").collect();
    assert_eq!(dealt, expected, "order of the deal");
}

fn shown(cards: &[CardView]) -> String {
    let face = |card: &CardView| match card {
        CardView::Back => "??".to_owned(),
        CardView::Face(card) => card.to_string(),
    };
    cards.iter().map(face).collect::<Vec<_>>().join(" ")
}

/// `sees alice 2: Kd Ks 3h / 4: ?? ?? ?? / community: 5d ??`; spots not named are not compared.
fn expect_sees(play: &Play, who: &str, text: &str) {
    let viewer = play.names.get(who).map_or(Viewer::Public, |player| Viewer::Player(*player));
    assert!(viewer != Viewer::Public || who == "public", "nobody is called {who}");
    let view = view(&play.floor.table, viewer);
    let round = || view.felt.round.as_ref().unwrap();
    let cards = |at: Seat| match view.own.iter().find(|own| own.seat == at) {
        Some(own) => shown(&own.cards),
        None => shown(&view.felt.seats[at.index()].cards),
    };
    for part in text.split('/') {
        let (spot, expected) = part.split_once(':').unwrap_or_else(|| panic!("write `SPOT: CARDS`"));
        let got = match spot.trim() {
            "community" => shown(&round().community),
            "box" => shown(&round().six_card_box),
            at => cards(seat(at)),
        };
        assert_eq!(got, expected.trim(), "what {who} sees of {spot}");
    }
}

/// `phase deciding 4`, `phase turning`, `phase none`: the phase's name and the seat whose turn it is.
fn expect_phase(play: &Play, expected: &str) {
    let Some(round) = play.floor.table.round() else {
        assert_eq!(expected, "none", "there is no round");
        return;
    };
    let text = match round.phase() {
        Phase::BankOffer { to } => format!("bank_offer {}", to.get(0).map_or(0, Seat::number)),
        Phase::Betting => "betting".to_owned(),
        Phase::Collecting(step) => format!("collecting {}", serde_json::to_value(step).unwrap().as_str().unwrap()),
        Phase::Dealing => "dealing".to_owned(),
        Phase::Halted => "halted".to_owned(),
        Phase::CountingStub => "counting_stub".to_owned(),
        Phase::Deciding { seat, .. } => format!("deciding {seat}"),
        Phase::Turning { .. } => "turning".to_owned(),
        Phase::SettlingFirst { seat } => format!("settling_first {seat}"),
        Phase::DrawingHotSpot => "drawing_hot_spot".to_owned(),
        Phase::Settling { seat } => format!("settling {seat}"),
        Phase::Spinning { seat } => format!("spinning {seat}"),
        Phase::PayingEnvy => "paying_envy".to_owned(),
        Phase::Settled => "settled".to_owned(),
        Phase::Frozen { .. } => "frozen".to_owned(),
    };
    assert_eq!(text, expected, "phase");
}

fn expect_voided(play: &Play, expected: &str) {
    let cause = play.events().iter().find_map(|event| match event {
        Event::RoundVoided { cause, .. } => Some(serde_json::to_value(cause).unwrap()),
        _ => None,
    });
    assert_eq!(cause.as_ref().and_then(|cause| cause.as_str()), Some(expected), "void");
}

fn expect_frozen(play: &Play, expected: &str, clause: &str) {
    let frozen = play.events().iter().find_map(|event| match event {
        Event::RoundFrozen { cause, clause, .. } => Some((serde_json::to_value(cause).unwrap(), *clause)),
        _ => None,
    });
    let (cause, by) = frozen.expect("the round is not frozen");
    assert_eq!((cause.as_str().unwrap(), by.map_or("-", ClauseId::as_str)), (expected, clause), "frozen");
}

fn expect_cap(play: &Play, at: Seat, expected: [Cents; 3]) {
    let cap = play.events().iter().find_map(|event| match event {
        Event::PayoutCapped { seat, cap } if *seat == at => Some([cap.uncapped, cap.limit, cap.unpaid]),
        _ => None,
    });
    assert_eq!(cap, Some(expected), "uncapped, limit, unpaid of seat {at}");
}

fn expect_refund(play: &Play, at: Seat, name: &str, amount: Cents) {
    let on = play::bet(name);
    let refunds = play.events().iter().filter_map(|event| match event {
        Event::BetRefunded { seat, bet, refund, .. } if *seat == at && *bet == on => Some(*refund),
        _ => None,
    });
    assert_eq!(refunds.collect::<Vec<_>>(), [amount], "refund of {name} of seat {at}");
}
