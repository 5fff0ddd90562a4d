//! Why something was refused, as one stable word: the edge's own reasons, and those of the rules.

use game_core::rejection::Code;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The reason of a refusal. On the wire it is one flat word, whoever refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = RefusalCode)]
pub enum ProblemCode {
    /// The edge refused; the rules were not asked.
    Edge(EdgeCode),
    /// The rules refused.
    Rule(Code),
}

/// Each reason with its name on the wire, its HTTP status and its sentence, written once.
macro_rules! reasons {
    ($($code:ident $name:literal $status:literal: $message:literal,)*) => {
        /// The reasons of the edge. None has the name of a reason of the rules.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum EdgeCode {
            $(#[doc = $message] #[serde(rename = $name)] $code,)*
        }

        impl EdgeCode {
            /// Every reason of the edge.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$code),*];

            /// The name on the wire, which stays as it is.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// The HTTP status that goes with it.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self {
                    $(Self::$code => $status,)*
                }
            }

            /// The reason in a sentence.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$code => $message,)*
                }
            }
        }
    };
}

reasons! {
    Unauthorized "unauthorized" 401: "There is no session or key, or it is unknown or ended.",
    CredentialsRefused "credentials_refused" 401: "The login, password or code is not right, or the account cannot be used.",
    PasswordChangeRequired "password_change_required" 403: "The password must be changed before anything else.",
    PasswordUnfit "password_unfit" 422: "The new password is not fit to be one.",
    LoginTaken "login_taken" 409: "Somebody else has this login.",
    TotpEnrolled "totp_enrolled" 409: "The account asks for one-time codes already; a security administrator resets them.",
    TotpKeyMissing "totp_key_missing" 409: "The server has no key to keep the secrets of one-time codes under.",
    NotAssigned "not_assigned" 403: "The dealer is not assigned to this table.",
    OffShift "off_shift" 403: "The dealer's shift at this table is over.",
    Forbidden "forbidden" 403: "The caller's role, table or seat does not permit this.",
    OriginRefused "origin_refused" 403: "A page of another site may not do this.",
    NotFound "not_found" 404: "There is no such thing, or none this caller may know of.",
    MethodNotAllowed "method_not_allowed" 405: "The path does not have this method.",
    UnsupportedMediaType "unsupported_media_type" 415: "The body must be said to be JSON.",
    MalformedBody "malformed_body" 400: "The body is not JSON.",
    UnknownField "unknown_field" 422: "The body has a field that this request does not have.",
    InvalidBody "invalid_body" 422: "The body is not what this request takes.",
    InvalidQuery "invalid_query" 400: "A parameter of the query is unknown or out of range.",
    BodyTooLarge "body_too_large" 413: "The body is longer than the server reads.",
    IdempotencyKeyRequired "idempotency_key_required" 400: "This request needs an Idempotency-Key.",
    IdempotencyKeyInvalid "idempotency_key_invalid" 400: "The Idempotency-Key is not a UUID.",
    KeyReused "key_reused" 422: "The key was used before, for another body.",
    Busy "busy" 503: "Too much waits at this table; try again.",
    Unavailable "unavailable" 503: "The store is away; try again.",
    Fenced "fenced" 503: "Another server holds the table now; connect there.",
    Restarting "restarting" 503: "The table is being recovered; try again.",
    Draining "draining" 503: "The server is about to stop; connect again.",
    RateLimited "rate_limited" 429: "Too many requests or messages came at once.",
    TooManyConnections "too_many_connections" 429: "Too many sockets are open.",
    RoundOpen "round_open" 409: "This waits for the end of the round.",
    TableOpen "table_open" 409: "This needs a closed table.",
    NameTaken "name_taken" 409: "Another table has this name.",
    VersionTaken "version_taken" 409: "Another submission has this name.",
    SubmissionInvalid "submission_invalid" 422: "The Rules Submission is wrong; every problem is listed.",
    SamePerson "same_person" 403: "A second person must do this, and nobody else takes back what somebody proposed.",
    ApprovalExpired "approval_expired" 409: "Nobody decided this in time; it must be proposed again.",
    ApprovalDecided "approval_decided" 409: "This is decided already.",
    NotAuthenticated "not_authenticated" 403: "The password or code given for this act is not the caller's own.",
    ApproveElsewhere "approve_elsewhere" 403: "A second person agrees at /v1/approvals, with the password again.",
    NotADraft "not_a_draft" 409: "The submission waits for approval or has it, or somebody edited it meanwhile.",
    WarningsUnacknowledged "warnings_unacknowledged" 409: "Every warning must be acknowledged by its name first.",
    NotSupersedable "not_supersedable" 409: "Only approved rules of the same game can be superseded, and only once.",
    NotEffective "not_effective" 409: "The Rules Submission is not approved, its time has not come, or another took its place.",
    Overtaken "overtaken" 409: "The table's rules changed since this was proposed; it must be proposed again.",
    ConfigurationInvalid "configuration_invalid" 422: "The rules do not allow this configuration; every problem is listed.",
    ProgressiveNameTaken "progressive_name_taken" 409: "Another progressive has this name.",
    ProgressiveStatus "progressive_status" 409: "The progressive's status does not allow this.",
    ProgressiveMisfit "progressive_misfit" 409: "The table cannot take part in this progressive.",
    LevelLive "level_live" 409: "While a level can be played for only its limit may be raised above what it holds.",
    ValueRefused "value_refused" 422: "The level cannot have this value.",
    ReasonRequired "reason_required" 422: "This needs a reason.",
    DeviceUnknown "device_unknown" 403: "No such device is enrolled.",
    SignatureRefused "signature_refused" 401: "The signature is not the device's over these bytes.",
    DeviceDisabled "device_disabled" 403: "The device is disabled or revoked.",
    DeviceRebound "device_rebound" 409: "The device belongs to another table than it takes itself to be at.",
    DeviceMisplaced "device_misplaced" 409: "The table has a device of this kind already, or plays without one.",
    DeviceStatus "device_status" 409: "The device's status does not allow this.",
    DeviceKnown "device_known" 409: "A device with this key, or this make and serial number, was enrolled before.",
    FirmwareUnapproved "firmware_unapproved" 403: "The firmware is not on the list of approved ones.",
    SequenceGap "sequence_gap" 409: "Messages before this one are missing; send them first, or say hello.",
    SequenceReused "sequence_reused" 409: "Another message had this sequence.",
    SequencePassed "sequence_passed" 409: "The device has passed over this sequence.",
    NotOfThisDevice "not_of_this_device" 422: "A device of this kind does not report such a thing.",
    WrongDestination "wrong_destination" 409: "The cards are due elsewhere.",
    Interrupted "interrupted" 409: "The server stopped before this had an effect, and it had none.",
    DeckUnknown "deck_unknown" 409: "No deck with such backs is at the table.",
    WrongSpin "wrong_spin" 409: "The table waits for the stop of another spin.",
    CommandUnknown "command_unknown" 409: "The device was never told to do this.",
    SeatEmpty "seat_empty" 409: "Nobody sits at the terminal's seat.",
    SubprotocolRequired "subprotocol_required" 400: "The client does not speak the subprotocol.",
    UpgradeInvalid "upgrade_invalid" 400: "This is not the handshake of a WebSocket.",
    HelloExpected "hello_expected" 400: "The first message is hello, and there is one hello only.",
    InvalidMessage "invalid_message" 400: "This is not a message the server reads.",
    MessageTooLarge "message_too_large" 413: "The message is longer than the server reads.",
    Internal "internal" 500: "The server failed; its log names this request.",
}

