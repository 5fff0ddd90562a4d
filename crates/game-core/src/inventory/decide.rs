//! The one place that says no to a step with the table's money.

use super::action::{Action, CountKind, VoidReason};
use super::event::Event;
use super::pieces::{Denomination, Tray};
use super::slip::{Contents, DropBox, Slip, SlipKind, SlipNumber, SlipState};
use super::{AMOUNT_MAX, BOXES_MAX, Context, Count, Inventory, SLIPS_MAX, Standing};
use crate::actor::Actor;
use crate::game::StaffId;
use crate::money::Cents;
use crate::procedure::Phase;
use crate::rejection::{Code, Rejection};
use crate::values::Values;

impl Inventory {
    /// Judges an action: the event it causes.
    ///
    /// # Errors
    /// The rule the action breaks.
    pub fn decide(&self, ctx: &Context, action: &Action) -> Result<Event, Rejection> {
        let case = Case { state: self, ctx };
        match *action {
            Action::Count { kind, tray } => case.count(kind, tray),
            Action::VerifyCount => case.verify_count(),
            Action::RejectCount => case.reject_count(),
            Action::RequestSlip { kind, tray } => case.request(kind, tray),
            Action::IssueSlip { kind, number } => case.issue(kind, number),
            Action::ReceiveSlip { kind, number } => case.receive(kind, number),
            Action::ProposeVoid { kind, number, reason } => case.propose_void(kind, number, reason),
            Action::ApproveVoid { kind, number } => case.approve_void(kind, number),
            Action::DeclineVoid { kind, number } => case.decline_void(kind, number),
            Action::RemoveBox => case.remove_box(),
            Action::CountDrop { number, contents } => case.count_drop(number, contents),
            Action::VerifyDrop { number } => case.verify_drop(number),
        }
    }
}

/// An action's circumstances.
struct Case<'a> {
    state: &'a Inventory,
    ctx: &'a Context,
}

/// Who asks.
impl Case<'_> {
    fn dealer(&self) -> Result<StaffId, Rejection> {
        if let Actor::Dealer(staff) = self.ctx.actor { Ok(staff) } else { Err(Code::WrongActor.into()) }
    }

    fn floorperson(&self) -> Result<StaffId, Rejection> {
        if let Actor::Floorperson(staff) = self.ctx.actor { Ok(staff) } else { Err(Code::WrongActor.into()) }
    }

    fn cage(&self) -> Result<StaffId, Rejection> {
        if let Actor::Cage(staff) = self.ctx.actor { Ok(staff) } else { Err(Code::WrongActor.into()) }
    }

    fn accounting(&self) -> Result<StaffId, Rejection> {
        if let Actor::Accounting(staff) = self.ctx.actor { Ok(staff) } else { Err(Code::WrongActor.into()) }
    }

    fn floorperson_or_cage(&self) -> Result<StaffId, Rejection> {
        self.floorperson().or_else(|_| self.cage())
    }
}

/// A second signature is another person's.
fn another(by: StaffId, others: &[StaffId]) -> Result<StaffId, Rejection> {
    if others.contains(&by) { Err(Code::SecondPersonNeeded.into()) } else { Ok(by) }
}

fn permitted(amount: Cents, values: Values) -> Result<(), Rejection> {
    if values.admit_amount(amount) { Ok(()) } else { Err(Rejection::new(Code::AmountNotPermitted).accepting(values)) }
}

