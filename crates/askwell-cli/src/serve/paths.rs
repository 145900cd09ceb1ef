//! Default paths of the service's data.

use std::path::{Path, PathBuf};

/// Returns the data folder: the named one, else `askwell` in the user's data folder, else one in
/// the current folder.
pub(super) fn data_folder(named: Option<&Path>) -> PathBuf {
    if let Some(path) = named {
        return path.to_owned();
    }
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let users = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    users.map_or_else(|| PathBuf::from("askwell-data"), |folder| folder.join("askwell"))
}

/// Returns the key file in a data folder.
pub(super) fn keys_file(data: &Path) -> PathBuf {
    data.join("keys.json")
}
