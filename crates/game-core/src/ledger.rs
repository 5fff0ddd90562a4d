//! The money an event moves, as balanced postings. Every event says what it moves, so the books need nothing else.

use crate::bets::AwardSource;
use crate::command::AwardStep;
use crate::decision::Decision;
use crate::event::{AwardAmount, Event};
use crate::game::{GameId, Seat};
use crate::layout::Short;
use crate::money::{Cents, MicroCents, Overflow};
use crate::rules::MeterRef;
use serde::{Deserialize, Serialize};

/// Where money can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// A player's chips at a seat.
    Seat(Seat),
    /// Stakes in play on the layout.
    Layout,
    /// The table's inventory.
    Rack,
    /// The player-dealer's bank.
    Bank,
    /// Flat fees taken.
    Fees,
    /// A progressive meter.
    Meter(MeterRef),
    /// What a meter at its limit had no room for.
    MeterOverflow(MeterRef),
    /// What a meter has put by for its next reset.
    MeterReserve(MeterRef),
    /// Awards that wait for validation.
    Jackpot,
    /// The house's own money: it seeds meters and bears void contributions.
    House,
    /// Cash paid for chips, in the drop box.
    Drop,
    /// The cage and its vault: chips that are at no table, and cash that was counted.
    Cage,
    /// Chips on their way between cage and table.
    Transit,
    /// Boxes that were taken off the table and are not counted yet.
    CountRoom,
    /// What a count found over or short of the books.
    Variance,
    /// Beyond the table: whence cash and chips come and where chips go.
    Outside,
}

/// An amount that comes into an account, or with a minus goes out of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Posting {
    /// The account.
    pub account: Account,
    /// The amount.
    pub amount: MicroCents,
}

/// The postings of one event: they sum to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Postings(Short<Posting, 8>);

impl Postings {
    /// The postings in order.
    pub fn iter(&self) -> impl Iterator<Item = Posting> + '_ {
        self.0.iter()
    }
}

/// Where an event's movements of money are written down.
pub(crate) trait Books {
    /// Whole cents went from one account to another.
    fn moved(&mut self, from: Account, to: Account, amount: Cents) -> Result<(), Overflow>;

    /// Micro-cents went from one account to another.
    fn moved_micro(&mut self, from: Account, to: Account, amount: MicroCents) -> Result<(), Overflow>;
}

impl Books for Postings {
    fn moved(&mut self, from: Account, to: Account, amount: Cents) -> Result<(), Overflow> {
        self.moved_micro(from, to, amount.to_micro()?)
    }

    fn moved_micro(&mut self, from: Account, to: Account, amount: MicroCents) -> Result<(), Overflow> {
        if amount != MicroCents::ZERO {
            self.0.push(Posting { account: from, amount: amount.negated()? });
            self.0.push(Posting { account: to, amount });
        }
        Ok(())
    }
}

/// The postings of an event at a table of this game.
///
/// # Errors
/// When an amount does not fit.
pub fn postings(game: GameId, event: &Event) -> Result<Postings, Overflow> {
    let mut books = Postings::default();
    write(game, event, &mut books)?;
    Ok(books)
}

