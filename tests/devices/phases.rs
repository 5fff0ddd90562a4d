//! Chapter 13, R40, R41: every fault of a shoe and a shuffler at every phase of a round of every game, and what it leads to. One
//! table plays round after round; whatever happens, nobody gains or loses a cent by it.

use super::plans::{self, Dealt, Plan};
use super::stage::{Stage, patient};
use crate::house::device::Device;
use crate::house::{TestServer, decide, reconcile};
use game_core::card::Card;
use game_core::event::Event;
use game_core::procedure::{Back, DeckId, ShuffleDue, Stage as DeckStage};
use game_core::round::Phase;
use serde_json::json;
use store::journal;
use wire::device::{Destination, DeviceAnswer, Instruction, Outcome, Report};

/// Where a fault strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum At {
    /// The deck waits to be shuffled.
    Shuffling,
    /// The deck is ready and no round is open.
    Ready,
    Betting,
    Collecting,
    /// Betting is closed and no card is out.
    FirstCard,
    /// Cards are out, and more are to come.
    Dealing,
    Deciding,
    Turning,
    Settling,
    Spinning,
    Settled,
}

impl At {
    pub(super) const ALL: [Self; 11] = [
        Self::Shuffling,
        Self::Ready,
        Self::Betting,
        Self::Collecting,
        Self::FirstCard,
        Self::Dealing,
        Self::Deciding,
        Self::Turning,
        Self::Settling,
        Self::Spinning,
        Self::Settled,
    ];

    pub(super) const fn is_deal(self) -> bool {
        matches!(self, Self::FirstCard | Self::Dealing)
    }

    /// Every card is dealt, and something is still to be settled.
    const fn is_play(self) -> bool {
        matches!(self, Self::Deciding | Self::Turning | Self::Settling | Self::Spinning)
    }

    pub(super) const fn is_before_first_card(self) -> bool {
        matches!(self, Self::Ready | Self::Betting | Self::Collecting | Self::FirstCard)
    }
}

/// What a device says that should not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    ShoeJams,
    CardUnread,
    CardTwice,
    OneFaceUp,
    TwoFaceUp,
    CardsAstray,
    CoverCard,
    ShufflerJams,
    CardMissing,
    CardTooMany,
}

impl Fault {
    const ALL: [Self; 10] = [
        Self::ShoeJams,
        Self::CardUnread,
        Self::CardTwice,
        Self::OneFaceUp,
        Self::TwoFaceUp,
        Self::CardsAstray,
        Self::CoverCard,
        Self::ShufflerJams,
        Self::CardMissing,
        Self::CardTooMany,
    ];
}

impl Fault {
    /// Whether a card left the shoe.
    const fn is_a_card(self) -> bool {
        matches!(self, Self::CardUnread | Self::CardTwice)
    }
}

/// What it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ends {
    /// It is on record, and the round goes on as if nothing had been.
    Recorded,
    /// The same, and the device is told that it cannot be.
    Refused,
    /// The card is put aside and another takes its place.
    SetAside,
    /// The round halts until two people say what the card is.
    Halts,
    /// The round is void by this clause and everything goes back.
    Voids(&'static str),
    /// The deck is shuffled again.
    Reshuffles,
    /// The deck leaves the table.
    DeckLeaves,
    /// The round is held until the dealer has counted the stub, and goes on where it was.
    Held,
    /// The deck leaves the table when the round is over.
    LeavesAfter,
}

/// A game dealt by one kind of device, and the clauses of its irregularities.
pub(super) struct Case {
    pub(super) plan: fn(Dealt) -> Option<Plan>,
    pub(super) dealt: Dealt,
    pub(super) jam: &'static str,
    face_up: &'static str,
    misdeal: &'static str,
    /// Whether the first card found face up is forgiven.
    forgives_one: bool,
    /// What seats 1 and 2 win in a round.
    pub(super) wins: [i64; 2],
}

impl Case {
    pub(super) const fn is_automated(&self) -> bool {
        !matches!(self.dealt, Dealt::ByCard)
    }

