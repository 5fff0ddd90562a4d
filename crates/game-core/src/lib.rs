//! The rules of the four games, pure: cards, hands, paytables, Rules Submissions, table procedure, rounds, settlement,
//! what each person may do and see. No clock, no randomness, no disk, no network.

pub mod actor;
pub mod bets;
pub mod card;
pub mod chips;
pub mod clause;
pub mod command;
pub mod commitment;
pub mod decide;
pub mod decision;
pub mod document;
pub mod event;
mod funds;
pub mod game;
pub mod games;
pub mod hand;
pub mod inventory;
pub mod layout;
pub mod ledger;
pub mod legal;
pub mod meters;
pub mod money;
pub mod paytable;
pub mod procedure;
pub mod progressive;
pub mod rejection;
pub mod round;
pub mod rules;
pub mod settle;
pub mod settlement;
pub mod submission;
pub mod switch;
pub mod table;
pub mod tax;
pub mod values;
pub mod view;
pub mod wager;