/// Writes down what an event moves at a table of this game.
pub(crate) fn write(game: GameId, event: &Event, books: &mut impl Books) -> Result<(), Overflow> {
    // California's bets are won and lost against the player-dealer, never the house.
    let banker = if game == GameId::California { Account::Bank } else { Account::Rack };
    match *event {
        Event::BoughtIn { seat, amount } => {
            books.moved(Account::Rack, Account::Seat(seat), amount)?;
            books.moved(Account::Outside, Account::Drop, amount)?;
        }
        Event::ChipsBrought { seat, amount } => books.moved(Account::Outside, Account::Seat(seat), amount)?,
        Event::ChipsTaken { seat, amount } => books.moved(Account::Seat(seat), Account::Outside, amount)?,
        Event::ChipsMoved { from, to, amount } => books.moved(Account::Seat(from), Account::Seat(to), amount)?,
        Event::BankPlaced { seat, amount, was } => {
            books.moved(Account::Seat(seat), Account::Bank, amount.minus(was)?)?;
        }
        Event::WagerPlaced { seat, wager, amount, was } => {
            let each = amount.minus(was)?;
            books.moved(Account::Seat(seat), Account::Layout, times(each, wager.bets().len())?)?;
        }
        Event::WagerRemoved { seat, wager, amount } => {
            books.moved(Account::Layout, Account::Seat(seat), times(amount, wager.bets().len())?)?;
        }
        Event::FeeCharged { seat, amount } => books.moved(Account::Seat(seat), Account::Fees, amount)?,
        Event::FeeRefunded { seat, amount } => books.moved(Account::Fees, Account::Seat(seat), amount)?,
        Event::WagersCollected { total, .. } => books.moved(Account::Layout, Account::Rack, total)?,
        Event::MeterFed { meter, amount, overflow, reserve, .. } => {
            books.moved_micro(Account::Rack, Account::Meter(meter), amount)?;
            books.moved_micro(Account::Rack, Account::MeterOverflow(meter), overflow)?;
            books.moved_micro(Account::Rack, Account::MeterReserve(meter), reserve)?;
        }
        Event::MeterFeedReversed { meter, amount, overflow, reserve } => {
            books.moved_micro(Account::Meter(meter), Account::Rack, amount)?;
            books.moved_micro(Account::MeterOverflow(meter), Account::Rack, overflow)?;
            books.moved_micro(Account::MeterReserve(meter), Account::Rack, reserve)?;
        }
        Event::MeterFeedFunded { amount, .. } => books.moved_micro(Account::House, Account::Rack, amount)?,
        Event::Decided { seat, decision, amount, .. } => decided(books, seat, decision, amount)?,
        Event::DecisionCorrected { seat, from, undone, to, amount, .. } => {
            decided(books, seat, from, undone.times(-1)?)?;
            decided(books, seat, to, amount)?;
        }
        Event::Forfeited { amount, .. } => books.moved(Account::Layout, Account::Rack, amount)?,
        Event::BetSettled { seat, result, from_layout } => {
            let held = if from_layout { Account::Layout } else { banker };
            books.moved(held, Account::Seat(seat), result.back)?;
            books.moved(banker, Account::Seat(seat), result.win)?;
            if from_layout {
                books.moved(Account::Layout, banker, result.stake.minus(result.back)?)?;
            }
        }
        Event::BonusPaid { seat, amount, .. } => books.moved(Account::Rack, Account::Seat(seat), amount)?,
        Event::BonusReversed { seat, amount } => books.moved(Account::Seat(seat), Account::Rack, amount)?,
        Event::AwardHit { source, amount: Some(amount), .. } => {
            books.moved(owner(source), Account::Jackpot, amount.paid)?;
            reseeded(books, source, amount, MicroCents::plus)?;
        }
        Event::AwardVerified { seat, step: AwardStep::Validate, amount: Some(amount), .. } => {
            books.moved(Account::Jackpot, Account::Seat(seat), amount.paid)?;
        }
        Event::AwardVerified { step: AwardStep::Refuse, source, amount: Some(amount), .. }
        | Event::AwardReversed { source, amount: Some(amount), .. } => {
            books.moved(Account::Jackpot, owner(source), amount.paid)?;
            reseeded(books, source, amount, MicroCents::minus)?;
        }
        Event::BetRefunded { seat, refund, from_layout, unpaid, .. } => {
            let held = if from_layout { Account::Layout } else { banker };
            books.moved(held, Account::Seat(seat), refund)?;
            books.moved(Account::Seat(seat), banker, unpaid)?;
        }
        Event::BankReturned { seat, amount } => books.moved(Account::Bank, Account::Seat(seat), amount)?,
        Event::Inventory(ref event) => event.write(books)?,
        Event::Procedure(_)
        | Event::PlayerSeated { .. }
        | Event::PlayerLeft { .. }
        | Event::PlayerAway { .. }
        | Event::PlayerBack { .. }
        | Event::RoundOpened { .. }
        | Event::BankDeclined { .. }
        | Event::BankAccepted { .. }
        | Event::NoBank
        | Event::RoundCancelled { .. }
        | Event::WagerFlagged { .. }
        | Event::ShuffleCommitted { .. }
        | Event::BetsClosed { .. }
        | Event::CountDiffered { .. }
        | Event::StubReported { .. }
        | Event::DeckDoubted { .. }
        | Event::CountResolved { .. }
        | Event::WagersLocked { .. }
        | Event::DealStarted { .. }
        | Event::CardDealt { .. }
        | Event::CardRepeated { .. }
        | Event::CardUnread { .. }
        | Event::CardCorrected { .. }
        | Event::CardSetAside { .. }
        | Event::DealCompleted { .. }
        | Event::StubCounted { .. }
        | Event::CardTurned { .. }
        | Event::TurnCompleted { .. }
        | Event::HotSpotDrawn { .. }
        | Event::PayoutWaits { .. }
        | Event::PayoutCapped { .. }
        | Event::AwardHit { amount: None, .. }
        | Event::SeatSettled { .. }
        | Event::WheelStopped { .. }
        | Event::EnvyPaid
        | Event::AwardVerified { .. }
        | Event::AwardReversed { amount: None, .. }
        | Event::RoundFrozen { .. }
        | Event::Proposed { .. }
        | Event::ProposalApproved { .. }
        | Event::ProposalDropped { .. }
        | Event::WagerSuspended { .. }
        | Event::WagerResumed { .. }
        | Event::RulesAdopted { .. }
        | Event::SwitchedOff { .. }
        | Event::SwitchedOn { .. }
        | Event::RoundVoided { .. }
        | Event::RoundCleared { .. } => {}
    }
    Ok(())
}