    /// The end the clause names.
    fn ends(&self, fault: Fault, at: At) -> Ends {
        let two_decks = matches!(self.dealt, Dealt::ByStacks);
        // One deck is in the machine's hands until its first card is out; of two, the other one is all the time.
        let held = two_decks || at == At::Shuffling || at.is_before_first_card();
        match fault {
            // LIR-13-G: an automated shoe that jams or stops while it deals.
            Fault::ShoeJams if self.is_automated() && at.is_deal() => Ends::Voids(self.jam),
            // LIR-13-F: a shoe that reshuffles has jammed over its deck while nothing is dealt.
            Fault::ShoeJams if matches!(self.dealt, Dealt::Continuously) && held => Ends::Reshuffles,
            // LIR-5-F-1: the cover card lies at the bottom.
            Fault::CoverCard if at == At::Dealing => Ends::Held,
            Fault::ShoeJams | Fault::CoverCard => Ends::Recorded,
            // R42: a reader that does not know what it read.
            Fault::CardUnread if at.is_deal() => Ends::Halts,
            Fault::CardTwice if at == At::Dealing => Ends::Halts,
            // A card more than the deal has: nobody has got it, and the dealer counts (LIR-13-C, LIR-8-F).
            Fault::CardUnread | Fault::CardTwice if at.is_play() => Ends::Held,
            // LIR-13-D, CC-13-C: cards lie where they do not belong.
            Fault::CardsAstray if at.is_deal() || at.is_play() => Ends::Voids(self.misdeal),
            // LIR-13-A, LIR-13-B, CC-13-A.
            Fault::OneFaceUp if at.is_deal() && self.forgives_one => Ends::SetAside,
            Fault::OneFaceUp | Fault::TwoFaceUp if at.is_deal() => Ends::Voids(self.face_up),
            // The shoe that reshuffles is the one that deals.
            Fault::ShufflerJams if matches!(self.dealt, Dealt::Continuously) && at.is_deal() => Ends::Voids(self.jam),
            // LIR-13-F: the cards are shuffled again.
            Fault::ShufflerJams if held => Ends::Reshuffles,
            Fault::ShufflerJams => Ends::Recorded,
            // LIR-5-E: a deck that is not whole leaves; one in play is counted by the dealer first (LIR-8-F).
            Fault::CardMissing | Fault::CardTooMany if held => Ends::DeckLeaves,
            Fault::CardMissing | Fault::CardTooMany if at == At::Settled => Ends::LeavesAfter,
            Fault::CardMissing | Fault::CardTooMany => Ends::Held,
            Fault::CardUnread | Fault::CardTwice | Fault::OneFaceUp | Fault::TwoFaceUp | Fault::CardsAstray => {
                Ends::Refused
            }
        }
    }
}

impl Stage {
    /// Plays on to the next time that the table is there; says whether it ever is.
    async fn reach(&mut self, at: At) -> bool {
        let one_deck = self.plan.submission["equipment"]["decks"] == 1;
        let skipped = match at {
            At::Shuffling => !one_deck,
            At::Collecting => self.plan.sensed.is_empty(),
            At::Spinning => self.wheel.is_none(),
            _ => false,
        };
        if skipped {
            return false;
        }
        self.until(|phase| phase.is_none()).await;
        if at == At::Shuffling {
            return true;
        }
        while self.ready().is_err() {
            self.step().await;
        }
        if at == At::Ready {
            return true;
        }
        self.until(|phase| *phase == Some(Phase::Betting)).await;
        self.wager().await;
        let there = |stage: &Self| {
            let out = stage.table().round().unwrap().has_cards_out();
            match stage.phase().unwrap() {
                Phase::Betting => at == At::Betting,
                Phase::Collecting(_) => at == At::Collecting,
                Phase::Dealing => at == if out { At::Dealing } else { At::FirstCard },
                Phase::Deciding { .. } => at == At::Deciding,
                Phase::Turning { .. } => at == At::Turning,
                Phase::Settling { .. } => at == At::Settling,
                Phase::Spinning { .. } => at == At::Spinning,
                Phase::Settled => at == At::Settled,
                phase => panic!("{phase:?}"),
            }
        };
        while !there(self) {
            self.step().await;
        }
        true
    }

    fn ready(&self) -> Result<DeckId, game_core::rejection::Rejection> {
        let table = self.table();
        table.state().procedure().ready(table.rules(), table_host::now())
    }

    fn machine(&mut self) -> &mut Device {
        self.shuffler.as_mut().unwrap_or(&mut self.shoe)
    }

