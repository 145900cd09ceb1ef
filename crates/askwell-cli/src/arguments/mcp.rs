//! `askwell mcp`: its options.

use std::path::PathBuf;

use clap::Args;

const EXAMPLES: &str = "\
Examples:
  askwell mcp                                      for an MCP client's configuration: the command to start
  askwell mcp --template deploy=deploy.json        with a form that agents can ask by name

The client's own dialog is used where it has one. An entry for a client's configuration:
  {\"mcpServers\": {\"askwell\": {\"command\": \"askwell\", \"args\": [\"mcp\"]}}}

Exit codes: 0 the client has left, 1 a template has mistakes, 2 wrong usage or a file that cannot be read.";

/// Serves tools over stdin and stdout with which an agent asks its person: a question, a form, a prepared form.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct McpArguments {
    /// A form that agents can ask by name; can be given several times
    #[arg(long = "template", value_name = "NAME=FORM", value_parser = template)]
    pub(crate) templates: Vec<Template>,
}

/// A form under a name.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    pub(crate) name: String,
    pub(crate) form: PathBuf,
}

fn template(text: &str) -> Result<Template, String> {
    let (name, form) = text.split_once('=').ok_or("give a name and a file: NAME=FORM")?;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if name.is_empty() || !name.chars().all(fits) {
        return Err("a name has letters, digits, - and _".to_owned());
    }
    if form.is_empty() {
        return Err("the file is missing".to_owned());
    }
    Ok(Template { name: name.to_owned(), form: form.into() })
}
