//! `askwell setup`, with a home folder of its own.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{Folder, RunOutput, finish};

/// A home folder with files of clients.
struct Home(Folder);

impl Home {
    fn with(files: &[(&str, &str)]) -> Home {
        let home = Home(Folder::with(&[]));
        for (name, text) in files {
            let path = home.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn setup(&self, arguments: &[&str]) -> RunOutput {
        let mut command = self.0.command(&[&["setup"], arguments].concat());
        for variable in ["XDG_CONFIG_HOME", "CODEX_HOME", "COPILOT_HOME", "CLINE_MCP_SETTINGS_PATH"] {
            command.env_remove(variable);
        }
        command.env("HOME", self.0.path());
        finish(command)
    }

    /// Returns the copies of files that are kept, by folder.
    fn copies(&self, folder: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path(folder)).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "bak")).collect()
    }
}

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/setup/clients").join(name);
    fs::read_to_string(path).unwrap()
}

#[test]
fn every_client_on_the_machine_is_set_up_and_removed_again() {
    let files = [
        (".claude.json", sample("claude-code/before/.claude.json")),
        (
            ".config/Claude/claude_desktop_config.json",
            sample("claude-desktop/before/claude_desktop_config.json"),
        ),
        (".cursor/mcp.json", sample("cursor/before/mcp.json")),
        (".config/Code/User/mcp.json", sample("vscode/before/mcp.json")),
        (".codex/config.toml", sample("codex/before/config.toml")),
        (".gemini/settings.json", sample("gemini-cli/before/settings.json")),
        (".config/opencode/opencode.jsonc", sample("opencode/before/opencode.jsonc")),
        (".config/goose/config.yaml", sample("goose/before/config.yaml")),
        (".config/zed/settings.json", sample("zed/before/settings.json")),
        (".config/devin/mcp_config.json", sample("devin-windsurf/before/mcp_config.json")),
        ("librechat.yaml", sample("librechat/before/librechat.yaml")),
    ];
    let borrowed: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let home = Home::with(&borrowed);

    let ran = home.setup(&["--yes"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("written; before: ").count(), files.len(), "{}", ran.stderr);
    assert!(!ran.stderr.contains("keep-me"), "a secret of another server is shown: {}", ran.stderr);
    for (name, before) in &files {
        let text = home.read(name);
        assert!(
            text.contains("askwell") && text.contains("mcp") && text.contains("--page"),
            "{name}: {text}"
        );
        let copies = home.copies(Path::new(name).parent().unwrap().to_str().unwrap());
        assert!(copies.iter().any(|copy| fs::read_to_string(copy).unwrap() == *before), "{name}: no copy");
    }
    let again = home.setup(&["--yes"]);
    assert_eq!(again.stderr.matches("is set up already").count(), files.len(), "{}", again.stderr);

    let removed = home.setup(&["--remove", "--yes"]);
    assert_eq!(removed.code, Some(0), "{}", removed.stderr);
    let with_gateway = home.setup(&["--gateway", "--yes"]);
    assert_eq!(with_gateway.code, Some(0), "{}", with_gateway.stderr);
    for (name, _) in &files {
        assert!(home.read(name).contains("gateway"), "{name}");
    }
    assert_eq!(home.setup(&["--gateway", "--remove", "--yes"]).code, Some(0));
    for (name, before) in &files {
        assert_eq!(&home.read(name), before, "{name}");
    }
}

#[test]
fn nothing_is_written_without_consent() {
    let before = sample("cursor/before/mcp.json");
    let home = Home::with(&[(".cursor/mcp.json", &before)]);
    let dry = home.setup(&["--dry-run"]);
    assert_eq!(dry.code, Some(0), "{}", dry.stderr);
    assert!(dry.stdout.contains("+     \"askwell\": {") && dry.stderr.contains("Cursor: "), "{dry:?}");
    let asked = home.setup(&[]);
    assert_eq!(asked.code, Some(2), "{}", asked.stderr);
    assert!(asked.stderr.contains("no terminal to ask you on; --yes writes"), "{}", asked.stderr);
    let printed = home.setup(&["cursor", "--print"]);
    assert_eq!(printed.code, Some(0), "{}", printed.stderr);
    assert!(serde_json::from_str::<serde_json::Value>(&printed.stdout).is_ok(), "{}", printed.stdout);
    assert_eq!(home.read(".cursor/mcp.json"), before);
    assert_eq!(home.copies(".cursor"), Vec::<PathBuf>::new());
}

#[test]
fn broken_file_is_left_alone_and_the_others_are_set_up() {
    let broken = "{\n  \"mcpServers\": {,}\n}\n";
    let home = Home::with(&[(".cursor/mcp.json", broken), (".gemini/settings.json", "{}\n")]);
    let ran = home.setup(&["--yes"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("mcp.json was left alone: it is broken at line 2, column 18"),
        "{}",
        ran.stderr
    );
    assert_eq!(home.read(".cursor/mcp.json"), broken);
    assert!(home.read(".gemini/settings.json").contains("askwell"));
}

#[test]
fn named_client_gets_its_file_and_folders() {
    let home = Home::with(&[]);
    let found = home.setup(&["--yes"]);
    assert_eq!(found.code, Some(1), "{}", found.stderr);
    assert!(found.stderr.contains("found no MCP client"), "{}", found.stderr);
    let ran = home.setup(&["codex", "goose", "vscode", "--yes", "--via", "npx"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(home.read(".codex/config.toml").contains("args = [\"-y\", \"askwell\", \"mcp\", \"--page\"]"));
    assert!(
        home.read(".config/goose/config.yaml").starts_with("extensions:\n  askwell:\n    enabled: true\n")
    );
    assert!(home.read(".config/Code/User/mcp.json").contains("\"type\": \"stdio\""));
    assert_eq!(home.copies(".codex"), Vec::<PathBuf>::new());
}

#[test]
fn project_file_names_the_program_and_not_its_path() {
    let home = Home::with(&[]);
    assert_eq!(home.setup(&["claude-code", "--project", "--yes"]).code, Some(0));
    assert!(home.read(".mcp.json").contains("\"command\": \"askwell\""), "{}", home.read(".mcp.json"));
    let none = home.setup(&["goose", "--project", "--yes"]);
    assert_eq!(none.code, Some(2), "{}", none.stderr);
    assert!(none.stderr.contains("Goose has no configuration for projects"), "{}", none.stderr);
}

#[test]
fn service_and_name_are_written() {
    let home = Home::with(&[]);
    let arguments = ["cursor", "--yes", "--name", "people", "--service", "http://127.0.0.1:9999"];
    assert_eq!(home.setup(&arguments).code, Some(0));
    let text = home.read(".cursor/mcp.json");
    assert!(
        text.contains("\"people\"") && text.contains("\"--service\", \"http://127.0.0.1:9999\""),
        "{text}"
    );
    let ran = home.setup(&["cursor", "--yes", "--remove", "--name", "people"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(home.read(".cursor/mcp.json"), "{\n  \"mcpServers\": {}\n}\n");
}

#[cfg(unix)]
#[test]
fn links_permissions_and_read_only_files_are_respected() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let home = Home::with(&[("dotfiles/cursor.json", "{}\n"), (".gemini/settings.json", "{}\n")]);
    fs::create_dir_all(home.path(".cursor")).unwrap();
    symlink("../dotfiles/cursor.json", home.path(".cursor/mcp.json")).unwrap();
    let mode = |name: &str| fs::metadata(home.path(name)).unwrap().permissions().mode() & 0o777;
    let set_mode = |name: &str, mode| {
        fs::set_permissions(home.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode("dotfiles/cursor.json", 0o640);
    set_mode(".gemini/settings.json", 0o444);
    let ran = home.setup(&["--yes"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(fs::symlink_metadata(home.path(".cursor/mcp.json")).unwrap().file_type().is_symlink());
    assert!(home.read("dotfiles/cursor.json").contains("askwell"));
    assert_eq!(mode("dotfiles/cursor.json"), 0o640);
    let copies = home.copies("dotfiles");
    assert_eq!(copies.len(), 1, "{copies:?}");
    assert_eq!(fs::metadata(&copies[0]).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(ran.stderr.contains("was left alone: it is read-only"), "{}", ran.stderr);
    assert_eq!(home.read(".gemini/settings.json"), "{}\n");
}

/// To update the documentation after a change: `ASKWELL_UPDATE_DOCS=1 cargo test -p askwell-cli
/// --test cli setup`.
#[test]
fn documentation_shows_what_setup_prints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients.md");
    let text = fs::read_to_string(&path).unwrap();
    let home = Home::with(&[]);
    let mut real = String::new();
    let mut parts = text.split_inclusive('\n').peekable();
    let mut shown = Vec::new();
    while let Some(line) = parts.next() {
        real += line;
        let Some(client) = line.trim_end().strip_prefix("<!-- askwell setup ") else { continue };
        let client = client.strip_suffix(" --print -->").unwrap();
        let printed = home.setup(&[client, "--print", "--via", "askwell"]);
        assert_eq!(printed.code, Some(0), "{}", printed.stderr);
        real += parts.next_if(|line| line.starts_with("```")).unwrap();
        real += &printed.stdout;
        real += parts.by_ref().find(|line| line.starts_with("```")).unwrap();
        shown.push(client.to_owned());
    }
    let help = home.setup(&["--help"]).stdout;
    let listed: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.contains("[CLIENT]..."))
        .skip(1)
        .take_while(|line| !line.contains("Options:"))
        .filter_map(|line| line.trim().strip_prefix("- ")?.split(':').next())
        .collect();
    assert!(!listed.is_empty(), "{help}");
    assert_eq!(shown, listed, "docs/clients.md does not show every client in the order of the help");
    if std::env::var_os("ASKWELL_UPDATE_DOCS").is_some() {
        fs::write(&path, &real).unwrap();
    } else {
        assert_eq!(text, real, "docs/clients.md is not what askwell setup prints");
    }
}

#[test]
fn documented_addresses_install_what_setup_writes() {
    use base64::Engine as _;

    let printed = Home::with(&[]).setup(&["cursor", "--print", "--via", "npx"]).stdout;
    let printed: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let expected = &printed["mcpServers"]["askwell"];
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients.md")).unwrap();
    let mut seen = Vec::new();
    for line in text.lines().filter(|line| line.contains("askwell") && !line.contains(' ')) {
        let Ok(address) = url::Url::parse(line) else { continue };
        let pairs: Vec<(String, String)> = address.query_pairs().into_owned().collect();
        let value = |name: &str| {
            pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()).unwrap_or_default()
        };
        let installs: serde_json::Value = match address.scheme() {
            "cursor" | "lmstudio" => {
                let config = base64::engine::general_purpose::STANDARD.decode(value("config")).unwrap();
                serde_json::from_slice(&config).unwrap()
            }
            "vscode" => {
                let mut entry: serde_json::Value = serde_json::from_str(&pairs[0].0).unwrap();
                assert_eq!(entry["name"], "askwell");
                entry.as_object_mut().unwrap().retain(|key, _| key == "command" || key == "args");
                entry
            }
            "goose" => {
                let words = pairs.iter().filter(|(key, _)| key == "arg").map(|(_, value)| value.as_str());
                serde_json::json!({"command": value("cmd"), "args": words.collect::<Vec<_>>()})
            }
            _ => continue,
        };
        assert_eq!(&installs, expected, "{line}");
        seen.push(address.scheme().to_owned());
    }
    assert_eq!(seen, ["cursor", "vscode", "goose", "lmstudio"]);
}

/// What each client gets for a service at an address, as its own documentation writes it.
const AT_AN_ADDRESS: [(&str, &str); 16] = [
    ("claude-code", r#"{"type":"http","url":"URL","timeout":3600000}"#),
    ("cursor", r#"{"url":"URL"}"#),
    ("vscode", r#"{"type":"http","url":"URL"}"#),
    ("codex", "url = \"URL\"\ntool_timeout_sec = 3600\n"),
    ("gemini", r#"{"type":"http","url":"URL","timeout":3600000}"#),
    ("opencode", r#"{"type":"remote","url":"URL","oauth":false,"enabled":true,"timeout":3600000}"#),
    (
        "goose",
        "    enabled: true\n    type: streamable_http\n    name: askwell\n    description: Ask the person you work for\n    \
         uri: \"URL\"\n    envs: {}\n    env_keys: []\n    timeout: 3600\n",
    ),
    ("zed", r#"{"url":"URL","timeout":600}"#),
    ("windsurf", r#"{"url":"URL"}"#),
    ("librechat", "    type: streamable-http\n    url: \"URL\"\n    timeout: 3600000\n"),
    ("copilot", r#"{"type":"http","url":"URL","tools":["*"],"timeout":3600000}"#),
    ("qwen", r#"{"httpUrl":"URL","timeout":3600000}"#),
    ("kilo", r#"{"type":"remote","url":"URL","oauth":false,"enabled":true,"timeout":3600000}"#),
    ("cline", r#"{"type":"streamableHttp","url":"URL","timeout":3600}"#),
    ("lm-studio", r#"{"url":"URL"}"#),
    ("warp", r#"{"url":"URL"}"#),
];

#[test]
fn client_connects_to_the_address_of_a_service() {
    let home = Home::with(&[]);
    for (client, expected) in AT_AN_ADDRESS {
        let ran = home.setup(&[client, "--print", "--http", "http://127.0.0.1:7717"]);
        assert_eq!(ran.code, Some(0), "{client}: {}", ran.stderr);
        let expected = expected.replace("URL", "http://127.0.0.1:7717/mcp");
        match serde_json::from_str::<serde_json::Value>(&ran.stdout) {
            Ok(printed) => {
                let expected: serde_json::Value = serde_json::from_str(&expected).unwrap();
                let servers = printed.as_object().unwrap().values().next().unwrap();
                assert_eq!(servers["askwell"], expected, "{client}");
            }
            Err(_) => assert!(ran.stdout.ends_with(&expected), "{client}:\n{}", ran.stdout),
        }
    }
    let desktop = home.setup(&["claude-desktop", "--yes", "--http", "http://127.0.0.1:7717"]);
    assert_eq!(desktop.code, Some(1), "{}", desktop.stderr);
    assert!(desktop.stderr.contains("askwell setup claude-desktop --service"), "{}", desktop.stderr);
}

#[test]
fn key_of_a_service_is_named_by_its_variable() {
    let home = Home::with(&[]);
    for (client, expected) in [
        ("claude-code", "Bearer ${ASKWELL_KEY}"),
        ("cursor", "Bearer ${env:ASKWELL_KEY}"),
        ("vscode", "Bearer ${env:ASKWELL_KEY}"),
        ("codex", "bearer_token_env_var = \"ASKWELL_KEY\""),
        ("gemini", "Bearer $ASKWELL_KEY"),
        ("opencode", "Bearer {env:ASKWELL_KEY}"),
        ("librechat", "Bearer ${ASKWELL_KEY}"),
    ] {
        let options = ["--print", "--http", "https://ask.example.com/", "--key-variable", "ASKWELL_KEY"];
        let ran = home.setup(&[&[client], options.as_slice()].concat());
        assert_eq!(ran.code, Some(0), "{client}: {}", ran.stderr);
        assert!(ran.stdout.contains(expected), "{client}: {}", ran.stdout);
        assert!(ran.stdout.contains("https://ask.example.com/mcp"), "{client}: {}", ran.stdout);
    }
    let unknown =
        home.setup(&["zed", "--print", "--http", "https://ask.example.com", "--key-variable", "KEY"]);
    assert_ne!(unknown.code, Some(0));
    assert!(unknown.stderr.contains("leave out --key-variable"), "{}", unknown.stderr);
    let strange = home.setup(&["cursor", "--print", "--http", "https://a.example", "--key-variable", "a b"]);
    assert_eq!(strange.code, Some(2), "{}", strange.stderr);
}

#[test]
fn without_an_address_the_service_of_this_machine_is_looked_for() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let ran = home.setup(&["cursor", "--yes", "--http"]);
    assert_ne!(ran.code, Some(0));
    assert!(ran.stderr.contains("askwell serve"), "{}", ran.stderr);
    assert_eq!(home.read(".cursor/mcp.json"), "{}\n");
}

#[test]
fn old_file_of_windsurf_gets_its_own_key() {
    let home = Home::with(&[(".codeium/windsurf/mcp_config.json", "{}\n")]);
    let ran = home.setup(&["windsurf", "--yes", "--http", "http://127.0.0.1:7717"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(home.read(".codeium/windsurf/mcp_config.json").contains("\"serverUrl\""));
}