    /// The backs of the deck that a machine holds, and which one it is: the one that waits, else the only one.
    fn held(&self) -> Option<(DeckId, Back)> {
        let table = self.table();
        let deck = |id: &DeckId| table.state().procedure().deck(*id).map(|deck| (*id, deck.back, deck.stage));
        let mut decks: Vec<_> = DeckId::ALL.iter().filter_map(deck).collect();
        decks.sort_by_key(|(_, _, stage)| !matches!(stage, DeckStage::ToShuffle(_) | DeckStage::ToCut(_)));
        decks.first().map(|(id, back, _)| (*id, *back))
    }

    /// Whether a deck waits to be shuffled.
    fn waits(&self, deck: DeckId) -> bool {
        let table = self.table();
        table.state().procedure().deck(deck).is_some_and(|deck| matches!(deck.stage, DeckStage::ToShuffle(_)))
    }

    /// The machine is told to shuffle the deck with these backs.
    async fn told_to_shuffle(&mut self, deck: Back) {
        self.machine().told(|told| *told == Instruction::Shuffle { back: deck }).await;
    }

    /// A card that is not in the plan.
    fn stray(&self, nth: usize) -> Card {
        let planned = |card: &Card| self.plan.cards.iter().any(|(_, other)| other == card);
        Card::deck().filter(|card| !planned(card)).nth(nth).unwrap()
    }

    /// The device says what should not be.
    async fn strikes(&mut self, fault: Fault) -> DeviceAnswer {
        let (_, back) = self.held().unwrap();
        let one = |card, to| Report::CardDrawn { card: Some(card), to };
        match fault {
            Fault::ShoeJams => self.shoe.report(&Report::Jam { back: None }).await,
            Fault::CardUnread => self.shoe.report(&Report::Misread {}).await,
            Fault::CardTwice => self.shoe.report(&one(self.last.unwrap_or(self.stray(0)), None)).await,
            Fault::OneFaceUp => self.shoe.report(&Report::FaceUpCard { card: self.stray(0) }).await,
            Fault::TwoFaceUp => {
                let (first, second) = (self.stray(0), self.stray(1));
                let answer = self.shoe.report(&Report::FaceUpCard { card: first }).await;
                if matches!(self.phase(), Some(Phase::Dealing)) {
                    return self.shoe.report(&Report::FaceUpCard { card: second }).await;
                }
                answer
            }
            Fault::CardsAstray => self.shoe.report(&one(self.stray(0), Some(Destination::SixCardBox))).await,
            Fault::CoverCard => self.shoe.report(&Report::CoverCardReached {}).await,
            Fault::ShufflerJams => self.machine().report(&Report::Jam { back: Some(back) }).await,
            Fault::CardMissing => self.machine().report(&Report::CountWrong { back, count: 51 }).await,
            Fault::CardTooMany => self.machine().report(&Report::CountWrong { back, count: 53 }).await,
        }
    }
}

/// What the patrons had, and how far the journal was, before a fault.
pub(super) struct Before {
    pub(super) chips: [i64; 2],
    pub(super) seq: u64,
    pub(super) phase: Option<Phase>,
}

/// Strikes where the fault changes nothing: the round stands as it stood, and the device is answered.
async fn changes_nothing(stage: &mut Stage, fault: Fault, ends: Ends) {
    let before = (stage.seq(), stage.phase());
    let answer = stage.strikes(fault).await;
    let expected = if ends == Ends::Refused { Outcome::Refused } else { Outcome::Accepted };
    assert_eq!(answer.outcome, expected, "{fault:?}: {answer:?}");
    assert_eq!((stage.seq(), stage.phase()), before, "{fault:?}: {answer:?}");
}