/// The rack.
impl Case<'_> {
    fn count(&self, kind: CountKind, tray: Tray) -> Result<Event, Rejection> {
        let by = self.dealer()?;
        let total = tray.total()?;
        permitted(total, Values::Amounts { min: Cents::ZERO, max: AMOUNT_MAX })?;
        self.may_count(kind)?;
        let difference = match self.state.standing {
            Standing::Closed { closer } if tray != closer => Some(total.minus(closer.total()?)?),
            Standing::Closed { .. } | Standing::Open | Standing::Unkept => None,
        };
        let recount = self.state.count.is_some_and(|count| count.kind == CountKind::Opener && count.recount_due);
        Ok(Event::Counted { kind, tray, expected: self.ctx.rack, difference, recount, by })
    }

    /// The rack opens and closes while nobody plays; a shift hands over between rounds.
    fn may_count(&self, kind: CountKind) -> Result<(), Rejection> {
        let is_open = matches!(self.state.standing, Standing::Open);
        if is_open == (kind == CountKind::Opener) {
            return Err(Code::InventoryState.into());
        }
        match kind {
            CountKind::Opener | CountKind::Closer if self.ctx.phase != Phase::Closed => Err(Code::TableState.into()),
            CountKind::Closer if !self.state.slips.is_empty() => Err(Code::SlipsUnderWay.into()),
            CountKind::Shift if self.ctx.in_round => Err(Code::WrongPhase.into()),
            CountKind::Opener | CountKind::Shift | CountKind::Closer => Ok(()),
        }
    }

    fn waiting(&self) -> Result<&Count, Rejection> {
        self.state.count.as_ref().ok_or_else(|| Code::NothingCounted.into())
    }

    fn verify_count(&self) -> Result<Event, Rejection> {
        let by = self.floorperson()?;
        let Count { kind, tray, expected, recount_due, by: dealer } = *self.waiting()?;
        another(by, &[dealer])?;
        if recount_due {
            return Err(Code::RecountDue.into());
        }
        if kind == CountKind::Closer && !self.state.slips.is_empty() {
            return Err(Code::SlipsUnderWay.into());
        }
        if !self.state.count_fits(self.ctx.rack) {
            return Err(Code::RecountDue.into());
        }
        let first = matches!(self.state.standing, Standing::Unkept);
        Ok(Event::CountVerified { kind, tray, adjusted: tray.total()?.minus(expected)?, first, dealer, by })
    }

    fn reject_count(&self) -> Result<Event, Rejection> {
        let by = self.floorperson()?;
        self.waiting()?;
        Ok(Event::CountRejected { by })
    }
}

/// Fills and credits.
impl Case<'_> {
    fn open_rack(&self) -> Result<(), Rejection> {
        if matches!(self.state.standing, Standing::Open) { Ok(()) } else { Err(Code::InventoryState.into()) }
    }

    fn slip(&self, kind: SlipKind, number: SlipNumber) -> Result<&Slip, Rejection> {
        self.state.slip(kind, number).ok_or_else(|| Code::NoSuchSlip.into())
    }

    /// A slip that somebody wants void rests until that is decided.
    fn moving(&self, kind: SlipKind, number: SlipNumber) -> Result<&Slip, Rejection> {
        let slip = self.slip(kind, number)?;
        if slip.void.is_some() { Err(Code::OutOfOrder.into()) } else { Ok(slip) }
    }

    fn request(&self, kind: SlipKind, tray: Tray) -> Result<Event, Rejection> {
        let by = self.floorperson()?;
        self.open_rack()?;
        permitted(tray.total()?, Inventory::slip_amounts(kind, self.ctx.free))?;
        if self.state.slips.len() >= SLIPS_MAX {
            return Err(Code::SlipsUnderWay.into());
        }
        Ok(Event::SlipRequested { kind, number: None, tray, by })
    }

    fn issue(&self, kind: SlipKind, number: SlipNumber) -> Result<Event, Rejection> {
        let by = match kind {
            SlipKind::Fill => self.cage()?,
            SlipKind::Credit => self.dealer()?,
        };
        let slip = self.moving(kind, number)?;
        let SlipState::Requested = slip.state else { return Err(Code::OutOfOrder.into()) };
        self.open_rack()?;
        let total = slip.tray.total()?;
        permitted(total, Inventory::slip_amounts(kind, self.ctx.free))?;
        Ok(Event::SlipIssued { kind, number, total, by: another(by, &[slip.requested_by])? })
    }

    fn receive(&self, kind: SlipKind, number: SlipNumber) -> Result<Event, Rejection> {
        let by = match kind {
            SlipKind::Fill => self.dealer()?,
            SlipKind::Credit => self.cage()?,
        };
        let slip = self.moving(kind, number)?;
        let SlipState::Issued { by: issuer } = slip.state else { return Err(Code::OutOfOrder.into()) };
        let by = another(by, &[slip.requested_by, issuer])?;
        Ok(Event::SlipReceived { kind, number, total: slip.tray.total()?, by })
    }

    fn propose_void(&self, kind: SlipKind, number: SlipNumber, reason: VoidReason) -> Result<Event, Rejection> {
        let by = self.floorperson_or_cage()?;
        self.moving(kind, number)?;
        Ok(Event::VoidProposed { kind, number, reason, by })
    }

    fn proposed(&self, kind: SlipKind, number: SlipNumber) -> Result<(&Slip, StaffId, VoidReason), Rejection> {
        let slip = self.slip(kind, number)?;
        let Some((proposed_by, reason)) = slip.void else { return Err(Code::OutOfOrder.into()) };
        Ok((slip, proposed_by, reason))
    }

    fn approve_void(&self, kind: SlipKind, number: SlipNumber) -> Result<Event, Rejection> {
        let by = self.floorperson_or_cage()?;
        let (slip, proposed_by, reason) = self.proposed(kind, number)?;
        let by = another(by, &[proposed_by])?;
        let returned = match slip.state {
            SlipState::Requested => Cents::ZERO,
            SlipState::Issued { .. } => slip.tray.total()?,
        };
        Ok(Event::SlipVoided { kind, number, reason, returned, proposed_by, by })
    }

    fn decline_void(&self, kind: SlipKind, number: SlipNumber) -> Result<Event, Rejection> {
        let by = self.floorperson_or_cage()?;
        self.proposed(kind, number)?;
        Ok(Event::VoidDeclined { kind, number, by })
    }
}

