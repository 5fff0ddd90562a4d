//! The arguments of `baize odds`.

use game_odds::Request;

const FLAGS: &str = "--game, --wager, --paytable, --option, --submission, --json, --markdown, --recompute";

/// How sheets are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For documents.
    Markdown,
}

/// What was asked for.
#[derive(Default, Debug)]
pub(super) struct Arguments {
    pub(super) request: Request,
    pub(super) submission: Option<String>,
    pub(super) recompute: Option<String>,
    pub(super) format: Format,
}

impl Arguments {
    pub(super) fn read(args: &[String]) -> Result<Self, String> {
        let mut arguments = Self::default();
        let mut rest = args.iter();
        while let Some(flag) = rest.next() {
            let mut value = || rest.next().cloned().ok_or_else(|| format!("{flag} needs a value"));
            match flag.as_str() {
                "--game" => arguments.request.game = Some(value()?),
                "--wager" => arguments.request.wager = Some(value()?),
                "--paytable" => arguments.request.paytable = Some(value()?),
                "--option" => arguments.request.options.push(option(&value()?)?),
                "--submission" => arguments.submission = Some(value()?),
                "--recompute" => arguments.recompute = Some(value()?),
                "--json" => arguments.format = Format::Json,
                "--markdown" => arguments.format = Format::Markdown,
                unknown => return Err(format!("unknown argument '{unknown}': permitted are {FLAGS}")),
            }
        }
        arguments.fitting()
    }

    /// A submission names its own game, wagers and options, and a recomputation is of everything.
    fn fitting(self) -> Result<Self, String> {
        let narrowed = self.request != Request::default();
        match (&self.submission, &self.recompute) {
            (Some(_), _) if narrowed => {
                Err("--submission is shown whole: leave out --game, --wager, --paytable and --option".to_owned())
            }
            (_, Some(_)) if narrowed || self.submission.is_some() => {
                Err("--recompute takes a directory and nothing else".to_owned())
            }
            _ => Ok(self),
        }
    }
}

fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(format!("--option '{text}' is not name=value, like low_ace=false")),
    }
}
