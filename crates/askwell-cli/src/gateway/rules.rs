//! `askwell gateway rules`: prints the rules of approval gates, and what would become of a call.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use askwell_form::{Form, Kind};
use askwell_gateway::rules::{
    Action, ApprovalTerms, Approver, Coverage, Editing, GateSettings, duration_text,
};
use askwell_gateway::{Gates, Preview, doctor};
use askwell_mcp::wire::{Json, Limits, Raw};
use serde_json::json;

use super::gate_settings::{self, read_text};
use super::target::ServerTarget;
use crate::ExitReason;
use crate::arguments::gates::RulesArguments;
use crate::console::Console;
use crate::safe_text;
use crate::serve::runtime;

/// A commented file with rules. A test checks that it can be read.
const EXAMPLE: &str = include_str!("rules_example.toml");

/// How long a server may take to start and to list its tools.
const SERVER_LIMIT: Duration = Duration::from_secs(20);

/// The most bytes of arguments that are read from stdin.
const MAX_ARGUMENTS: u64 = 16 << 20;

pub(crate) fn run(arguments: &RulesArguments, console: &Console) -> Result<ExitReason> {
    if arguments.example {
        console.print_text(EXAMPLE)?;
        return Ok(ExitReason::Success);
    }
    let found = gate_settings::find(&arguments.source, arguments.servers_file.as_deref())?;
    let place = found.file.as_ref().map_or_else(|| "no file".to_owned(), |file| file.display().to_string());
    let settings = match found.settings {
        Ok(settings) => settings,
        Err(error) => {
            for problem in &error.problems {
                console.failure(&format!("{place}: {problem}"));
            }
            return Ok(ExitReason::Problems);
        }
    };
    match arguments.try_call.as_slice() {
        [server, tool, file] => try_call(arguments, settings, (server, tool, file), console)?,
        _ if arguments.json => console.print_json(&rules_json(&settings))?,
        _ => console.print_text(&rules_text(&settings, &place))?,
    }
    Ok(ExitReason::Success)
}

fn try_call(
    arguments: &RulesArguments,
    settings: GateSettings,
    (server, tool, file): (&str, &str, &str),
    console: &Console,
) -> Result<()> {
    let call = parse(&read_arguments(file)?, file)?;
    if call.raw().object().is_none() {
        bail!("{file} has to hold a JSON object: the arguments of the call");
    }
    let runtime = runtime()?;
    let definition = match &arguments.definition {
        Some(file) => Some(definition_in(file, tool)?),
        None => runtime.block_on(definition_from_server(arguments, tool))?,
    };
    let preview = runtime.block_on(async {
        let engine = askwell_engine::Engine::builder().start();
        let gates = Gates::new(settings, &engine);
        gates.preview(server, tool, definition.as_ref().map(Json::raw), call.raw()).await
    })?;
    if arguments.json {
        console.print_json(&preview_json(&preview))
    } else {
        console.print_text(&safe_text::lines(&preview_text(&preview)))
    }
}

fn read_arguments(file: &str) -> Result<String> {
    if file != "-" {
        return read_text(Path::new(file));
    }
    let mut text = String::new();
    let read = std::io::stdin().take(MAX_ARGUMENTS).read_to_string(&mut text);
    read.context("cannot read the arguments from stdin")?;
    Ok(text)
}

fn parse(text: &str, name: &str) -> Result<Json> {
    let limits = Limits { bytes: 64 << 20, ..Limits::default() };
    Json::parse(text, &limits).with_context(|| format!("{name} cannot be used"))
}

/// Returns the definition of a tool in a file: one definition, a list, or the result of `tools/list`.
fn definition_in(file: &Path, tool: &str) -> Result<Json> {
    let name = file.display().to_string();
    let json = parse(&read_text(file)?, &name)?;
    let raw = json.raw();
    let list = raw.get("result").unwrap_or(raw).get("tools").unwrap_or(raw);
    let has_name = |entry: &Raw<'_>| entry.get("name").and_then(Raw::as_text).as_deref() == Some(tool);
    if has_name(&raw) {
        return Ok(json);
    }
    list.items()
        .find(has_name)
        .map(Raw::to_owned)
        .with_context(|| format!("{name} does not define the tool `{tool}`"))
}

async fn definition_from_server(arguments: &RulesArguments, tool: &str) -> Result<Option<Json>> {
    let Some(server) = ServerTarget::of(&arguments.server)? else { return Ok(None) };
    let (target, stderr) = server.connect()?;
    match doctor::list_tools(target, SERVER_LIMIT).await {
        Ok(tools) => {
            let has_name =
                |entry: &&Json| entry.raw().get("name").and_then(Raw::as_text).as_deref() == Some(tool);
            let found = tools.iter().find(has_name).cloned();
            found.with_context(|| format!("{} has no tool `{tool}`", server.name())).map(Some)
        }
        Err(error) => {
            let lines = stderr.last_lines(5).join("\n");
            bail!("{}: {error}\n{}", server.name(), safe_text::lines(&lines));
        }
    }
}

fn rules_text(settings: &GateSettings, place: &str) -> String {
    let rules = &settings.rules;
    if rules.list.is_empty() && rules.default == Action::Allow {
        return format!(
            "No rules ({place}): every call goes to its server. `askwell gateway rules --example` prints some to start from.\n"
        );
    }
    let mut text = format!("Rules of {place}. The first that matches decides.\n\n");
    for (index, rule) in rules.list.iter().enumerate() {
        let name = rule.name.as_ref().map_or_else(String::new, |name| format!("  ({name})"));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:>3}. {rule}{name}", index + 1);
        if rule.action == Action::Ask {
            let _ = writeln!(text, "     {}", terms_text(&rule.terms));
        }
    }
    let _ = writeln!(text, "else: {}", rules.default.as_str());
    if rules.default == Action::Ask {
        let _ = writeln!(text, "     {}", terms_text(&rules.default_terms));
    }
    safe_text::lines(&text)
}