/// Strikes where the fault changes something, and plays on to the end that is expected.
async fn changes(server: &TestServer, case: &Case, stage: &mut Stage, before: &Before, fault: Fault, ends: Ends) {
    let real = matches!(before.phase, Some(Phase::Dealing)).then(|| stage.stack().0[0].unwrap());
    let (deck, back) = stage.held().unwrap();
    let waits = stage.waits(deck);
    if waits && matches!(ends, Ends::Reshuffles | Ends::DeckLeaves) {
        stage.told_to_shuffle(back).await;
    }
    let answer = stage.strikes(fault).await;
    // Cards that do not belong where they went are not taken, and yet they are out.
    let astray = fault == Fault::CardsAstray || (ends == Ends::Held && fault.is_a_card());
    let outcome = if astray { Outcome::Refused } else { Outcome::Accepted };
    assert_eq!(answer.outcome, outcome, "{fault:?} at {:?}: {answer:?}", before.phase);
    assert!(answer.seq.is_some(), "the table's journal has it: {answer:?}");
    match ends {
        Ends::Recorded | Ends::Refused => panic!("{ends:?} changes nothing"),
        Ends::SetAside => assert_eq!(stage.phase(), before.phase),
        Ends::Halts => {
            assert_eq!(stage.phase(), Some(Phase::Halted));
            say_what_it_is(server, stage, real.unwrap()).await;
        }
        Ends::Voids(clause) => {
            let frozen = frozen_by(server, stage, before.seq).await;
            assert_eq!(frozen.as_deref(), Some(clause));
            // The floor confirms, and nothing else can be done meanwhile.
            stage.step().await;
            assert_eq!(stage.phase(), None);
        }
        Ends::Held => {
            assert_eq!(stage.phase(), Some(Phase::CountingStub), "{fault:?}");
            stage.step().await;
            let now = stage.phase().unwrap();
            assert_eq!(std::mem::discriminant(&now), std::mem::discriminant(&before.phase.unwrap()), "{now:?}");
        }
        Ends::LeavesAfter => {
            stage.until(|phase| phase.is_none()).await;
            assert!(stage.table().state().procedure().deck(deck).is_none(), "the deck is gone");
        }
        Ends::Reshuffles => {
            let table = stage.table();
            let due = table.state().procedure().deck(deck).unwrap().stage;
            assert_eq!(due, DeckStage::ToShuffle(ShuffleDue::Jam));
            if !waits {
                stage.told_to_shuffle(back).await;
            }
            stage.machine().must(&Report::ShuffleCompleted { back, count: Some(52) }).await;
        }
        Ends::DeckLeaves => {
            assert!(stage.table().state().procedure().deck(deck).is_none(), "the deck is gone");
            if before.phase.is_some() && !stage.table().round().unwrap().has_cards_out() {
                // Two decks are at the table when the first card is dealt (LIR-3-B-3).
                stage.receive_deck().await;
                if stage.ready().is_err() {
                    let (_, back) = stage.held().unwrap();
                    stage.machine().must(&Report::ShuffleCompleted { back, count: Some(52) }).await;
                }
            }
        }
    }
    let voided = matches!(ends, Ends::Voids(_));
    over(stage, if voided { [0; 2] } else { case.wins }, before).await;
}

/// The clause of the irregularity that froze the round.
pub(super) async fn frozen_by(server: &TestServer, stage: &Stage, after: u64) -> Option<String> {
    assert!(matches!(stage.phase(), Some(Phase::Frozen { .. })), "{:?}", stage.phase());
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    let entries = journal::load(&mut connection, stage.game.id, after).await.unwrap();
    entries.into_iter().flat_map(|entry| entry.events).find_map(|event| match event {
        Event::RoundFrozen { clause, .. } => clause.map(|clause| clause.as_str().to_owned()),
        _ => None,
    })
}

/// Two people say what a card in doubt is.
async fn say_what_it_is(server: &TestServer, stage: &Stage, card: Card) {
    let game = &stage.game;
    game.act(&game.floorperson, &json!({"propose": {"correct_card": {"card": card}}})).await;
    let second = server.floorperson().await;
    let listed = second.get(&format!("/v1/approvals?table={}", game.id)).await.told(200);
    decide(&second, &listed["approvals"][0], "approve").await.told(200);
}

/// Plays the round to its end, if there is one, and holds what the patrons have against what they should have.
pub(super) async fn over(stage: &mut Stage, won: [i64; 2], before: &Before) {
    let plays = before.phase.is_some();
    stage.until(|phase| phase.is_none()).await;
    let chips = stage.chips();
    let gained = [chips[0] - before.chips[0], chips[1] - before.chips[1]];
    assert_eq!(gained, if plays { won } else { [0; 2] });
}

/// Goes to a phase, and says what the patrons had before the round.
pub(super) async fn reach(stage: &mut Stage, at: At) -> Option<Before> {
    stage.until(|phase| phase.is_none()).await;
    if matches!(at, At::Shuffling | At::Ready) && !stage.held().is_some_and(|(deck, _)| stage.waits(deck)) {
        // The last fault was about the deck that would wait now: a round later one does again.
        stage.until(|phase| *phase == Some(Phase::Settled)).await;
        stage.step().await;
    }
    let chips = stage.chips();
    stage.reach(at).await.then(|| Before { chips, seq: stage.seq(), phase: stage.phase() })
}

