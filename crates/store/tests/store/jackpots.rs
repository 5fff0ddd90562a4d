//! Jackpots in the database: whatever the program would say, an award goes forward step by step, by enough people, and takes the
//! next number when it is paid.

use crate::world::{World, refusal};
use sqlx::{AssertSqlSafe, Executor as _, PgConnection};
use store::money;

/// A prize somebody won, with the whole record of its hit.
async fn hit(connection: &mut PgConnection, seat: u8) {
    let insert = format!(
        "INSERT INTO jackpots (jackpot_id, table_id, round_id, seat, player_id, bet, stake_cents, clause, hand, trigger_micro,
             paid_cents, reseed_micro, hit_seq, hit_line, hit_at, tax_form, tax_withholding)
         SELECT gen_random_uuid(), table_id, gen_random_uuid(), {seat}, 5, 'bonus_spin_progressive', 500, 'CC-12-D-1', 'Ks Kh',
             100000000000, 100000, 0, {seat}, 0, now(), false, false
         FROM tables"
    );
    connection.execute(AssertSqlSafe(insert)).await.unwrap();
}

async fn set(connection: &mut PgConnection, seat: u8, to: &str) {
    connection.execute(AssertSqlSafe(update(seat, to))).await.unwrap();
}

fn update(seat: u8, to: &str) -> String {
    format!("UPDATE jackpots SET {to} WHERE seat = {seat}")
}

/// The first jackpot is not changed so, by this constraint.
async fn refuses(connection: &mut PgConnection, to: &str, constraint: &str) {
    assert_eq!(refusal(connection, &update(1, to)).await, constraint, "{to}");
}

const HAND: &str = "state = 'hand_verified', hand_by = 1, hand_at = now()";
const LIGHT: &str = "state = 'light_verified', light_by = 1, light_at = now()";
const PAID: &str = "state = 'paid', decided_by = 2, decided_at = now(), paid_by = 1, paid_from = 'table_inventory'";

#[tokio::test]
async fn r27_r49_the_database_pays_no_jackpot_out_of_step_by_too_few_or_without_its_number() {
    let world = World::new().await;
    world.desk(2).await;
    let mut connection = world.superuser().await;
    hit(&mut connection, 1).await;
    hit(&mut connection, 2).await;
    let paid = format!("{PAID}, slip_number = 1");
    for to in ["paid_cents = 1", "seat = 3", "hand = 'As'", LIGHT, &paid, "hit_at = now()"] {
        refuses(&mut connection, to, "jackpots_go_forward").await;
    }
    for to in ["state = 'refused', decided_by = 2", "state = 'refused', decided_by = 2, second_by = 2"] {
        refuses(&mut connection, to, "jackpots_refused_by_two").await;
    }
    set(&mut connection, 1, HAND).await;
    refuses(&mut connection, &format!("{LIGHT}, hand_by = 9"), "jackpots_go_forward").await;
    refuses(&mut connection, &paid, "jackpots_go_forward").await;
    set(&mut connection, 1, LIGHT).await;
    for (to, constraint) in [
        (PAID.to_owned(), "jackpots_slip_when_paid"),
        (format!("{PAID}, slip_number = 2"), "slip_numbers_follow"),
        (paid.replace("decided_by = 2", "decided_by = 1"), "jackpots_paid_is_complete"),
        (paid.replace("decided_at = now()", "decided_at = NULL"), "jackpots_paid_is_complete"),
        (paid.replace("paid_by = 1", "paid_by = NULL"), "jackpots_paid_is_complete"),
        (paid.replace("table_inventory", "pocket"), "jackpots_paid_from_known"),
        (format!("{paid}, second_by = 2"), "jackpots_second_is_another"),
        (format!("{LIGHT}, slip_number = 1"), "jackpots_go_forward"),
    ] {
        refuses(&mut connection, &to, constraint).await;
    }
    set(&mut connection, 1, &format!("{paid}, second_by = 3")).await;
    for to in ["state = 'void'", "state = 'refused', decided_by = 2, second_by = 3", &paid] {
        refuses(&mut connection, to, "jackpots_go_forward").await;
    }
    set(&mut connection, 2, HAND).await;
    set(&mut connection, 2, LIGHT).await;
    assert_eq!(refusal(&mut connection, &update(2, &paid)).await, "jackpots_slip_key");
    set(&mut connection, 2, &format!("{PAID}, slip_number = 2")).await;
    for gone in ["DELETE FROM jackpots", "TRUNCATE jackpots"] {
        assert_eq!(refusal(&mut connection, gone).await, "jackpots_go_forward");
    }
    assert_eq!(money::missing(&mut world.connection().await).await.unwrap(), []);
}
