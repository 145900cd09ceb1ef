//! Options of `askwell ask`, and questions given on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

const EXAMPLES: &str = "\
Examples:
  askwell ask form.json                            a wizard; the answers go to stdout as JSON
  askwell ask form.json | jq .region               the wizard stays on the terminal
  askwell ask --text name --select env=dev,prod --confirm \"Deploy?\"
  eval \"$(askwell ask form.json --as export)\"      answers as shell variables: $answer_region
  key=$(askwell ask --secret key --as value)       one answer, bare
  askwell ask form.json --answers answers.json     no questions: check, and print or fail
  printf '%s\\n' Desk y | askwell ask form.json      answers over a pipe, line by line
  askwell ask form.json --web                      on a page of this machine, for one answer
  askwell ask form.json --to local                 at your running service; prints a link and waits
  askwell ask form.json --to https://ask.example.com --key release-1.4.2
                                                   the same question, however often the script runs
  askwell ask api-key                              a form that ships with the program

Questions on the command line are asked in their order. Each is NAME[=DETAIL]:
  name             asks for `name`; an answer is needed
  [name]           may be left out
  name:Full name   asks “Full name”, answers as `name`
  port=8080        offers 8080 to begin with
  env=dev,*prod    options, with the one to begin with

In the wizard, enter goes on, shift-tab goes back, F1 shows all keys. Without a terminal, with
TERM=dumb, with ACCESSIBLE set or with --plain, questions come line by line.

Exit codes: 0 answered, 1 problems in the form or the answers, 2 wrong usage or no terminal,
3 declined, 4 cancelled or the input ended, 5 no answer in time.";

/// Asks a person to fill in a form, on the terminal, even when stdout is a pipe. Prints the answers to stdout.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AskArguments {
    /// The form document, - for stdin, or the name of an example
    #[arg(value_name = "FORM", required_unless_present_any = QUESTION_FLAGS)]
    pub(crate) form: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) questions: Questions,

    /// The title above questions from the command line
    #[arg(long, value_name = "TEXT", conflicts_with = "form")]
    pub(crate) title: Option<String>,

    /// The description below that title
    #[arg(long, value_name = "TEXT", conflicts_with = "form")]
    pub(crate) about: Option<String>,

    /// How to print the answers: json, export for shell variables, value for the only one, value=NAME for one of them
    #[arg(long = "as", value_name = "KIND", default_value = "json", value_parser = print)]
    pub(crate) print: PrintFormat,

    /// Prefix of shell variables, so that a form cannot set PATH
    #[arg(long, value_name = "TEXT", default_value = "answer_", value_parser = prefix)]
    pub(crate) prefix: String,

    /// Take the answers from this file instead of asking; - for stdin
    #[arg(long, value_name = "FILE")]
    pub(crate) answers: Option<PathBuf>,

    /// Ask line by line, without a wizard
    #[arg(long, conflicts_with = "answers")]
    pub(crate) plain: bool,

    /// Ask on a web page of this machine, for one answer
    #[arg(long, conflicts_with_all = ["answers", "plain"])]
    pub(crate) web: bool,

    /// Ask at a running service: its address, or local for yours on this machine. Prints a link for
    /// the person, on a terminal with its QR code, and waits
    #[arg(long, value_name = "URL", conflicts_with_all = ["answers", "plain", "web"])]
    pub(crate) to: Option<String>,

    /// With --to: the identity of the question. Asking the same again under the same key continues
    /// it, and an interrupt leaves it open
    #[arg(long, value_name = "TEXT", requires = "to")]
    pub(crate) key: Option<String>,

    /// With --to: the only person who can see and answer it
    #[arg(long, value_name = "NAME", requires = "to")]
    pub(crate) person: Option<String>,

    /// With --to: the group whose members can see and answer it
    #[arg(long, value_name = "NAME", requires = "to", conflicts_with = "person")]
    pub(crate) group: Option<String>,

    /// With --to: everyone who is signed in can see and answer it; a link alone is not enough
    #[arg(long, requires = "to", conflicts_with_all = ["person", "group"])]
    pub(crate) signed_in: bool,

    /// With --to: print the id of the question and do not wait; askwell wait ID does
    #[arg(long, requires = "to")]
    pub(crate) detach: bool,

    /// With --to: a file with your key for the service; else ASKWELL_KEY. Your own service on this
    /// machine needs none
    #[arg(long, value_name = "FILE", requires = "to")]
    pub(crate) key_file: Option<PathBuf>,

    /// How long to wait, such as 90s, 5m or 1h [default: as the form says, or without limit]
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "answers")]
    pub(crate) timeout: Option<Duration>,

    /// How often the person may ask for five minutes more
    #[arg(long, value_name = "COUNT", default_value_t = 2)]
    pub(crate) extensions: u32,
}

/// How to print the answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PrintFormat {
    /// A JSON object.
    Json,
    /// Shell commands that set a variable for each answer.
    Export,
    /// The only answer, bare.
    OnlyValue,
    /// One answer by its name, bare.
    Value(String),
}

