//! `baize settle`: settles rounds given as JSON, one object, a list or one object per line, and answers in kind.

use game_core::settle::{Answer, settle_json};
use game_core::submission::Problem;
use serde::de::IgnoredAny;
use std::io::{self, Read, Write};
use std::process::ExitCode;

const USAGE: &str = "usage: baize settle [FILE]    (without FILE, or with -, from standard input)";

/// Settles the rounds of a file or of standard input. Anything wrong with one of them exits with 2 and settles none.
#[must_use]
pub(crate) fn run(args: &[String]) -> ExitCode {
    match answer(args, &mut io::stdin().lock(), &mut io::stdout().lock(), &mut io::stderr().lock()) {
        Ok(code) => code,
        // A reader that stops listening, such as `head`, is no failure of ours.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn answer(args: &[String], input: &mut impl Read, out: &mut impl Write, err: &mut impl Write) -> io::Result<ExitCode> {
    let (name, read) = match args {
        [] => ("standard input", read_all(input)),
        [file] if file == "-" => ("standard input", read_all(input)),
        [file] if !file.starts_with('-') => (file.as_str(), std::fs::read(file)),
        _ => {
            writeln!(err, "{USAGE}")?;
            return Ok(ExitCode::from(2));
        }
    };
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(error) => {
            writeln!(err, "{name}: cannot be read: {error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    let Ok(text) = String::from_utf8(bytes) else {
        writeln!(err, "document: not UTF-8 text; permitted: a round as docs/settle.md describes it")?;
        return Ok(ExitCode::from(2));
    };
    let rounds = Rounds::split(text.trim_start_matches('\u{feff}'));
    match rounds.settle() {
        Ok(answers) => rounds.form.write(&answers, out).map(|()| ExitCode::SUCCESS),
        Err(problems) => {
            for (position, problem) in problems {
                writeln!(err, "{position}{problem}")?;
            }
            Ok(ExitCode::from(2))
        }
    }
}

fn read_all(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map(|_| bytes)
}

/// How several rounds stand in one text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Object,
    List,
    Lines,
}

/// The rounds of a text, each with how its problems are told apart from the others'.
struct Rounds<'a> {
    form: Form,
    rounds: Vec<(String, &'a str)>,
}

impl<'a> Rounds<'a> {
    /// Takes a text apart. A text that is neither whole nor made of lines is left as one, for its fault to be told.
    fn split(text: &'a str) -> Self {
        let is_whole = serde_json::from_str::<IgnoredAny>(text).is_ok();
        let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        if is_whole && text.trim_start().starts_with('[') {
            let rounds = elements(text).into_iter().enumerate();
            Self { form: Form::List, rounds: rounds.map(|(at, text)| (format!("round {}: ", at + 1), text)).collect() }
        } else if !is_whole && lines().count() > 1 && lines().all(|(_, line)| line.trim_start().starts_with('{')) {
            let rounds = lines().enumerate();
            let position = |at: usize, line: usize| format!("round {} (line {}): ", at + 1, line + 1);
            let rounds = rounds.map(|(at, (line, text))| (position(at, line), text)).collect();
            Self { form: Form::Lines, rounds }
        } else {
            Self { form: Form::Object, rounds: vec![(String::new(), text)] }
        }
    }

    /// Every answer, or every problem of every round.
    fn settle(&self) -> Result<Vec<Answer>, Vec<(&str, Problem)>> {
        let mut answers = Vec::new();
        let mut problems = Vec::new();
        for (position, text) in &self.rounds {
            match settle_json(text) {
                Ok(answer) => answers.push(answer),
                Err(found) => problems.extend(found.into_iter().map(|problem| (position.as_str(), problem))),
            }
        }
        if problems.is_empty() { Ok(answers) } else { Err(problems) }
    }
}

/// The elements of a list in a text that is well-formed JSON.
fn elements(text: &str) -> Vec<&str> {
    let mut elements = Vec::new();
    let mut rest = text.trim_start().strip_prefix('[').unwrap_or_default();
    loop {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
        let Some(Ok(IgnoredAny)) = values.next() else { return elements };
        let (element, after) = rest.split_at(values.byte_offset());
        elements.push(element.trim_start());
        let after = after.trim_start();
        rest = after.strip_prefix(',').unwrap_or(after);
    }
}

impl Form {
    fn write(self, answers: &[Answer], out: &mut impl Write) -> io::Result<()> {
        match (self, answers) {
            (Self::Object, [answer]) => pretty(answer, out),
            (Self::Object | Self::List, answers) => pretty(&answers, out),
            (Self::Lines, answers) => answers.iter().try_for_each(|answer| {
                serde_json::to_writer(&mut *out, answer)?;
                writeln!(out)
            }),
        }
    }
}

fn pretty(value: &impl serde::Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