fn terms_text(terms: &ApprovalTerms) -> String {
    let approver = match &terms.approver {
        Approver::Anyone => "anyone may approve".to_owned(),
        Approver::Page => "approved on the page or in the inbox".to_owned(),
        Approver::Person(name) => format!("{name} approves, on the page or in the inbox"),
    };
    let timeout = terms
        .timeout
        .map_or_else(|| "default timeout".to_owned(), |time| format!("within {}", duration_text(time)));
    let times: Vec<String> = terms.for_a_while.iter().map(|time| duration_text(*time)).collect();
    let covers = match terms.coverage {
        Coverage::Arguments => "same arguments",
        Coverage::Tool => "any arguments",
    };
    let for_a_while = match times.is_empty() {
        true => "each call by itself".to_owned(),
        false => format!("or for {} ({covers})", times.join(", ")),
    };
    let editing = match terms.editing {
        Editing::Allowed => "arguments can be changed",
        Editing::Refused => "arguments cannot be changed",
    };
    format!("{approver}; {timeout}; {for_a_while}; {editing}")
}

fn rules_json(settings: &GateSettings) -> String {
    let rules: Vec<_> = settings
        .rules
        .list
        .iter()
        .enumerate()
        .map(|(index, rule)| {
            let patterns = |globs: &[askwell_gateway::rules::Glob]| {
                globs.iter().map(ToString::to_string).collect::<Vec<_>>()
            };
            let annotations: serde_json::Map<_, _> = rule
                .annotations
                .iter()
                .map(|(hint, wanted)| (hint.as_str().to_owned(), (*wanted).into()))
                .collect();
            json!({
                "number": index + 1,
                "name": rule.name,
                "server": patterns(&rule.servers),
                "tool": patterns(&rule.tools),
                "annotations": annotations,
                "action": rule.action.as_str(),
                "terms": (rule.action == Action::Ask).then(|| terms_json(&rule.terms)),
            })
        })
        .collect();
    let default = settings.rules.default;
    let terms = (default == Action::Ask).then(|| terms_json(&settings.rules.default_terms));
    json!({"default": default.as_str(), "defaultTerms": terms, "rules": rules}).to_string()
}

fn terms_json(terms: &ApprovalTerms) -> serde_json::Value {
    json!({
        "approver": match &terms.approver {
            Approver::Anyone => "anyone",
            Approver::Page => "page",
            Approver::Person(name) => name,
        },
        "timeout": terms.timeout.map(duration_text),
        "validFor": duration_text(terms.valid_for),
        "forAWhile": terms.for_a_while.iter().map(|time| duration_text(*time)).collect::<Vec<_>>(),
        "forAWhileCovers": match terms.coverage {
            Coverage::Arguments => "arguments",
            Coverage::Tool => "tool",
        },
        "edit": terms.editing == Editing::Allowed,
    })
}

fn preview_text(preview: &Preview) -> String {
    let happens = match preview.action {
        Some(Action::Allow) => "the call goes to the server",
        Some(Action::Deny) => "the call is not made; the model gets an error",
        Some(Action::Ask) => "a person is asked",
        None => {
            "the call is not made: the tool's definition is not known (name it with --definition, or the server after --)"
        }
    };
    let mut text = format!("Decided by {}: {happens}.\n", preview.rule);
    if let Some(digest) = &preview.digest {
        let _ = writeln!(text, "Digest: {digest}");
    }
    if let Some(message) = &preview.message {
        let _ = write!(text, "\nThe person reads:\n\n{}\n", indented(message));
    }
    if let Some(form) = &preview.form {
        let _ = write!(text, "\nThe person decides:\n\n{}", options_text(form));
    }
    if let Some(form) = &preview.edit_form {
        let labels: Vec<String> = form.fields().iter().map(|field| field.label().to_owned()).collect();
        let _ = writeln!(text, "\nTo change the arguments, a form with: {}", labels.join(", "));
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn options_text(form: &Form) -> String {
    let mut text = String::new();
    for field in form.fields() {
        if let Kind::Select(select) = field.kind() {
            for choice in select.options.iter() {
                let _ = writeln!(text, "    ( ) {}", choice.title());
            }
        } else {
            let _ = writeln!(text, "    {}: …", field.label());
        }
    }
    text
}

fn preview_json(preview: &Preview) -> String {
    let form = |form: &Option<Form>| form.as_ref().map(Form::to_value);
    json!({
        "rule": preview.rule,
        "action": preview.action.map(Action::as_str),
        "digest": preview.digest.map(|digest| digest.to_string()),
        "message": preview.message,
        "form": form(&preview.form),
        "editForm": form(&preview.edit_form),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use askwell_gateway::rules::GateSettings;

    use super::{EXAMPLE, rules_text};

    #[test]
    fn example_can_be_read_and_says_what_its_comments_say() {
        let settings = GateSettings::from_toml(EXAMPLE, &[]).unwrap();
        insta::assert_snapshot!(rules_text(&settings, "rules.toml"), @r###"
Rules of rules.toml. The first that matches decides.

  1. server files · tool read_*, list_* → allow  (reading)
  2. server * · tool *shell*, *exec* → deny  (no shell)
  3. server deploy* · tool * → ask  (deployments)
     ops@example.com approves, on the page or in the inbox; within 30m; each call by itself; arguments cannot be changed
  4. server * · tool * · destructiveHint = true → ask  (destructive)
     anyone may approve; within 5m; or for 15m, 1h (same arguments); arguments can be changed
else: allow
"###);
    }
}
