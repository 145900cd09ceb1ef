//! Reads settings from the environment: `ASKWELL_` and the setting's name in capitals, with `_` for
//! the dot.

use std::ffi::OsString;

use anyhow::{Result, bail};

use super::setting::SettingValue;
use super::table::SETTINGS;
use super::{ConfigDraft, Origin};

/// Names the settings file.
pub(super) const CONFIG: &str = "ASKWELL_CONFIG";

/// Variables with this prefix that are no settings: the file, the keys for secrets, the key and
/// address that tools use.
const OTHERS: [&str; 6] =
    [CONFIG, "ASKWELL_KEYRING", "ASKWELL_KEY", "ASKWELL_SERVICE", "ASKWELL_URL", "ASKWELL_BINARY"];

const PREFIX: &str = "ASKWELL_";

/// Applies all settings from the environment. Rejects unknown variables, which are most likely
/// mistyped.
pub(super) fn apply(
    variables: impl Iterator<Item = (OsString, OsString)>,
    draft: &mut ConfigDraft,
) -> Result<()> {
    for (name, value) in variables {
        let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX) && !OTHERS.contains(name))
        else {
            continue;
        };
        let Some(setting) = SETTINGS.iter().find(|setting| variable(setting.name) == name) else {
            let known: Vec<String> = SETTINGS.iter().map(|setting| variable(setting.name)).collect();
            let meant = askwell_form::nearest(name, known.iter().map(String::as_str));
            let help = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
            bail!("the variable {name} is no setting{help}");
        };
        let Some(text) = value.to_str() else { bail!("the variable {name} does not hold text") };
        let taken = SettingValue::read(setting.kind(), text)
            .and_then(|value| draft.set(setting, value, Origin::Variable(name.to_owned())));
        if let Err(problem) = taken {
            bail!("the variable {name}: {problem}");
        }
    }
    Ok(())
}

fn variable(setting: &str) -> String {
    format!("{PREFIX}{}", setting.to_ascii_uppercase().replace('.', "_"))
}
