//! Where the configuration files of MCP clients are.
//!
//! All folders come from the environment. Nothing is searched for beyond the places that the clients
//! document.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::client::Client;

/// The operating systems that clients distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum System {
    Linux,
    Mac,
    Windows,
}

/// The folders of this machine and person.
#[derive(Debug, Clone)]
pub(super) struct Places {
    system: System,
    home: PathBuf,
    /// `$XDG_CONFIG_HOME`, or `.config` in the home folder.
    config: PathBuf,
    app_data: PathBuf,
    local_app_data: PathBuf,
    codex: PathBuf,
    copilot: PathBuf,
    cline: PathBuf,
    project: PathBuf,
}

/// A file that a client may read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    file: PathBuf,
    /// Exists if the client is installed.
    sign: PathBuf,
}

impl Places {
    /// Reads the environment.
    ///
    /// # Errors
    /// If there is no home folder.
    pub(super) fn from_environment() -> Result<Places> {
        let system = match () {
            () if cfg!(windows) => System::Windows,
            () if cfg!(target_os = "macos") => System::Mac,
            () => System::Linux,
        };
        let project = std::env::current_dir().context("the current folder cannot be used")?;
        Places::new(system, project, |name| std::env::var_os(name))
    }

    /// Takes the folders from variables.
    fn new(system: System, project: PathBuf, variable: impl Fn(&str) -> Option<OsString>) -> Result<Places> {
        let folder = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = if system == System::Windows { "USERPROFILE" } else { "HOME" };
        let home = folder(home)
            .with_context(|| format!("{home} is not set to an absolute path: set it, or give --file"))?;
        Ok(Places {
            system,
            config: folder("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config")),
            app_data: folder("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming")),
            local_app_data: folder("LOCALAPPDATA").unwrap_or_else(|| home.join("AppData/Local")),
            codex: folder("CODEX_HOME").unwrap_or_else(|| home.join(".codex")),
            copilot: folder("COPILOT_HOME").unwrap_or_else(|| home.join(".copilot")),
            cline: folder("CLINE_MCP_SETTINGS_PATH")
                .unwrap_or_else(|| home.join(".cline/data/settings/cline_mcp_settings.json")),
            home,
            project,
        })
    }

    /// Returns the user's file of a client if the client is on this machine.
    pub(super) fn find(&self, client: Client) -> Option<PathBuf> {
        let candidates = self.candidates(client);
        let existing = candidates.iter().find(|candidate| candidate.file.exists());
        existing
            .or_else(|| candidates.iter().find(|candidate| candidate.sign.exists()))
            .map(|candidate| candidate.file.clone())
    }

    /// Returns the user's file of a client, also if the client is not on this machine.
    pub(super) fn expect(&self, client: Client) -> Option<PathBuf> {
        self.find(client).or_else(|| Some(self.candidates(client).into_iter().next()?.file))
    }

    /// Returns the file of the project in the current folder, if the client has one.
    pub(super) fn project_file(&self, client: Client) -> Option<PathBuf> {
        let names: &[&str] = match client {
            Client::ClaudeCode => &[".mcp.json"],
            Client::Cursor => &[".cursor/mcp.json"],
            Client::VsCode => &[".vscode/mcp.json"],
            Client::Codex => &[".codex/config.toml"],
            Client::Gemini => &[".gemini/settings.json"],
            Client::OpenCode => &["opencode.jsonc", "opencode.json"],
            Client::Zed => &[".zed/settings.json"],
            Client::Windsurf => &[".devin/mcp_config.json"],
            Client::Copilot => &[".github/mcp.json"],
            Client::Qwen => &[".qwen/settings.json"],
            Client::Kilo => &["kilo.jsonc", "kilo.json"],
            Client::Warp => &[".warp/.mcp.json"],
            Client::LibreChat => &["librechat.yaml"],
            Client::ClaudeDesktop | Client::Goose | Client::Cline | Client::LmStudio => &[],
        };
        let mut files = names.iter().map(|name| self.project.join(name));
        files.clone().find(|file| file.exists()).or_else(|| files.next_back())
    }

    fn candidates(&self, client: Client) -> Vec<Candidate> {
        let home = |file: &str| Candidate::beside(self.home.join(file));
        let config = |file: &str| Candidate::beside(self.config.join(file));
        match client {
            Client::ClaudeCode => {
                vec![Candidate { file: self.home.join(".claude.json"), sign: self.home.join(".claude") }]
            }
            Client::ClaudeDesktop => self.claude_desktop(),
            Client::Cursor => vec![home(".cursor/mcp.json")],
            Client::VsCode => ["Code", "Code - Insiders"]
                .map(|name| Candidate::beside(self.application(name).join("User/mcp.json")))
                .to_vec(),
            Client::Codex => vec![Candidate::beside(self.codex.join("config.toml"))],
            Client::Gemini => vec![home(".gemini/settings.json")],
            Client::Qwen => vec![home(".qwen/settings.json")],
            // Both read this folder on every system.
            Client::OpenCode => {
                vec![config("opencode/opencode.jsonc"), config("opencode/opencode.json")]
            }
            Client::Kilo => vec![config("kilo/kilo.jsonc"), config("kilo/kilo.json")],
            Client::Goose if self.system == System::Windows => {
                vec![Candidate::beside(self.app_data.join("Block/goose/config/config.yaml"))]
            }
            Client::Goose => vec![config("goose/config.yaml")],
            Client::Zed => vec![match self.system {
                System::Windows => Candidate::beside(self.app_data.join("Zed/settings.json")),
                System::Mac => home(".config/zed/settings.json"),
                System::Linux => config("zed/settings.json"),
            }],
            Client::Windsurf => {
                let devin = match self.system {
                    System::Windows => self.app_data.join("devin/mcp_config.json"),
                    _ => self.home.join(".config/devin/mcp_config.json"),
                };
                vec![Candidate::beside(devin), home(".codeium/windsurf/mcp_config.json")]
            }
            Client::LibreChat => {
                let file = self.project.join("librechat.yaml");
                vec![Candidate { sign: file.clone(), file }]
            }
            Client::Copilot => vec![Candidate::beside(self.copilot.join("mcp-config.json"))],
            Client::Cline => vec![Candidate::beside(self.cline.clone())],
            Client::LmStudio => vec![home(".lmstudio/mcp.json")],
            Client::Warp => vec![home(".warp/.mcp.json")],
        }
    }

    /// Builds from the Microsoft Store read a folder of their own.
    fn claude_desktop(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        if self.system == System::Windows {
            let packages = std::fs::read_dir(self.local_app_data.join("Packages")).into_iter().flatten();
            let claude = packages
                .filter_map(Result::ok)
                .filter(|entry| entry.file_name().to_str().is_some_and(|name| name.starts_with("Claude_")));
            found.extend(claude.map(|entry| entry.path().join("LocalCache/Roaming/Claude")));
        }
        found.push(self.application("Claude"));
        found.iter().map(|folder| Candidate::beside(folder.join("claude_desktop_config.json"))).collect()
    }

    /// Returns the folder of a desktop program.
    fn application(&self, name: &str) -> PathBuf {
        match self.system {
            System::Linux => self.config.join(name),
            System::Mac => self.home.join("Library/Application Support").join(name),
            System::Windows => self.app_data.join(name),
        }
    }
}

