//! Sheets for people and programs: JSON, an overview table as text or Markdown, and one sheet in full.

use super::{Sheet, Value};
use crate::ratio::Ratio;

/// The sheets as a JSON array, without a line end.
#[must_use]
pub fn json(sheets: &[Sheet]) -> String {
    Value::List(sheets.iter().map(Sheet::as_value).collect()).json()
}

/// The columns of the overview.
const COLUMNS: [&str; 9] =
    ["game", "wager", "paytable", "options", "house edge", "avg units", "of risk", "hit freq", "std dev"];

/// The overview as aligned text.
#[must_use]
pub fn table(sheets: &[Sheet]) -> String {
    let rows: Vec<Vec<String>> =
        std::iter::once(COLUMNS.map(str::to_owned).to_vec()).chain(sheets.iter().map(overview)).collect();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..COLUMNS.len()).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column < 4 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// The overview as a Markdown table.
#[must_use]
pub fn markdown(sheets: &[Sheet]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<String> =
        (0..COLUMNS.len()).map(|column| if column < 4 { "---" } else { "---:" }.to_owned()).collect();
    let head = line(COLUMNS.map(str::to_owned).to_vec()) + &line(rule);
    sheets.iter().fold(head, |text, sheet| text + &line(overview(sheet)))
}

fn overview(sheet: &Sheet) -> Vec<String> {
    let options: Vec<String> = sheet.options.iter().map(|(name, value)| format!("{name}={}", plain(value))).collect();
    let options = if options.is_empty() { "-".to_owned() } else { options.join(" ") };
    let figure = |name: &str, show: &dyn Fn(Ratio) -> String| match sheet.field(name) {
        Some(Value::Figure(ratio)) => show(*ratio),
        Some(Value::Missing) => "needs weights".to_owned(),
        _ => "-".to_owned(),
    };
    let deviation = match sheet.field("standard_deviation") {
        Some(Value::Root(square)) => short(&square.root_decimal()),
        _ => "-".to_owned(),
    };
    vec![
        sheet.game.name().to_owned(),
        sheet.wager.name().to_owned(),
        sheet.paytable.clone(),
        options,
        figure("house_edge", &percent),
        figure("average_wager_units", &|ratio| ratio.fixed(4)),
        figure("element_of_risk", &percent),
        figure("hit_frequency", &percent),
        deviation,
    ]
}

/// A ratio in percent to four places.
fn percent(ratio: Ratio) -> String {
    format!("{} %", (ratio * Ratio::whole(100)).fixed(4))
}

/// The first places of a decimal.
fn short(decimal: &str) -> String {
    let end = decimal.find('.').map_or(decimal.len(), |point| (point + 4).min(decimal.len()));
    decimal.chars().take(end).collect()
}

/// Sheets in full, field by field.
#[must_use]
pub fn text(sheets: &[Sheet]) -> String {
    sheets.iter().map(|sheet| format!("{}\n", full(sheet))).collect()
}

fn full(sheet: &Sheet) -> String {
    let title = format!("{}, {}, paytable {}", sheet.game.title(), sheet.wager, sheet.paytable);
    let mut out = format!("{title}\n{}\n", "=".repeat(title.chars().count()));
    for (name, value) in sheet.options.iter().chain(&sheet.fields) {
        write(&mut out, 0, name, value);
    }
    out
}

fn write(out: &mut String, depth: usize, name: &str, value: &Value) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Fields(fields) => {
            out.push_str(&format!("{indent}{name}\n"));
            for (name, value) in fields {
                write(out, depth + 1, name, value);
            }
        }
        Value::List(values) => {
            out.push_str(&format!("{indent}{name}\n"));
            for value in values {
                item(out, depth + 1, value);
            }
        }
        _ => out.push_str(&format!("{indent}{name:<22} {}\n", plain(value))),
    }
}

/// An item of a list: a strategy's stage, a row on one line, or a word.
fn item(out: &mut String, depth: usize, value: &Value) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Fields(fields) => match fields.as_slice() {
            [(_, Value::Text(action)), (_, Value::List(hands))] => {
                out.push_str(&format!("{indent}{action}:\n"));
                for hand in hands {
                    out.push_str(&format!("{indent}  {}\n", plain(hand)));
                }
            }
            fields => {
                let cells: Vec<String> =
                    fields.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect();
                out.push_str(&format!("{indent}{}\n", cells.join(", ")));
            }
        },
        value => out.push_str(&format!("{indent}{}\n", plain(value))),
    }
}

/// A value on one line.
fn plain(value: &Value) -> String {
    match value {
        Value::Figure(ratio) if ratio.denominator() == 1 => ratio.to_string(),
        Value::Figure(ratio) => format!("{} ({ratio})", ratio.decimal()),
        Value::Root(square) => square.root_decimal(),
        Value::Whole(number) => number.to_string(),
        Value::Text(words) => words.clone(),
        Value::Flag(flag) => flag.to_string(),
        Value::Missing => "not submitted".to_owned(),
        Value::List(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Fields(fields) => {
            fields.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect::<Vec<_>>().join(", ")
        }
    }
}
