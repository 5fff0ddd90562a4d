//! `baize openapi`: the description of the REST interface, as it is committed.

use super::{Failure, finish, print};
use pico_args::Arguments;

/// Prints it.
pub(crate) async fn run(args: Arguments) -> Result<(), Failure> {
    finish(args)?;
    print(&server::openapi_yaml())
}