impl Candidate {
    /// The folder of the file shows that the client is there.
    fn beside(file: PathBuf) -> Candidate {
        let sign = file.parent().map(Path::to_path_buf).unwrap_or_default();
        Candidate { file, sign }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::PathBuf;

    use clap::ValueEnum as _;

    use super::{Client, Places, System};

    fn places(system: System, variables: &[(&str, &str)]) -> Places {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        };
        Places::new(system, PathBuf::from("/project"), variable).unwrap()
    }

    #[test]
    fn every_client_has_a_file_on_every_system() {
        for system in [System::Linux, System::Mac, System::Windows] {
            let places = places(system, &[("HOME", "/home/u"), ("USERPROFILE", "/home/u")]);
            for client in Client::value_variants() {
                let file = places.expect(*client).unwrap();
                assert!(file.is_absolute(), "{client:?}: {}", file.display());
            }
        }
    }

    #[test]
    fn variables_move_the_files() {
        let moved = [
            ("HOME", "/home/u"),
            ("XDG_CONFIG_HOME", "/x"),
            ("CODEX_HOME", "/codex"),
            ("COPILOT_HOME", "/copilot"),
            ("CLINE_MCP_SETTINGS_PATH", "/cline.json"),
        ];
        let places = places(System::Linux, &moved);
        for (client, file) in [
            (Client::Codex, "/codex/config.toml"),
            (Client::Copilot, "/copilot/mcp-config.json"),
            (Client::Cline, "/cline.json"),
            (Client::Zed, "/x/zed/settings.json"),
            (Client::VsCode, "/x/Code/User/mcp.json"),
            (Client::ClaudeDesktop, "/x/Claude/claude_desktop_config.json"),
            (Client::ClaudeCode, "/home/u/.claude.json"),
            (Client::LibreChat, "/project/librechat.yaml"),
        ] {
            assert_eq!(places.expect(client), Some(PathBuf::from(file)), "{client:?}");
        }
        let mac = self::places(System::Mac, &[("HOME", "/Users/u")]);
        let file = "/Users/u/Library/Application Support/Claude/claude_desktop_config.json";
        assert_eq!(mac.expect(Client::ClaudeDesktop), Some(PathBuf::from(file)));
    }

    #[test]
    fn missing_home_folder_is_an_error() {
        assert!(Places::new(System::Linux, PathBuf::from("/"), |_| None).is_err());
        assert!(Places::new(System::Linux, PathBuf::from("/"), |_| Some("relative".into())).is_err());
    }
}
