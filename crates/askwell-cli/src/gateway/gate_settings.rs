//! Finds and reads the rules of approval gates.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use askwell_gateway::rules::{GateSettings, InvalidSettings};

use crate::arguments::gates::RulesSource;

/// The largest file with rules.
const MAX_BYTES: u64 = 4 << 20;

/// The settings file that is read if none is named.
const DEFAULT_SETTINGS: &str = "askwell.toml";

/// The variable that names the settings file.
const SETTINGS_VARIABLE: &str = "ASKWELL_CONFIG";

/// Members of `[gateway]` that others read.
const OTHER_MEMBERS: [&str; 1] = ["server"];

/// Rules, and the file that they are from.
pub(crate) struct FoundSettings {
    pub(crate) settings: Result<GateSettings, InvalidSettings>,
    /// The file; `None` if there is none.
    pub(crate) file: Option<PathBuf>,
}

/// Finds rules: in the file that is named, else in the servers' file if it has any, else in the settings.
///
/// # Errors
/// When a file cannot be read. Rules with problems are returned as such.
pub(crate) fn find(source: &RulesSource, servers_file: Option<&Path>) -> Result<FoundSettings> {
    if let Some(file) = &source.rules {
        return Ok(FoundSettings { settings: read(file)?, file: Some(file.clone()) });
    }
    if let Some(file) = servers_file {
        let text = read_text(file)?;
        let has_rules = serde_json::from_str::<serde_json::Value>(&text)
            .is_ok_and(|value| value.get("gateway").is_some());
        if has_rules {
            let settings = GateSettings::from_json(&text, &OTHER_MEMBERS);
            return Ok(FoundSettings { settings, file: Some(file.to_owned()) });
        }
    }
    let default = Path::new(DEFAULT_SETTINGS);
    let named = source.settings.clone().or_else(|| std::env::var_os(SETTINGS_VARIABLE).map(PathBuf::from));
    match &named {
        Some(file) => Ok(FoundSettings { settings: read(file)?, file: Some(file.clone()) }),
        None if default.is_file() => {
            Ok(FoundSettings { settings: read(default)?, file: Some(default.to_owned()) })
        }
        None => Ok(FoundSettings { settings: Ok(GateSettings::default()), file: None }),
    }
}

/// Finds rules that can be used.
///
/// # Errors
/// When a file cannot be read, or its rules have problems: no gateway runs without its rules.
pub(crate) fn read_valid(source: &RulesSource, servers_file: Option<&Path>) -> Result<GateSettings> {
    let found = find(source, servers_file)?;
    let file = found.file.unwrap_or_default();
    found.settings.map_err(|error| anyhow::anyhow!("the rules in {} cannot be used: {error}", file.display()))
}

fn read(file: &Path) -> Result<Result<GateSettings, InvalidSettings>> {
    let text = read_text(file)?;
    let is_json = file.extension().is_some_and(|extension| extension == "json" || extension == "jsonc")
        || text.trim_start().starts_with('{');
    Ok(match is_json {
        true => GateSettings::from_json(&text, &OTHER_MEMBERS),
        false => GateSettings::from_toml(&text, &OTHER_MEMBERS),
    })
}

/// Reads a text file of a sane size.
pub(super) fn read_text(file: &Path) -> Result<String> {
    let name = file.display();
    let size = fs::metadata(file).with_context(|| format!("cannot read {name}"))?.len();
    anyhow::ensure!(size <= MAX_BYTES, "{name} is larger than {MAX_BYTES} bytes");
    fs::read_to_string(file).with_context(|| format!("cannot read {name}"))
}
