//! `baize odds`: the par sheet of every wager, paytable and Rules Submission (docs/odds.md).

mod arguments;
mod progress;

use arguments::{Arguments, Format};
use game_odds::{Library, Sheet, Warning, catalogue, recompute_criss_cross, sheet, submission};
use progress::Bar;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Up to so many sheets are shown in full below the overview.
const SHOWN_IN_FULL: usize = 4;

/// Prints par sheets. Anything asked for that does not exist exits with 2.
#[must_use]
pub(crate) fn run(args: &[String]) -> ExitCode {
    let answer = Arguments::read(args).and_then(|arguments| answer(&arguments));
    match answer.map(|answer| answer.print()) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        // A reader that stops listening, such as `head`, is no failure of ours.
        Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(problem) => {
            // With nobody listening there is nobody to tell.
            let _ = writeln!(io::stderr(), "baize odds: {problem}");
            ExitCode::from(2)
        }
    }
}

/// What is printed.
struct Answer {
    text: String,
    warnings: Vec<Warning>,
}

impl Answer {
    fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(self.text.as_bytes())?;
        out.flush()?;
        let mut err = io::stderr().lock();
        for warning in &self.warnings {
            writeln!(err, "WARNING: {warning}")?;
        }
        Ok(())
    }
}

fn answer(arguments: &Arguments) -> Result<Answer, String> {
    let bar = Bar::new();
    let report = |done: usize, all: usize| bar.show(done, all);
    let answer = match &arguments.recompute {
        Some(directory) => recompute(Path::new(directory), &report).map(|text| Answer { text, warnings: Vec::new() }),
        None => shown(arguments, &Library::new(game_odds::criss_cross::stored::COMMITTED, &report)),
    };
    bar.clear();
    answer
}

fn shown(arguments: &Arguments, library: &Library<'_>) -> Result<Answer, String> {
    let sheets = match &arguments.submission {
        Some(file) => submission_sheets(file, library)?,
        None => catalogue::sheets(&arguments.request, library)?,
    };
    let in_full = arguments.submission.is_some() || sheets.len() <= SHOWN_IN_FULL;
    Ok(Answer { text: written(&sheets, arguments.format, in_full), warnings: submission::warnings_of(&sheets) })
}

fn written(sheets: &[Sheet], format: Format, in_full: bool) -> String {
    match format {
        Format::Json => sheet::json(sheets) + "\n",
        Format::Markdown => sheet::markdown(sheets),
        Format::Text if in_full => format!("{}\n{}", sheet::table(sheets), sheet::text(sheets)),
        Format::Text => sheet::table(sheets),
    }
}

fn submission_sheets(file: &str, library: &Library<'_>) -> Result<Vec<Sheet>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
    match game_core::submission::check(&text) {
        Ok((_, rules)) => Ok(submission::sheets(&rules, library)),
        Err(problems) => {
            let first = problems.first().map_or_else(String::new, |problem| {
                format!(": {}: {} (permitted: {})", problem.field, problem.message, problem.permitted)
            });
            let others = match problems.len().saturating_sub(1) {
                0 => String::new(),
                others => format!("; {others} more, see `baize rules check {file}`"),
            };
            Err(format!("'{file}' is not a sound Rules Submission{first}{others}"))
        }
    }
}

/// Enumerates everything again and writes the data that is committed with the source.
fn recompute(directory: &Path, report: &(dyn Fn(usize, usize) + Sync)) -> Result<String, String> {
    if !directory.is_dir() {
        return Err(format!("'{}' is not a directory to write the computed sheets to", directory.display()));
    }
    let stored = recompute_criss_cross(report).ok_or("the rules have no Criss Cross schedule")?;
    let sheets = catalogue::sheets(&game_odds::Request::default(), &Library::new(&stored, report))?;
    let mut written = String::new();
    for (name, text) in [("criss_cross.txt", stored.as_str()), ("par_sheets.json", &(sheet::json(&sheets) + "\n"))] {
        let path = directory.join(name);
        std::fs::write(&path, text).map_err(|error| format!("cannot write '{}': {error}", path.display()))?;
        written.push_str(&format!("wrote {}\n", path.display()));
    }
    Ok(written)
}
