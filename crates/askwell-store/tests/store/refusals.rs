//! Folders that are not opened, and what is said about it.

use askwell_engine::store::ElicitationStore;
use std::fs;
use std::path::Path;

use askwell_store::{OpenError, SqliteStore};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::helpers::{created, listed, name_form, open, put};

fn refusal(folder: &Path) -> String {
    SqliteStore::open(folder).map(|_| ()).unwrap_err().to_string()
}

/// A folder with something in it, and the path of the file.
async fn filled(count: usize) -> (TempDir, std::path::PathBuf) {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    for _ in 0..count {
        put(&store, created(&name_form(), None)).await;
    }
    store.close().await.unwrap();
    let file = folder.path().join("askwell.db");
    (folder, file)
}

#[tokio::test]
async fn second_process_is_refused_with_the_holder_named() {
    let folder = TempDir::new().unwrap();
    let first = open(folder.path());
    let refused = SqliteStore::open(folder.path()).unwrap_err();
    assert!(matches!(refused, OpenError::InUse { process: Some(id), .. } if id == std::process::id()));
    let text = refused.to_string();
    assert!(text.contains(&folder.path().display().to_string()) && text.contains("in use"), "{text}");
    assert!(text.contains(&std::process::id().to_string()), "{text}");
    put(&first, created(&name_form(), None)).await;
    drop(first);
    assert_eq!(listed(&open(folder.path())).await.len(), 1);
}

#[tokio::test]
async fn foreign_files_are_refused_and_unchanged() {
    let garbage: Vec<u8> =
        (0..10_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for content in [b"hello, world".to_vec(), garbage, b"SQLite".to_vec()] {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("askwell.db");
        fs::write(&file, &content).unwrap();
        let text = refusal(folder.path());
        assert!(text.contains("is not a store of Askwell; move it away"), "{text}");
        assert_eq!(fs::read(&file).unwrap(), content, "not touched");
    }
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("askwell.db");
    Connection::open(&file).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
    let before = fs::read(&file).unwrap();
    assert!(refusal(folder.path()).contains("is not a store of Askwell"));
    assert_eq!(fs::read(&file).unwrap(), before, "not touched");
}

#[tokio::test]
async fn newer_format_is_refused_with_both_versions() {
    let (folder, file) = filled(1).await;
    Connection::open(&file).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    let text = refusal(folder.path());
    assert!(text.contains("newer Askwell (format 99; this one knows up to 3)"), "{text}");
}

#[tokio::test]
async fn damaged_file_is_refused_with_advice() {
    let says = |folder: &TempDir, what: &str| {
        let text = refusal(folder.path());
        assert!(
            text.contains("is damaged") && text.contains(what) && text.contains("restore a backup"),
            "{text}"
        );
    };
    // The end is missing.
    let (folder, file) = filled(500).await;
    let length = fs::metadata(&file).unwrap().len();
    fs::File::options().write(true).open(&file).unwrap().set_len(length / 2).unwrap();
    says(&folder, "bytes where");

    // Only the beginning is there.
    let (folder, file) = filled(500).await;
    fs::File::options().write(true).open(&file).unwrap().set_len(80).unwrap();
    says(&folder, "bytes where");
    fs::File::options().write(true).open(&file).unwrap().set_len(20).unwrap();
    says(&folder, "only 20 bytes");

    // A table is missing.
    let (folder, file) = filled(1).await;
    Connection::open(&file).unwrap().execute_batch("DROP TABLE changes").unwrap();
    says(&folder, "the table changes is missing");

    // A record that cannot be decoded.
    let (folder, file) = filled(1).await;
    Connection::open(&file).unwrap().execute_batch("UPDATE open SET record = x'0100'").unwrap();
    says(&folder, "it ends in the middle");
    Connection::open(&file).unwrap().execute_batch("UPDATE open SET record = x'63'").unwrap();
    says(&folder, "version 99");

    // The form that a record belongs to is gone.
    let (folder, file) = filled(1).await;
    Connection::open(&file).unwrap().execute_batch("DELETE FROM forms").unwrap();
    says(&folder, "form 1");
}

#[tokio::test]
async fn file_with_random_pages_is_refused_or_reports_errors() {
    let (folder, file) = filled(500).await;
    let whole = fs::read(&file).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut noisy = whole.clone();
        for (index, byte) in noisy[page * 4096..][..4096].iter_mut().enumerate() {
            *byte = index.wrapping_mul(40_503).to_le_bytes()[1];
        }
        fs::write(&file, noisy).unwrap();
        // The damage may be in a part that opening does not read; what is read is right, or an error.
        if let Ok(store) = SqliteStore::open(folder.path()) {
            assert_eq!(listed_or_error(&store).await.unwrap_or(500), 500, "page {page}");
        }
    }
}

async fn listed_or_error(store: &SqliteStore) -> Option<usize> {
    use askwell_engine::store::Query;
    use askwell_lifecycle::Scope;
    let query =
        Query { scope: Scope::Everything, statuses: Vec::new(), mode: None, before: None, limit: 1000 };
    Some(store.list(query).await.ok()?.items.len())
}

#[tokio::test]
async fn path_that_is_a_file_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let text = refusal(&file.join("below"));
    assert!(text.contains("cannot be used") && text.contains("check that"), "{text}");
}

#[cfg(unix)]
const FOLDER: &str = "ASKWELL_FORBIDDEN_FOLDER";

/// Not a test, but a process that has to ask for permission: does nothing unless it is told where.
#[cfg(unix)]
#[test]
fn child_without_permission() {
    if let Ok(folder) = std::env::var(FOLDER) {
        println!("\nrefused: {}", refusal(Path::new(&folder)));
    }
}

/// The superuser can write anywhere, so another user tries.
#[cfg(unix)]
#[test]
fn folder_without_permission_is_refused() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    /// An id that owns nothing: "nobody", where it has a name.
    const NOBODY: u32 = 65_534;
    let parent = TempDir::new().unwrap();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let folder = parent.path().join("data");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    // Where this program is, others may not be let in.
    let program = parent.path().join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let mut child = std::process::Command::new(&program);
    child.args(["refusals::child_without_permission", "--exact", "--nocapture"]).env(FOLDER, &folder);
    if fs::metadata(&folder).unwrap().uid() == 0 {
        child.uid(NOBODY).gid(NOBODY);
    }
    let output = child.current_dir(parent.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let expected = "check that it exists and that you may write there";
    assert!(said.contains("refused: ") && said.contains(expected), "{said}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing was written");
}

#[cfg(unix)]
#[tokio::test]
async fn files_are_created_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("data");
    let store = open(&folder);
    put(&store, created(&name_form(), None)).await;
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    for entry in fs::read_dir(&folder).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o077, 0, "{:?}", entry.path());
    }
}
