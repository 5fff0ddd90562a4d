//! What is done with people: they log in and out, change their passwords, and are given, changed and refused accounts.

mod accounts;
mod own;
mod sessions;
mod translate;

pub(crate) use accounts::{Changed, change_role, change_state, create, give_powers, reset_agreed, reset_password};
pub(crate) use own::{change_password, confirm_totp, enrol_totp};
pub(crate) use sessions::{end_one, log_in, log_out};
pub(crate) use translate::{account, changed, role, session, standing, told_role};