/// The names on the wire, which the derived schema does not see through the macro.
impl PartialSchema for EdgeCode {
    fn schema() -> RefOr<Schema> {
        let names = Self::ALL.map(Self::name);
        let about = "The reasons of the edge. None has the name of a reason of the rules.";
        let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).description(Some(about));
        schema.build().into()
    }
}

impl ToSchema for EdgeCode {}

impl EdgeCode {
    /// Whether the same request may succeed a little later.
    #[must_use]
    pub const fn is_passing(self) -> bool {
        matches!(self.status(), 429 | 503)
    }
}

impl ProblemCode {
    /// The name on the wire, which stays as it is.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Edge(code) => code.name(),
            Self::Rule(code) => code.name(),
        }
    }

    /// The HTTP status that goes with it: a rule's refusal is a conflict with the table as it stands, unless it says
    /// that the asker is the wrong one.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Edge(code) => code.status(),
            Self::Rule(Code::WrongActor | Code::NotYourSeat) => 403,
            Self::Rule(_) => 409,
        }
    }

    /// The reason in a sentence.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Edge(code) => code.message(),
            Self::Rule(code) => code.message(),
        }
    }
}

impl From<EdgeCode> for ProblemCode {
    fn from(code: EdgeCode) -> Self {
        Self::Edge(code)
    }
}

impl From<Code> for ProblemCode {
    fn from(code: Code) -> Self {
        Self::Rule(code)
    }
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
