//! A round of each game written down beforehand: who bets and decides what, and which cards lie where. The cards are told by
//! where they lie, so that the same round is dealt by every method.

use game_core::card::Card;
use game_core::decision::Decision;
use game_core::game::Seat;
use game_core::layout::Spot;
use game_core::wager::Wager;
use serde_json::{Value, json};

/// A round as it will be played by the patrons from seat 1 on.
pub(super) struct Plan {
    pub(super) submission: Value,
    /// What the patrons put down: seat, wager, cents.
    pub(super) bets: Vec<(u8, Wager, i64)>,
    /// What lies on the sensor's spots.
    pub(super) sensed: Vec<(u8, Wager, i64)>,
    /// What the patron at seat 1 banks.
    pub(super) bank: Option<i64>,
    /// What each of them decides, stage by stage.
    pub(super) decisions: Vec<&'static [Decision]>,
    /// Which card lies where.
    pub(super) cards: Vec<(Spot, Card)>,
    /// Where the wheel stops, round by round.
    pub(super) stops: Vec<u8>,
}

/// How cards are shuffled and dealt.
#[derive(Clone, Copy, Debug)]
pub(super) enum Dealt {
    /// Card by card from a manual shoe with a reader, one deck.
    ByCard,
    /// Stacks from an automated shoe, two decks that alternate through the shuffler.
    ByStacks,
    /// A device that reshuffles and counts by itself.
    Continuously,
}

impl Dealt {
    pub(super) const ALL: [Self; 3] = [Self::ByCard, Self::ByStacks, Self::Continuously];
}

/// The equipment of a game dealt so, or none where the game's document knows no such device.
fn equipment(game: &str, dealt: Dealt) -> Option<Value> {
    let machine = json!({"method": "machine", "counts_cards": true});
    let plain = |dealing: &str, decks: u8| json!({"dealing": dealing, "shuffle": machine, "decks": decks});
    let mut equipment = match (game, dealt) {
        ("let_it_ride_ca", Dealt::ByStacks) => json!({"card_reader": true}),
        // Criss Cross has no stack of three that comes first: the device is a shoe beside an approved shuffler (I-16).
        ("criss_cross_md", Dealt::Continuously) => plain("automated_shoe", 1),
        ("let_it_ride_ca", Dealt::ByCard | Dealt::Continuously) => return None,
        (_, Dealt::ByCard) => plain("manual_shoe", 1),
        (_, Dealt::ByStacks) => plain("automated_shoe", 2),
        (_, Dealt::Continuously) => plain("self_reshuffling_shoe", 1),
    };
    equipment["card_reader"] = json!(true);
    equipment["shuffle"] = machine;
    if game != "let_it_ride_ca" {
        equipment["progressive_system"] = json!(true);
    }
    if matches!(dealt, Dealt::Continuously) {
        equipment["self_reshuffling"] = json!({"approval": "DEVICE-0013"});
    }
    Some(equipment)
}

/// Cards by where they lie: `1: Kd Ks 3h / community: 5d Kc / discard: 8c`.
fn lie(text: &str) -> Vec<(Spot, Card)> {
    let mut cards = Vec::new();
    for part in text.split(" / ") {
        let (place, names) = part.split_once(": ").unwrap();
        for (nth, name) in (0..).zip(names.split(' ')) {
            let spot = match place {
                "community" => Spot::Community(nth),
                "discard" => Spot::Discard,
                seat => Spot::Own { seat: Seat::new(seat.parse().unwrap()).unwrap(), place: nth },
            };
            cards.push((spot, name.parse().unwrap()));
        }
    }
    cards
}

fn progressive(letter: &str) -> Value {
    let level = |cents: i64, rate: i64| json!({"initial_cents": cents, "reset_cents": cents, "rate_ppm": rate});
    let levels = json!({
        "mega": level(1_000_000, 100_000), "major": level(100_000, 50_000), "minor": level(25_000, 25_000),
    });
    json!({"paytable": letter, "stakes_cents": [100], "meters": {"100": levels}})
}

fn submission(game: &str, dealt: Dealt, wagers: &Value) -> Option<Value> {
    Some(json!({
        "game": game,
        "name": format!("{game} {dealt:?}"),
        "approval": "LAYOUT-0007",
        "limits": {"min_cents": 500, "max_cents": 50_000},
        "wagers": wagers,
        "equipment": equipment(game, dealt)?,
    }))
}

/// Three kings against nothing.
const KINGS: &str = "1: Kd Ks 3h / 2: 9s 4h 2c / community: 5d Kc / discard: 8c";

/// Seat 1 lets all ride on three kings and wins 3 to 1 on each bet (LIR-12-A-1-g); seat 2 takes the first bet back.
pub(super) fn let_it_ride(dealt: Dealt) -> Option<Plan> {
    let wagers = json!({"let_it_ride": {"paytable": "A"}, "progressive_payout": progressive("E")});
    Some(Plan {
        submission: submission("let_it_ride_md", dealt, &wagers)?,
        bets: vec![(1, Wager::LetItRide, 1000), (2, Wager::LetItRide, 1000)],
        sensed: vec![(1, Wager::ProgressivePayout, 100), (2, Wager::ProgressivePayout, 100)],
        bank: None,
        decisions: vec![&[Decision::Ride, Decision::Ride], &[Decision::Withdraw, Decision::Ride]],
        cards: lie(KINGS),
        stops: Vec::new(),
    })
}

