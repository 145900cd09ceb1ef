//! Arguments of the benchmark programs.

/// The usage text.
pub(crate) const USAGE: &str = "usage: askwell-bench [FILTER] [--quick | --profile CONTENDER]

  FILTER                only the cases whose name contains this
  --quick               measure briefly: enough to see that everything runs; missed targets do not fail
  --profile CONTENDER   run one contender, such as check/accepts, for three seconds and measure nothing";

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    pub(crate) filter: String,
    pub(crate) mode: Mode,
}

/// How to run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Full,
    Quick,
    /// One contender over and over, for a profiler to look at.
    Profile(String),
}

impl Arguments {
    /// Reads what follows the program's name.
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments { filter: String::new(), mode: Mode::Full };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => arguments.mode = Mode::Quick,
                "--profile" => arguments.mode = Mode::Profile(words.next().ok_or("--profile needs a name")?),
                flag if flag.starts_with('-') => return Err(format!("unknown option {flag}")),
                _ if !arguments.filter.is_empty() => return Err("only one filter can be given".to_owned()),
                _ => arguments.filter = word,
            }
        }
        Ok(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Mode};

    #[test]
    fn words_are_understood() {
        let some = |filter: &str, mode| Some(Arguments { filter: filter.to_owned(), mode });
        for (words, expected) in [
            ("", some("", Mode::Full)),
            ("load", some("load", Mode::Full)),
            ("--quick", some("", Mode::Quick)),
            ("load --quick", some("load", Mode::Quick)),
            ("--profile check/accepts", some("", Mode::Profile("check/accepts".to_owned()))),
            ("--profile", None),
            ("--fast", None),
            ("load check", None),
        ] {
            let read = Arguments::read(words.split_whitespace().map(str::to_owned));
            assert_eq!(read.ok(), expected, "{words}");
        }
    }
}
