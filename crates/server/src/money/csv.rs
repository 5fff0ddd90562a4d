//! The report as comma-separated values: what stands on top, then every line of every level, then the total.

use wire::rest::money::{ReportHeader, WinFigures, WinReport, WinRow};

const COLUMNS: &str = "level,table,table_name,month,day,shift,final,opening_cents,fills_cents,credits_cents,closing_cents,\
    drop_cents,win_cents,hold_percent,over_short_cents,handle_cents,handle_without_edge_cents,theoretical_win_cents";

/// The report as text.
pub(crate) fn csv(report: &WinReport) -> String {
    let mut lines = head(&report.header);
    if let Some(note) = &report.note {
        lines.push(fields(["note", note]));
    }
    lines.push(COLUMNS.to_owned());
    let levels = [
        ("shift", &report.shifts),
        ("day", &report.days),
        ("month", &report.months),
        ("table", &report.tables),
        ("floor_day", &report.floor_days),
    ];
    for (level, rows) in levels {
        lines.extend(rows.iter().map(|row| line(level, row)));
    }
    let total =
        WinRow { table: None, table_name: None, month: None, day: None, shift: None, figures: report.total.clone() };
    lines.push(line("total", &total));
    lines.push(String::new());
    lines.join("\r\n")
}

fn head(header: &ReportHeader) -> Vec<String> {
    let moment = |at: wire::timestamp::Timestamp| at.text().unwrap_or_default();
    vec![
        fields(["operator", &header.operator]),
        fields(["title", &header.title]),
        fields(["time_zone", &header.time_zone]),
        fields(["gaming_days", &header.first_day, &header.last_day]),
        fields(["interval", &moment(header.from), &moment(header.until)]),
        fields(["generated_at", &moment(header.generated_at)]),
    ]
}

fn line(level: &str, row: &WinRow) -> String {
    let WinFigures { is_final, hold_percent, .. } = &row.figures;
    let cents = |amount: game_core::money::Cents| amount.get().to_string();
    let figures = &row.figures;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let columns = [
        level.to_owned(),
        row.table.map(|table| table.0.to_string()).unwrap_or_default(),
        text(&row.table_name),
        text(&row.month),
        text(&row.day),
        text(&row.shift),
        is_final.to_string(),
        cents(figures.opening_cents),
        cents(figures.fills_cents),
        cents(figures.credits_cents),
        cents(figures.closing_cents),
        cents(figures.drop_cents),
        cents(figures.win_cents),
        text(hold_percent),
        cents(figures.over_short_cents),
        cents(figures.handle_cents),
        cents(figures.handle_without_edge_cents),
        cents(figures.theoretical_win_cents),
    ];
    fields(columns.each_ref().map(String::as_str))
}

/// A line of fields, each quoted where it must be. A text that a spreadsheet would take for a formula is kept a text.
fn fields<const N: usize>(fields: [&str; N]) -> String {
    let quoted = |field: &str| {
        let formula =
            field.starts_with(['=', '+', '@', '\t', '\r']) || (field.starts_with('-') && field.parse::<f64>().is_err());
        let field = if formula { format!("'{field}") } else { field.to_owned() };
        if field.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
    };
    fields.map(quoted).join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_stays_one_field_and_no_formula() {
        assert_eq!(fields(["a,b", "say \"so\"", "plain", "-4000"]), "\"a,b\",\"say \"\"so\"\"\",plain,-4000");
        assert_eq!(fields(["=1+1", "-2+cmd", "@x"]), "'=1+1,'-2+cmd,'@x");
    }
}
