//! Which steps with the table's money may be taken now. Written beside `decide`, which stays the authority.

use super::action::{Action, CountKind};
use super::slip::{Contents, SlipKind, SlipNumber, SlipState};
use super::{AMOUNT_MAX, BOXES_MAX, Context, Inventory, SLIPS_MAX, Standing};
use crate::actor::Actor;
use crate::game::StaffId;
use crate::money::Cents;
use crate::procedure::Phase;
use crate::values::Values;
use serde::{Deserialize, Serialize};

/// The twin of [`Action`] with templates in place of values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InventoryOffer))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each variant is the twin of the action of the same name, which says what it means")]
pub enum Offer {
    Count { kind: CountKind, total: Values },
    VerifyCount,
    RejectCount,
    RequestSlip { kind: SlipKind, total: Values },
    IssueSlip { kind: SlipKind, number: SlipNumber },
    ReceiveSlip { kind: SlipKind, number: SlipNumber },
    ProposeVoid { kind: SlipKind, number: SlipNumber },
    ApproveVoid { kind: SlipKind, number: SlipNumber },
    DeclineVoid { kind: SlipKind, number: SlipNumber },
    RemoveBox,
    CountDrop { number: SlipNumber, total: Values },
    VerifyDrop { number: SlipNumber },
}

impl Offer {
    /// Whether the offer covers this action with these values.
    #[must_use]
    pub fn admits(&self, action: &Action) -> bool {
        match (self, *action) {
            (Self::Count { kind, total }, Action::Count { kind: asked, tray }) => {
                *kind == asked && tray.total().is_ok_and(|sum| total.admit_amount(sum))
            }
            (Self::RequestSlip { kind, total }, Action::RequestSlip { kind: asked, tray }) => {
                *kind == asked && tray.total().is_ok_and(|sum| total.admit_amount(sum))
            }
            (Self::IssueSlip { kind, number }, Action::IssueSlip { kind: asked, number: of })
            | (Self::ReceiveSlip { kind, number }, Action::ReceiveSlip { kind: asked, number: of })
            | (Self::ProposeVoid { kind, number }, Action::ProposeVoid { kind: asked, number: of, .. })
            | (Self::ApproveVoid { kind, number }, Action::ApproveVoid { kind: asked, number: of })
            | (Self::DeclineVoid { kind, number }, Action::DeclineVoid { kind: asked, number: of }) => {
                *kind == asked && *number == of
            }
            (Self::CountDrop { number, total }, Action::CountDrop { number: of, contents }) => {
                *number == of && admits_contents(total, &contents)
            }
            (Self::VerifyDrop { number }, Action::VerifyDrop { number: of }) => *number == of,
            (Self::VerifyCount, Action::VerifyCount)
            | (Self::RejectCount, Action::RejectCount)
            | (Self::RemoveBox, Action::RemoveBox) => true,
            _ => false,
        }
    }
}

/// No part of a box is less than nothing, and all of it is no more than the most.
fn admits_contents(total: &Values, contents: &Contents) -> bool {
    let counted = [contents.counter_checks, contents.other];
    counted.iter().all(|part| *part >= Cents::ZERO) && contents.total().is_ok_and(|sum| total.admit_amount(sum))
}

impl Inventory {
    /// Everything the actor may do with the table's money.
    pub fn legal(&self, ctx: &Context, offers: &mut Vec<Offer>) {
        match ctx.actor {
            Actor::Dealer(staff) => {
                self.counts(ctx, offers);
                self.slips_of(staff, SlipKind::Credit, ctx, offers);
            }
            Actor::Floorperson(staff) => self.floorpersons(staff, ctx, offers),
            Actor::Cage(staff) => {
                self.slips_of(staff, SlipKind::Fill, ctx, offers);
                self.voids(staff, offers);
            }
            Actor::Accounting(staff) => self.boxes_of(staff, offers),
            Actor::Player(_)
            | Actor::Shoe
            | Actor::Shuffler
            | Actor::Wheel
            | Actor::Sensor
            | Actor::Clock
            | Actor::Controller => {}
        }
    }

    fn counts(&self, ctx: &Context, offers: &mut Vec<Offer>) {
        let total = Values::Amounts { min: Cents::ZERO, max: AMOUNT_MAX };
        let closed = ctx.phase == Phase::Closed;
        match self.standing {
            Standing::Unkept | Standing::Closed { .. } => {
                if closed {
                    offers.push(Offer::Count { kind: CountKind::Opener, total });
                }
            }
            Standing::Open => {
                if !ctx.in_round {
                    offers.push(Offer::Count { kind: CountKind::Shift, total: total.clone() });
                }
                if closed && self.slips.is_empty() {
                    offers.push(Offer::Count { kind: CountKind::Closer, total });
                }
            }
        }
    }

    fn floorpersons(&self, staff: StaffId, ctx: &Context, offers: &mut Vec<Offer>) {
        if let Some(count) = &self.count {
            offers.push(Offer::RejectCount);
            let closes = count.kind == CountKind::Closer;
            let signed = !count.recount_due && count.by != staff && self.count_fits(ctx.rack);
            if signed && (!closes || self.slips.is_empty()) {
                offers.push(Offer::VerifyCount);
            }
        }
        if matches!(self.standing, Standing::Open) && self.slips.len() < SLIPS_MAX {
            for kind in SlipKind::ALL {
                let total = Self::slip_amounts(kind, ctx.free);
                if total != Values::Nothing {
                    offers.push(Offer::RequestSlip { kind, total });
                }
            }
        }
        if !matches!(self.standing, Standing::Unkept) && self.boxes.len() < BOXES_MAX {
            offers.push(Offer::RemoveBox);
        }
        self.voids(staff, offers);
    }

    /// The slips that somebody sends on who holds the chips of one kind, and receives of the other.
    fn slips_of(&self, staff: StaffId, holds: SlipKind, ctx: &Context, offers: &mut Vec<Offer>) {
        let moving = self.slips.iter().filter(|slip| slip.void.is_none() && slip.requested_by != staff);
        for slip in moving {
            let Some(number) = slip.number else { continue };
            let kind = slip.kind;
            let fits = slip.tray.total().is_ok_and(|sum| Self::slip_amounts(kind, ctx.free).admit_amount(sum));
            match slip.state {
                SlipState::Requested if kind == holds && fits && matches!(self.standing, Standing::Open) => {
                    offers.push(Offer::IssueSlip { kind, number });
                }
                SlipState::Issued { by } if kind != holds && by != staff => {
                    offers.push(Offer::ReceiveSlip { kind, number });
                }
                SlipState::Requested | SlipState::Issued { .. } => {}
            }
        }
    }

    fn voids(&self, staff: StaffId, offers: &mut Vec<Offer>) {
        for slip in &self.slips {
            let (kind, Some(number)) = (slip.kind, slip.number) else { continue };
            match slip.void {
                None => offers.push(Offer::ProposeVoid { kind, number }),
                Some((proposed_by, _)) => {
                    offers.push(Offer::DeclineVoid { kind, number });
                    if proposed_by != staff {
                        offers.push(Offer::ApproveVoid { kind, number });
                    }
                }
            }
        }
    }

    fn boxes_of(&self, staff: StaffId, offers: &mut Vec<Offer>) {
        for drop_box in &self.boxes {
            let Some(number) = drop_box.number else { continue };
            let total = Values::Amounts { min: Cents::ZERO, max: AMOUNT_MAX };
            offers.push(Offer::CountDrop { number, total });
            if drop_box.counted.is_some_and(|(_, counter)| counter != staff) {
                offers.push(Offer::VerifyDrop { number });
            }
        }
    }
}