/// Every fault at every phase, with the end its clause names.
async fn every_fault_at_every_phase(server: &TestServer, case: &Case) {
    let mut stage = Stage::set(server, (case.plan)(case.dealt).unwrap()).await;
    // One round beforehand, so that each deck has been in play.
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    stage.step().await;
    // Nobody runs out of chips in so many rounds.
    for seat in [1, 2] {
        stage.dealer(json!({"bring_chips": {"seat": seat, "amount": 5_000_000}})).await;
    }
    let mut ended = Vec::new();
    for at in At::ALL {
        // Before the first card there is none that could come twice.
        let faults = || Fault::ALL.into_iter().filter(|fault| (*fault, at) != (Fault::CardTwice, At::FirstCard));
        let quiet = |fault: &Fault| matches!(case.ends(*fault, at), Ends::Recorded | Ends::Refused);
        let Some(before) = reach(&mut stage, at).await else { continue };
        for fault in faults().filter(quiet) {
            changes_nothing(&mut stage, fault, case.ends(fault, at)).await;
            ended.push(case.ends(fault, at));
        }
        over(&mut stage, case.wins, &before).await;
        for fault in faults().filter(|fault| !quiet(fault)) {
            let before = reach(&mut stage, at).await.unwrap();
            changes(server, case, &mut stage, &before, fault, case.ends(fault, at)).await;
            ended.push(case.ends(fault, at));
        }
    }
    assert!(ended.contains(&Ends::DeckLeaves) && ended.contains(&Ends::Reshuffles) && ended.contains(&Ends::Halts));
    stage.until(|phase| phase.is_none()).await;
    reconcile(server, stage.game.id).await;
}

pub(super) const LIR: Case = Case {
    plan: plans::let_it_ride,
    dealt: Dealt::ByStacks,
    jam: "LIR-13-G",
    face_up: "LIR-13-B",
    misdeal: "LIR-13-D",
    forgives_one: true,
    wins: [9_900, -2_100],
};

/// From a manual shoe, which cannot jam for anybody but the dealer.
pub(super) const STUD: Case = Case {
    plan: plans::stud,
    dealt: Dealt::ByCard,
    jam: "S235-13-G",
    face_up: "S235-13-B",
    misdeal: "S235-13-D",
    forgives_one: true,
    wins: [9_300, -1_600],
};

const STUD_CONTINUOUSLY: Case = Case { dealt: Dealt::Continuously, ..STUD };

fn criss_cross(dealt: Dealt) -> Option<Plan> {
    // The wheel stops on the same segment every round.
    plans::criss_cross(dealt).map(|plan| Plan { stops: vec![3], ..plan })
}

pub(super) const CRISS_CROSS: Case = Case {
    plan: criss_cross,
    dealt: Dealt::ByStacks,
    jam: "CC-13-D",
    face_up: "CC-13-A",
    misdeal: "CC-13-C",
    forgives_one: false,
    wins: [29_500, -1_500],
};

/// The document has no such chapter; Maryland's is borrowed (I-105).
pub(super) const CALIFORNIA: Case = Case {
    plan: plans::california,
    dealt: Dealt::ByStacks,
    jam: "LIR-13-G",
    face_up: "LIR-13-B",
    misdeal: "LIR-13-D",
    forgives_one: true,
    wins: [-2_200, 1_850],
};

#[tokio::test]
async fn lir_13_every_fault_at_every_phase_ends_as_its_clause_says() {
    let server = patient().await;
    every_fault_at_every_phase(&server, &LIR).await;
    server.stop().await;
}

#[tokio::test]
async fn s235_13_every_fault_at_every_phase_ends_as_its_clause_says() {
    let server = patient().await;
    every_fault_at_every_phase(&server, &STUD).await;
    every_fault_at_every_phase(&server, &STUD_CONTINUOUSLY).await;
    server.stop().await;
}

#[tokio::test]
async fn cc_13_every_fault_at_every_phase_ends_as_its_clause_says() {
    let server = patient().await;
    every_fault_at_every_phase(&server, &CRISS_CROSS).await;
    server.stop().await;
}

#[tokio::test]
async fn cal_with_chapter_13_of_maryland_every_fault_at_every_phase_ends_as_its_clause_says() {
    let server = patient().await;
    every_fault_at_every_phase(&server, &CALIFORNIA).await;
    server.stop().await;
}
