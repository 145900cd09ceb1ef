//! Where things are kept when nobody says.

use std::path::{Path, PathBuf};

/// The data folder: the one that is named, or `askwell` in the user's data folder, or one right here.
pub(super) fn data_folder(named: Option<&Path>) -> PathBuf {
    if let Some(path) = named {
        return path.to_owned();
    }
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let users = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    users.map_or_else(|| PathBuf::from("askwell-data"), |folder| folder.join("askwell"))
}

/// The key file in a data folder.
pub(super) fn keys_file(data: &Path) -> PathBuf {
    data.join("keys.json")
}

/// The keyring: outside the data folder, so that a copy of the one does not carry the other along.
pub(crate) fn keyring_file(data: &Path) -> PathBuf {
    let mut name = data.as_os_str().to_owned();
    name.push(".keyring");
    PathBuf::from(name)
}
