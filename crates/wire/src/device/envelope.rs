//! The envelope of a device's message: who, which number, when, what, and the signature over exactly these bytes.

use super::key::{DeviceKey, Forged, PublicKey, Signature};
use super::report::Report;
use crate::id::DeviceId;
use crate::timestamp::Timestamp;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// The longest envelope the server reads.
pub const MESSAGE_BYTES_MAX: usize = 4_096;

/// The longest body.
pub const BODY_BYTES_MAX: usize = 2_048;

/// The longest name of a kind.
const KIND_BYTES_MAX: usize = 40;

/// The greatest sequence: every JSON library reads it exactly, and no device ever gets there.
const SEQUENCE_MAX: u64 = 1 << 53;

/// What the signed bytes of a device's message begin with.
const FROM_DEVICE: &str = "baize-device-v1";

/// A message of a device. The body is JSON inside a string, so that what is signed is what was sent, whatever a library does
/// to JSON on its way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceMessage {
    /// Who speaks.
    #[serde(deserialize_with = "as_signed")]
    pub device: DeviceId,
    /// One more than that of the device's message before; the first is 1.
    #[schema(minimum = 1)]
    pub sequence: u64,
    /// When, by the device's own clock.
    pub time: Timestamp,
    /// What it is about: the name of a report.
    #[schema(max_length = 40)]
    pub kind: String,
    /// The report's JSON object, as text.
    #[schema(max_length = 2048)]
    pub body: String,
    /// Ed25519 by the device's key over the message's signed bytes.
    pub signature: Signature,
}

/// An id that is written as it is signed, in lower case with hyphens: nothing of a message may change on its way unseen.
fn as_signed<'de, D: Deserializer<'de>>(reader: D) -> Result<DeviceId, D::Error> {
    let text = String::deserialize(reader)?;
    let id: DeviceId = text.parse().map_err(D::Error::custom)?;
    if id.to_string() == text { Ok(id) } else { Err(D::Error::custom("an id is written in lower case, with hyphens")) }
}

/// Why a message that is signed as it should be cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unread {
    /// A number is 0 or beyond any number of messages, or the kind or body is longer than permitted.
    #[error("a number is out of range, or the kind or the body is too long")]
    Envelope,
    /// The body is not JSON.
    #[error("the body is not JSON")]
    NotJson,
    /// There is no such report, or its body is another.
    #[error("not a report: {0}")]
    NotAReport(String),
}

/// The bytes one side signs: five lines and the body. No line can contain a line break, so no two messages have the same bytes.
pub(super) fn signed_bytes(
    prefix: &str,
    device: DeviceId,
    number: u64,
    at: Timestamp,
    kind: &str,
    body: &str,
) -> Vec<u8> {
    let at = at.text().unwrap_or_default();
    format!("{prefix}\n{device}\n{number}\n{at}\n{kind}\n{body}").into_bytes()
}

impl DeviceMessage {
    /// A message, signed.
    ///
    /// # Errors
    /// When the report cannot be written.
    pub fn sign(
        key: &DeviceKey,
        device: DeviceId,
        sequence: u64,
        time: Timestamp,
        report: &Report,
    ) -> Result<Self, serde_json::Error> {
        let (kind, body) = report.parts()?;
        let signature = key.sign(&signed_bytes(FROM_DEVICE, device, sequence, time, &kind, &body));
        Ok(Self { device, sequence, time, kind, body, signature })
    }

    /// The bytes the device signs.
    #[must_use]
    pub fn signed_bytes(&self) -> Vec<u8> {
        signed_bytes(FROM_DEVICE, self.device, self.sequence, self.time, &self.kind, &self.body)
    }

    /// The digest by which the server knows the message again.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.signed_bytes()).into()
    }

    /// Whether the message is the key's holder's.
    ///
    /// # Errors
    /// When it is not.
    pub fn verify(&self, key: &PublicKey) -> Result<(), Forged> {
        // A kind with a line break could stand for another kind and another body.
        if self.kind.contains('\n') || self.time.text().is_none() {
            return Err(Forged);
        }
        key.verify(&self.signed_bytes(), &self.signature)
    }

    /// What the device reports.
    ///
    /// # Errors
    /// When this is no report.
    pub fn report(&self) -> Result<Report, Unread> {
        if !(1..=SEQUENCE_MAX).contains(&self.sequence)
            || self.kind.len() > KIND_BYTES_MAX
            || self.body.len() > BODY_BYTES_MAX
        {
            return Err(Unread::Envelope);
        }
        match Report::read(&self.kind, &self.body)? {
            Report::Hello { last_command, .. } if last_command > SEQUENCE_MAX => Err(Unread::Envelope),
            report => Ok(report),
        }
    }
}
