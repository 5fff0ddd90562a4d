//! `/v1/tables/{id}/seats/{seat}`: seat a patron, buy in, bring chips, cash out, move, leave. Each is answered like a command.

use game_core::game::{PlayerId, Seat};
use game_core::money::Cents;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `PUT …/seats/{seat}`: a patron takes the seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatPatron {
    /// The number the casino gives the patron.
    pub player: PlayerId,
}

/// `POST …/seats/{seat}/buy-ins`: chips for money.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BuyIn {
    /// How much.
    #[schema(value_type = i64, minimum = 1)]
    pub amount_cents: Cents,
}

/// `POST …/seats/{seat}/chips-brought`: chips that the patron came with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BringChips {
    /// How much.
    #[schema(value_type = i64, minimum = 1)]
    pub amount_cents: Cents,
}

/// `POST …/seats/{seat}/cash-outs`: money for chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CashOut {
    /// How much.
    #[schema(value_type = i64, minimum = 1)]
    pub amount_cents: Cents,
}

/// `POST …/seats/{seat}/move`: the patron takes another seat instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveSeat {
    /// The other seat.
    pub to: Seat,
}
