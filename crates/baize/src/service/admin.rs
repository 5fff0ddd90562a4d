//! `baize admin`: keys for people, terminals and programs, made beside a running server or before the first start.

use super::{Failure, data, finish, home, keys, print};
use game_core::game::{Seat, StaffId};
use pico_args::Arguments;
use store::keys::{Bearer, Key, KeyId, NewBearer};
use table_host::ids::TableId;
use uuid::Uuid;

const USAGE: &str = "usage:
  baize admin key --role dealer|floorperson|auditor|admin [--label TEXT] [--staff N] [--table ID] [--data DIR]
  baize admin key --role terminal --table ID --seat N [--label TEXT] [--data DIR]
  baize admin keys [--data DIR]
  baize admin revoke KEY_ID [--data DIR]";

/// Makes, lists or revokes keys.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    match args.subcommand()?.as_deref() {
        Some("key") => key(args).await,
        Some("keys") => list(args).await,
        Some("revoke") => revoke(args).await,
        Some(_) | None => Err(Failure::Usage(USAGE.to_owned())),
    }
}

async fn key(mut args: Arguments) -> Result<(), Failure> {
    let data = data(&mut args)?;
    let bearer = bearer(&mut args)?;
    let label: Option<String> = args.opt_value_from_str("--label")?;
    finish(args)?;
    let home = home(&data).await?;
    let made = keys::make(home.store(), label.as_deref().unwrap_or_default(), bearer).await;
    home.close().await?;
    let (key, secret) = made?;
    print(&format!("{}\n{secret}\nKeep it: it is shown only now.\n", describe(&key)))
}

fn bearer(args: &mut Arguments) -> Result<NewBearer, Failure> {
    let role: String = args.value_from_str("--role")?;
    let table: Option<Uuid> = args.opt_value_from_str("--table")?;
    let seat: Option<u8> = args.opt_value_from_str("--seat")?;
    let staff: Option<u64> = args.opt_value_from_str("--staff")?;
    let (table, staff) = (table.map(TableId), staff.map(StaffId));
    let seat = seat.map(|number| Seat::new(number).ok_or_else(|| Failure::Usage(format!("there is no seat {number}"))));
    match (role.as_str(), table, seat.transpose()?, staff) {
        ("dealer", table, None, staff) => Ok(NewBearer::Dealer { staff, table }),
        ("floorperson", None, None, staff) => Ok(NewBearer::Floorperson { staff }),
        ("auditor", None, None, None) => Ok(NewBearer::Auditor),
        ("admin", None, None, None) => Ok(NewBearer::Admin),
        ("terminal", Some(table), Some(seat), None) => Ok(NewBearer::Terminal { table, seat }),
        (_, _, _, _) => Err(Failure::Usage(USAGE.to_owned())),
    }
}

async fn list(mut args: Arguments) -> Result<(), Failure> {
    let data = data(&mut args)?;
    finish(args)?;
    let home = home(&data).await?;
    let keys = async {
        let mut connection = home.store().pool().acquire().await.map_err(|error| error.to_string())?;
        store::keys::list(&mut connection).await.map_err(|error| error.to_string())
    };
    let keys = keys.await;
    home.close().await?;
    let lines: String = keys.map_err(Failure::Failed)?.iter().map(|key| format!("{}\n", describe(key))).collect();
    print(&lines)
}

async fn revoke(mut args: Arguments) -> Result<(), Failure> {
    let data = data(&mut args)?;
    let id: Uuid = args.free_from_str()?;
    finish(args)?;
    let home = home(&data).await?;
    let revoked = async {
        let mut connection = home.store().pool().acquire().await.map_err(|error| error.to_string())?;
        store::keys::revoke(&mut connection, KeyId(id)).await.map_err(|error| error.to_string())
    };
    let revoked = revoked.await;
    home.close().await?;
    if revoked.map_err(Failure::Failed)? {
        print(&format!("{id} is revoked\n"))
    } else {
        Err(Failure::Failed(format!("there is no key {id} that is still good")))
    }
}

fn describe(key: &Key) -> String {
    let who = match key.bearer {
        Bearer::Dealer { staff, table: None } => format!("dealer {}", staff.0),
        Bearer::Dealer { staff, table: Some(table) } => format!("dealer {} at table {table}", staff.0),
        Bearer::Floorperson { staff } => format!("floorperson {}", staff.0),
        Bearer::Auditor => "auditor".to_owned(),
        Bearer::Terminal { table, seat } => format!("terminal of table {table}, seat {}", seat.number()),
        Bearer::Admin => "admin".to_owned(),
    };
    let label = if key.label.is_empty() { String::new() } else { format!(" ({})", key.label) };
    let revoked = if key.revoked_at.is_some() { ", revoked" } else { "" };
    format!("{} {who}{label}{revoked}", key.id)
}
