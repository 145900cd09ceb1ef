//! Parses the server argument: a URL or a command line.

use std::io::PipeWriter;

use anyhow::{Result, bail};
use askwell_mcp::client::{Address, Command, Target};

/// Parses a URL with headers, or a command line whose standard error goes into the pipe.
pub(super) fn target(server: &str, headers: &[String], stderr: PipeWriter) -> Result<Target> {
    if server.starts_with("http://") || server.starts_with("https://") {
        let mut address = Address::new(server)?;
        for header in headers {
            let Some((name, value)) = header.split_once(':') else {
                bail!("a header is written NAME: VALUE");
            };
            address = address.header(name.trim(), value.trim())?;
        }
        return Ok(address.into());
    }
    if !headers.is_empty() {
        bail!("headers are for servers with an address; a command takes its settings from the environment");
    }
    let words = words(server)?;
    let Some((program, arguments)) = words.split_first() else { bail!("the server's command is empty") };
    Ok(Command::new(program).arguments(arguments).stderr(stderr).into())
}

/// Splits a command line into words, with quotes and backslashes as in a shell and no other syntax.
fn words(line: &str) -> Result<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                let Some(escaped) = characters.next() else { bail!("the command ends in a backslash") };
                word.get_or_insert_default().push(escaped);
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    if quote.is_some() {
        bail!("a quote in the server's command is not closed");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use std::io::pipe;

    use askwell_mcp::client::Target;

    use super::words;

    #[test]
    fn command_lines_are_split_into_words() {
        for (line, expected) in [
            ("python server.py", &["python", "server.py"][..]),
            ("  a  'b c'  \"d 'e'\" f\\ g ", &["a", "b c", "d 'e'", "f g"]),
            ("x '' \"\\\"\"", &["x", "", "\""]),
            ("a'b'c", &["abc"]),
            ("$HOME;ls|x", &["$HOME;ls|x"]),
            ("", &[]),
        ] {
            assert_eq!(words(line).unwrap(), expected, "{line}");
        }
        assert!(words("a 'b").is_err() && words("a\\").is_err());
    }

    #[test]
    fn servers_are_addresses_or_commands() {
        let header = |text: &str| vec![text.to_owned()];
        let target = |server: &str, headers: &[String]| super::target(server, headers, pipe().unwrap().1);
        assert!(matches!(target("https://example.com/mcp", &header("A: b")).unwrap(), Target::Url(_)));
        assert!(matches!(target("server --fast", &[]).unwrap(), Target::Command(_)));
        for (server, headers) in [
            ("https://example.com", header("nonsense")),
            ("server", header("A: b")),
            ("http://", vec![]),
            ("", vec![]),
        ] {
            assert!(target(server, &headers).is_err(), "{server}");
        }
    }
}