/// Seat 1 raises twice on kings; seat 2 checks with nothing.
pub(super) fn stud(dealt: Dealt) -> Option<Plan> {
    let wagers = json!({"two_three_five": {}, "progressive_payout": progressive("D")});
    Some(Plan {
        submission: submission("two_three_five_stud_md", dealt, &wagers)?,
        bets: vec![(1, Wager::TwoThreeFive, 500), (2, Wager::TwoThreeFive, 500)],
        sensed: vec![(1, Wager::ProgressivePayout, 100), (2, Wager::ProgressivePayout, 100)],
        bank: None,
        decisions: vec![&[Decision::Raise, Decision::Raise], &[Decision::Check, Decision::Check]],
        cards: lie(KINGS),
        stops: Vec::new(),
    })
}

/// Seat 1 has a pair of kings, which starts a Bonus Spin, three of them across and two down; seat 2 a pair of nines across.
pub(super) fn criss_cross(dealt: Dealt) -> Option<Plan> {
    let segment = |symbol: &str, tier: Option<u8>| match tier {
        Some(tier) => json!({"symbol": symbol, "weight": 1, "tier": tier}),
        None => json!({"symbol": symbol, "weight": 1}),
    };
    let rest = ["$120", "$60", "$50", "$30"].map(|symbol| segment(symbol, None));
    let tail = ["$18", "$13", "$12", "$10"].map(|symbol| segment(symbol, None));
    let first = [segment("jackpot", None), segment("$500", Some(1)), segment("$250", Some(2))];
    let segments: Vec<Value> = first.into_iter().chain(rest).chain([segment("$20", Some(3))]).chain(tail).collect();
    let wagers = json!({
        "ante": {},
        "bonus_spin_progressive": {
            "wheel": "B", "segments": segments, "stakes_cents": [100, 500], "community": "A",
            "meter": {"initial_cents": 150_000, "reset_cents": 100_000, "rate_ppm": 80_000},
        },
    });
    let mut submission = submission("criss_cross_md", dealt, &wagers)?;
    submission["options"] = json!({"ante_payout": "paytable"});
    Some(Plan {
        submission,
        bets: vec![(1, Wager::Ante, 1000), (2, Wager::Ante, 500)],
        sensed: vec![(1, Wager::BonusSpinProgressive, 500), (2, Wager::BonusSpinProgressive, 500)],
        bank: None,
        decisions: vec![
            &[Decision::Bet1x, Decision::Bet2x, Decision::Bet3x],
            &[Decision::Bet3x, Decision::Bet1x, Decision::Bet1x],
        ],
        cards: lie("1: Kd Ks / 2: 9s 4h / community: Kh 9d 5c 2s 7h"),
        stops: vec![1, 3],
    })
}

/// Seat 1 banks; seat 2 takes the first bet back and wins the other two with a pair of tens.
pub(super) fn california(dealt: Dealt) -> Option<Plan> {
    let wagers = json!({"let_it_ride": {"paytable": "LIRX-01"}});
    let mut submission = submission("let_it_ride_ca", dealt, &wagers)?;
    submission["options"] = json!({"fees": {"per_bet_cents": 50, "per_banked_hand_cents": 200}});
    Some(Plan {
        submission,
        bets: vec![(2, Wager::LetItRide, 1000)],
        sensed: Vec::new(),
        bank: Some(20_000),
        decisions: vec![&[], &[Decision::Withdraw, Decision::Ride]],
        cards: lie("2: Td Ts 4c / community: 6s Jd / discard: 8c"),
        stops: Vec::new(),
    })
}

/// Four patrons who fold and have a dollar or five on Bonus Spin Xtreme, two of each, and a straight in the cross: whoever becomes the
/// Hot Spot, a Community wheel of each stake is spun for the others.
pub(super) fn xtreme(dealt: Dealt) -> Option<Plan> {
    let rich: Value =
        serde_json::from_str(include_str!("../../docs/examples/submissions/criss-cross-rich.json")).unwrap();
    let wager = "bonus_spin_xtreme_progressive";
    let wagers = json!({"ante": {}, wager: rich["wagers"][wager]});
    let staked = [(1, 100), (2, 100), (3, 500), (4, 500)];
    Some(Plan {
        submission: submission("criss_cross_md", dealt, &wagers)?,
        bets: staked.map(|(seat, _)| (seat, Wager::Ante, 500)).to_vec(),
        sensed: staked.map(|(seat, cents)| (seat, Wager::BonusSpinXtremeProgressive, cents)).to_vec(),
        bank: None,
        decisions: vec![&[Decision::Fold]; 4],
        cards: lie("1: Kd Ks / 2: 9s 4h / 3: Qd 2c / 4: Ts 3d / community: 5c 6d 7h 8s 9c"),
        stops: vec![1],
    })
}