/// What a meter starts again with comes from beside it first, and from the house for the rest; or it all goes back.
fn reseeded(
    books: &mut impl Books,
    source: AwardSource,
    amount: AwardAmount,
    way: fn(MicroCents, MicroCents) -> Result<MicroCents, Overflow>,
) -> Result<(), Overflow> {
    let AwardAmount { reseed, from_overflow, from_reserve, .. } = amount;
    let own = reseed.minus(from_overflow)?.minus(from_reserve)?;
    let mut moved = |from, part| books.moved_micro(from, owner(source), way(MicroCents::ZERO, part)?);
    moved(Account::House, own)?;
    if let AwardSource::Meter { meter, .. } = source {
        moved(Account::MeterOverflow(meter), from_overflow)?;
        moved(Account::MeterReserve(meter), from_reserve)?;
    }
    Ok(())
}

/// Whose money an award is.
const fn owner(source: AwardSource) -> Account {
    match source {
        AwardSource::Meter { meter, .. } => Account::Meter(meter),
        AwardSource::Prize(_) => Account::House,
    }
}

fn decided(books: &mut impl Books, seat: Seat, decision: Decision, amount: Cents) -> Result<(), Overflow> {
    match decision {
        Decision::Ride | Decision::Check => Ok(()),
        Decision::Withdraw => books.moved(Account::Layout, Account::Seat(seat), amount),
        Decision::Fold => books.moved(Account::Layout, Account::Rack, amount),
        Decision::Raise | Decision::Bet1x | Decision::Bet2x | Decision::Bet3x => {
            books.moved(Account::Seat(seat), Account::Layout, amount)
        }
    }
}

fn times(amount: Cents, count: usize) -> Result<Cents, Overflow> {
    amount.times(i64::try_from(count).map_err(|_| Overflow)?)
}
