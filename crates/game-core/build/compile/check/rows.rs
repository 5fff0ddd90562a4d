//! What must hold between the rows of one table.

use super::super::book::{Mark, Row, Subject, Tier};
use super::super::fault::{Fault, Place};
use super::super::names::{Game, Hand};
use super::super::pay::Pay;

/// What the rows of a schedule may be: hands of so many cards (none on a wheel), and kinds of pay.
struct Fit {
    game: &'static str,
    schedule: &'static str,
    cards: &'static [u8],
    pays: &'static [&'static str],
}

const fn fit(game: &'static str, schedule: &'static str, cards: &'static [u8], pays: &'static [&'static str]) -> Fit {
    Fit { game, schedule, cards, pays }
}

const TO: &str = "to 1";
const FOR: &str = "for 1";
const FLAT: &str = "a dollar amount";
const METER: &str = "a share of a meter";
const PRIZE: &str = "a share of the prize";

const FITS: [Fit; 18] = [
    fit("let_it_ride_md", "let_it_ride", &[5], &[TO]),
    fit("let_it_ride_md", "five_card_bonus", &[5], &[FLAT]),
    fit("let_it_ride_md", "three_card_bonus", &[3], &[TO]),
    fit("let_it_ride_md", "six_card_bonus", &[5, 6], &[TO, FLAT]),
    fit("let_it_ride_md", "progressive_payout", &[3, 5], &[FOR, METER]),
    fit("let_it_ride_md", "envy", &[3, 5], &[FLAT]),
    fit("two_three_five_stud_md", "two_card_poker", &[2], &[TO]),
    fit("two_three_five_stud_md", "three_card_poker", &[3], &[TO]),
    fit("two_three_five_stud_md", "five_card_poker", &[5], &[TO]),
    fit("two_three_five_stud_md", "win_em_all_bonus", &[5], &[TO]),
    fit("two_three_five_stud_md", "progressive_payout", &[5], &[FOR, METER]),
    fit("two_three_five_stud_md", "envy", &[5], &[FLAT]),
    fit("criss_cross_md", "criss_cross_poker", &[5], &[TO, "push"]),
    fit("criss_cross_md", "five_card_bonus", &[5], &[TO]),
    fit("criss_cross_md", "bonus_spin_progressive", &[], &[FLAT, METER, PRIZE]),
    fit("criss_cross_md", "bonus_spin_xtreme_progressive", &[], &[FLAT, METER]),
    fit("criss_cross_md", "community_wheel", &[], &[FLAT]),
    fit("let_it_ride_ca", "let_it_ride", &[5], &[TO]),
];

/// Rows whose hand or kind of pay the schedule does not have.
pub(super) fn misfits(game: &Game, schedule: &str, place: &Place, rows: &[Row]) -> Vec<Fault> {
    let Some(fit) = FITS.iter().find(|fit| fit.game == game.name && fit.schedule == schedule) else {
        return vec![place.fault(format!("{} has no schedule '{schedule}'", game.name))];
    };
    if rows.is_empty() {
        return vec![place.fault(format!("'{schedule}' has no rows"))];
    }
    rows.iter().filter_map(|row| fit.misfit(row).map(|message| row.place.fault(message))).collect()
}

impl Fit {
    fn misfit(&self, row: &Row) -> Option<String> {
        if !self.pays.contains(&row.pay.kind()) {
            let expected = self.pays.join(" or ");
            return Some(format!("{} pays {}, expected {expected}", row.clause, row.pay.kind()));
        }
        match row.subject {
            Subject::Hand(hand) if !self.cards.contains(&hand.cards) => {
                Some(format!("{} is a hand of {} cards, expected {:?}", hand.name, hand.cards, self.cards))
            }
            Subject::Hand(_) | Subject::Jackpot | Subject::Amount(_) => None,
        }
    }
}

/// Rows that repeat a hand or symbol, or whose pay or hand is not below the row before without being marked so.
pub(super) fn disorder(rows: &[Row]) -> Vec<Fault> {
    let repeated = rows.iter().enumerate().filter(|(at, row)| rows[..*at].iter().any(|r| r.subject == row.subject));
    let repeated = repeated.map(|(_, row)| row.place.fault("this hand or symbol already has a row in the table"));
    let steps = rows.windows(2).filter_map(|pair| match pair {
        [above, row] => misplaced(above, row).map(|message| row.place.fault(message)),
        _ => None,
    });
    let first = rows.first().filter(|row| row.mark != Mark::Descending);
    let first = first.map(|row| row.place.fault("the first row of a table has no row above to be marked against"));
    repeated.chain(steps).chain(first).collect()
}

fn misplaced(above: &Row, row: &Row) -> Option<String> {
    let found = match row.pay.height().cmp(&above.pay.height()) {
        std::cmp::Ordering::Less => Mark::Descending,
        std::cmp::Ordering::Equal => Mark::Equal,
        std::cmp::Ordering::Greater => Mark::OutOfOrder,
    };
    match (found, row.mark) {
        (Mark::Equal, Mark::Descending) => Some("pays as much as the row above: expected less, or 'equal'".to_owned()),
        (Mark::OutOfOrder, Mark::Descending) => {
            Some("pays more than the row above: expected less, or 'out_of_order'".to_owned())
        }
        (found, marked) if found != marked => Some(format!("marked {marked:?}, but its pay is {found:?}")),
        _ => match (above.subject, row.subject) {
            (Subject::Hand(above), Subject::Hand(hand)) => wrong_hand(above, hand, row.mark),
            _ => None,
        },
    }
}

fn wrong_hand(above: &Hand, hand: &Hand, mark: Mark) -> Option<String> {
    if (above.cards, hand.cards) != (6, 5) && above.cards != hand.cards {
        return Some(format!("{} and {} are not judged on the same cards", above.name, hand.name));
    }
    let below = above.cards != hand.cards || above.strength > hand.strength;
    (!below && mark == Mark::Descending)
        .then(|| format!("{} stands below {}, which is not the better hand", hand.name, above.name))
}

/// A wheel with more or fewer jackpots than it should have, or a segment that pays something else than it shows.
pub(super) fn wrong_jackpot(place: &Place, rows: &[Row], expected: usize) -> Vec<Fault> {
    let jackpots = rows.iter().filter(|row| row.subject == Subject::Jackpot).count();
    let count = (jackpots != expected)
        .then(|| place.fault(format!("a wheel with {jackpots} jackpot symbols, expected {expected}")));
    let segments = rows.iter().filter_map(|row| wrong_segment(row).map(|message| row.place.fault(message)));
    count.into_iter().chain(segments).collect()
}

fn wrong_segment(row: &Row) -> Option<String> {
    match (row.subject, row.pay) {
        (Subject::Amount(shown), Pay::Flat(paid)) if shown == paid => None,
        (Subject::Jackpot, Pay::Meter { percent: 100, .. } | Pay::Prize(100)) => None,
        (Subject::Amount(_), _) => Some("a segment pays the amount it shows".to_owned()),
        (Subject::Jackpot, _) => Some("a jackpot pays 100% of a meter or of the prize".to_owned()),
        (Subject::Hand(_), _) => Some("a wheel has symbols, not hands".to_owned()),
    }
}

/// A Community Pay table is tiers 1, 2 and 3, each paying the second amount of its symbol, in descending order.
pub(super) fn wrong_tiers(place: &Place, tiers: &[Tier]) -> Vec<Fault> {
    let numbers: Vec<u8> = tiers.iter().map(|tier| tier.tier).collect();
    let count = (numbers != [1, 2, 3]).then(|| place.fault(format!("tiers {numbers:?}, expected [1, 2, 3]")));
    let shown = tiers.iter().filter(|tier| tier.shown != tier.award);
    let shown = shown.map(|tier| tier.place.fault("the award differs from the second amount of the symbol"));
    let order = tiers.windows(2).filter(|pair| pair[1].award >= pair[0].award);
    let order = order.map(|pair| pair[1].place.fault("pays no less than the tier above"));
    count.into_iter().chain(shown).chain(order).collect()
}
