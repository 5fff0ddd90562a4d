//! `GET /v1/system`: what runs here, and whether it is what was vouched for.

use crate::hex::Hex32;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What runs here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SystemReport {
    /// The program's version.
    pub version: String,
    /// The commit it was built from, where the build was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The latest migration of the database.
    pub migration: i64,
    /// How many clauses the register of clauses has.
    pub clauses: u64,
    /// When the server started.
    pub started_at: Timestamp,
    /// For how many seconds it has run.
    pub uptime_seconds: u64,
    /// The configuration in force, secrets hidden.
    pub configuration: BTreeMap<String, String>,
    /// When the parts were last checked, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_at: Option<Timestamp>,
    /// The chain of significant events, as it was found then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub register: Option<RegisterChain>,
    /// Every part, as it was found then.
    pub parts: Vec<SystemPart>,
}

/// The chain of significant events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RegisterChain {
    /// How many links hold, from the first on.
    pub links: u64,
    /// The hash of the last of them, to be noted elsewhere.
    pub hash: Hex32,
    /// What does not hold, if anything does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
}

/// A part of the installation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SystemPart {
    /// `program`, `configuration`, `paytables`, `clauses`, `schema`, or `rules/` and a version.
    pub name: String,
    /// Its SHA-256 now; none when it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<Hex32>,
    /// The SHA-256 on record; none when it was seen for the first time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Hex32>,
    /// Whether it is what is on record.
    pub matches: bool,
}
