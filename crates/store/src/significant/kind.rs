//! The kinds of significant events: a closed list, each with how grave it is.

/// How grave an event is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// To be found again.
    Notice,
    /// To be looked at.
    Warning,
    /// To be acted on.
    Alarm,
}

impl Severity {
    /// Every severity.
    pub const ALL: [Self; 3] = [Self::Notice, Self::Warning, Self::Alarm];

    /// The name that is kept and told.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Alarm => "alarm",
        }
    }

    /// The severity of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

macro_rules! kinds {
    ($($kind:ident $name:literal $severity:ident: $about:literal,)*) => {
        /// What kind of thing happened.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $(#[doc = $about] $kind,)*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$kind),*];

            /// The name that is kept and told.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// How grave it is.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$kind => Severity::$severity,)*
                }
            }

            /// The kind in a sentence.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$kind => $about,)*
                }
            }
        }
    };
}

kinds! {
    Start "start" Notice: "The server started.",
    Stop "stop" Notice: "The server stopped in order.",
    Outage "outage" Alarm: "The database was away; the details say from when to when.",
    LogUnwritable "log_unwritable" Alarm: "This register could not be written for a while, and the server answered nobody.",
    ClockChange "clock_change" Alarm: "The machine's clock jumped.",
    SoftwareMismatch "software_mismatch" Alarm: "The program is not the one that was recorded.",
    ConfigurationMismatch "configuration_mismatch" Alarm: "The configuration is not the one that was recorded.",
    PaytableMismatch "paytable_mismatch" Alarm: "The paytables are not those that were recorded.",
    SchemaMismatch "schema_mismatch" Alarm: "The database's schema is not the one that was recorded.",
    LiveDataChange "live_data_change" Alarm: "Kept data was changed outside the program: a chain, the books or a meter does not verify.",
    Backup "backup" Notice: "A backup was made.",
    Restore "restore" Alarm: "The data was restored from a backup.",
    FailedLogin "failed_login" Warning: "A login was refused.",
    AccountLocked "account_locked" Alarm: "An account was locked after too many failures.",
    AuthenticationMismatch "authentication_mismatch" Alarm: "A key, session or device did not prove to be what it claimed.",
    AccountChange "account_change" Notice: "An account was made, changed, disabled or given other powers.",
    AdministratorMade "administrator_made" Alarm: "An administrator was made at the console, outside the approvals.",
    ApprovalDecided "approval_decided" Notice: "Something that needs two people was approved, declined or ran out.",
    SwitchUsed "switch_used" Warning: "Play, a table, a wager or a terminal was switched off or on.",
    LargeWager "large_wager" Notice: "A wager at or above the threshold was placed.",
    LargeWin "large_win" Notice: "A seat won at least the threshold.",
    ChipsBrought "chips_brought" Notice: "A player brought at least the threshold in chips to a table.",
    WagerOutsideLimits "wager_outside_limits" Warning: "A dealer accepted a wager outside the table's limits.",
    LockViolation "lock_violation" Warning: "A wager was tried after no more bets.",
    RoundFrozen "round_frozen" Warning: "An irregularity froze a round.",
    Void "void" Warning: "A round was declared void.",
    Correction "correction" Warning: "A card or a decision was put right by people.",
    Override "override" Warning: "Somebody decided against the ordinary course: a forfeiture, a slip void.",
    DeviceEvent "device_event" Warning: "A device failed, was marked, came back or reported nonsense.",
    ParameterChange "parameter_change" Warning: "Rules, a paytable, a limit or another parameter of a table changed.",
    OpeningDifference "opening_difference" Warning: "The opening count differs from the closing count before it.",
    MeterEvent "meter_event" Warning: "A meter was adjusted, moved, reset or out of reach.",
}

impl Kind {
    /// The kind of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
