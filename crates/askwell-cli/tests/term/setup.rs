//! `askwell setup` asks before it writes.

use tempfile::TempDir;

use crate::pty::{Tty, askwell};

#[test]
fn file_is_written_only_after_a_yes() {
    for (keys, code, is_written) in
        [("y\r", 0, true), ("\r", 3, false), ("no\r", 3, false), ("\x04", 3, false)]
    {
        let home = TempDir::new().unwrap();
        let file = home.path().join(".cursor/mcp.json");
        let mut command = askwell(home.path(), &["setup", "cursor", "--via", "askwell"]);
        command.env("HOME", home.path());
        let mut tty = Tty::start(command, (100, 30));
        tty.wait_for("Write this? [y/N]");
        tty.wait_for("+     \"askwell\": {");
        assert!(!file.exists(), "written before the answer");
        tty.keys(keys);
        let (status, _) = tty.finish();
        assert_eq!((status.exit_code(), file.exists()), (code, is_written), "{keys:?}");
    }
}