pub(super) fn print(text: &str) -> Result<PrintFormat, String> {
    match text.split_once('=') {
        None if text == "json" => Ok(PrintFormat::Json),
        None if text == "export" => Ok(PrintFormat::Export),
        None if text == "value" => Ok(PrintFormat::OnlyValue),
        Some(("value", name)) if !name.is_empty() => Ok(PrintFormat::Value(name.to_owned())),
        _ => Err("expected json, export, value or value=NAME".to_owned()),
    }
}

pub(super) fn prefix(text: &str) -> Result<String, String> {
    let letters = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = !text.starts_with(|first: char| first.is_ascii_digit());
    if letters && begins {
        Ok(text.to_owned())
    } else {
        Err("a variable's name is made of letters, digits and _, and begins with no digit".to_owned())
    }
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 90s, 5m or 1h".to_owned();
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(split).ok_or_else(expected)?;
    let number: u64 = number.parse().map_err(|_| expected())?;
    let milliseconds = match unit {
        "ms" => 1,
        "s" | "" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err(expected()),
    };
    let time = number.checked_mul(milliseconds).map(Duration::from_millis).ok_or_else(expected)?;
    if time.is_zero() { Err("the time must be longer than zero".to_owned()) } else { Ok(time) }
}

/// A kind of question, by its flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuestionKind {
    Text,
    Lines,
    Secret,
    Number,
    Confirm,
    Select,
    Multi,
    Date,
    Url,
    File,
}

/// All kinds with their flags and help.
const FLAGS: [(&str, QuestionKind, &str); 10] = [
    ("text", QuestionKind::Text, "Ask for a line of text"),
    ("lines", QuestionKind::Lines, "Ask for a text of several lines"),
    ("secret", QuestionKind::Secret, "Ask for a text that is not shown"),
    ("number", QuestionKind::Number, "Ask for a number"),
    ("confirm", QuestionKind::Confirm, "Ask for yes or no"),
    ("select", QuestionKind::Select, "Ask for one of several options: env=dev,prod"),
    ("multi", QuestionKind::Multi, "Ask for some of several options"),
    ("date", QuestionKind::Date, "Ask for a date"),
    ("url", QuestionKind::Url, "Ask for a web address"),
    ("file", QuestionKind::File, "Ask for a file"),
];

impl QuestionKind {
    /// Returns the flag of this kind.
    pub(crate) fn flag(self) -> &'static str {
        FLAGS.iter().find(|(_, kind, _)| *kind == self).map_or("", |(flag, ..)| flag)
    }
}

const QUESTION_FLAGS: [&str; 10] =
    ["text", "lines", "secret", "number", "confirm", "select", "multi", "date", "url", "file"];

/// Questions from the command line, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Questions(pub(crate) Vec<(QuestionKind, String)>);

impl Args for Questions {
    fn augment_args(command: Command) -> Command {
        let argument = |(flag, _, help): (&'static str, QuestionKind, &'static str)| {
            Arg::new(flag)
                .long(flag)
                .value_name("QUESTION")
                .help(help)
                .help_heading("Questions")
                .action(ArgAction::Append)
                .conflicts_with("form")
        };
        command.args(FLAGS.map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Questions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut questions = Questions::default();
        questions.update_from_arg_matches(matches)?;
        Ok(questions)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let mut found: Vec<(usize, QuestionKind, String)> = Vec::new();
        for (flag, kind, _) in FLAGS {
            let texts = matches.get_many::<String>(flag).into_iter().flatten();
            let places = matches.indices_of(flag).into_iter().flatten();
            found.extend(places.zip(texts).map(|(place, text)| (place, kind, text.clone())));
        }
        found.sort_by_key(|(place, ..)| *place);
        self.0 = found.into_iter().map(|(_, kind, text)| (kind, text)).collect();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{PrintFormat, duration, prefix, print};

    #[test]
    fn durations_are_parsed() {
        for (text, expected) in [
            ("90s", Some(90_000)),
            ("5m", Some(300_000)),
            ("1h", Some(3_600_000)),
            ("250ms", Some(250)),
            ("7", Some(7_000)),
            ("0s", None),
            ("s", None),
            ("5 m", None),
            ("99999999999999999999h", None),
            ("9999999999999999999h", None),
        ] {
            assert_eq!(duration(text).ok(), expected.map(Duration::from_millis), "{text}");
        }
    }

    #[test]
    fn print_formats_are_parsed() {
        assert_eq!(print("json"), Ok(PrintFormat::Json));
        assert_eq!(print("value=region"), Ok(PrintFormat::Value("region".to_owned())));
        for wrong in ["", "yaml", "value=", "json=x"] {
            assert!(print(wrong).is_err(), "{wrong}");
        }
        assert!(prefix("A_1").is_ok() && prefix("").is_ok());
        assert!(prefix("1a").is_err() && prefix("a;b").is_err());
    }
}