/// The drop.
impl Case<'_> {
    fn remove_box(&self) -> Result<Event, Rejection> {
        let by = self.floorperson()?;
        if matches!(self.state.standing, Standing::Unkept) {
            return Err(Code::InventoryState.into());
        }
        if self.state.boxes.len() >= BOXES_MAX {
            return Err(Code::BoxesWaiting.into());
        }
        Ok(Event::BoxRemoved { number: None, recorded: self.ctx.dropped, by })
    }

    fn drop_box(&self, number: SlipNumber) -> Result<&DropBox, Rejection> {
        self.state.drop_box(number).ok_or_else(|| Code::NoSuchBox.into())
    }

    fn count_drop(&self, number: SlipNumber, contents: Contents) -> Result<Event, Rejection> {
        let by = self.accounting()?;
        self.drop_box(number)?;
        let amounts = Values::Amounts { min: Cents::ZERO, max: AMOUNT_MAX };
        for amount in [contents.counter_checks, contents.other, contents.notes.total()?, contents.chips.total()?] {
            permitted(amount, amounts.clone())?;
        }
        permitted(contents.total()?, amounts)?;
        Ok(Event::DropCounted { number, contents, by })
    }

    fn verify_drop(&self, number: SlipNumber) -> Result<Event, Rejection> {
        let by = self.accounting()?;
        let DropBox { recorded, counted, .. } = *self.drop_box(number)?;
        let Some((total, counter)) = counted else { return Err(Code::NothingCounted.into()) };
        Ok(Event::DropVerified { number, total, recorded, by: another(by, &[counter])? })
    }
}

impl Inventory {
    /// Whether the count that waits can still be signed: what left the rack since must have been there by the count too.
    pub(super) fn count_fits(&self, rack: Cents) -> bool {
        let left = |count: &Count| rack.plus(count.tray.total()?.minus(count.expected)?);
        self.count.as_ref().is_none_or(|count| left(count).is_ok_and(|left| left >= Cents::ZERO))
    }

    /// What a slip may come to: at least a chip, and a credit no more than the rack can give.
    pub(super) fn slip_amounts(kind: SlipKind, free: Cents) -> Values {
        let (min, max) = match kind {
            SlipKind::Fill => (Denomination::Quarter.cents(), AMOUNT_MAX),
            SlipKind::Credit => (Denomination::Quarter.cents(), free.min(AMOUNT_MAX)),
        };
        if min <= max { Values::Amounts { min, max } } else { Values::Nothing }
    }
}
