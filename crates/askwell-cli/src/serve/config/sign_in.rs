//! Reads `[[sign_in.oidc]]` from the settings file.

use std::collections::HashSet;
use std::fs;

use askwell_web::OidcSettings;
use toml_edit::{Item, Table};
use url::Url;
use zeroize::Zeroizing;

use super::file::ConfigProblem;
use super::table_reader::{Requirement, TableReader, span};

const KEYS: [&str; 12] = [
    "id",
    "name",
    "issuer",
    "client_id",
    "client_secret_file",
    "scopes",
    "person_claim",
    "groups_claim",
    "accept_groups",
    "require_groups",
    "accept_domains",
    "allow_private",
];

/// Reads all providers and adds their problems.
pub(super) fn read(item: &Item, problems: &mut Vec<ConfigProblem>) -> Vec<OidcSettings> {
    let Some(tables) = item.as_array_of_tables() else {
        let title = "providers are written [[sign_in.oidc]], one after the other";
        problems.push(ConfigProblem::new("value", title, item.span()));
        return Vec::new();
    };
    let mut ids = HashSet::new();
    let mut providers = Vec::new();
    for table in tables {
        let Some(provider) = provider(table, problems) else { continue };
        if !ids.insert(provider.id.clone()) {
            let title = format!("two providers have the id {:?}; each needs an id of its own", provider.id);
            problems.push(ConfigProblem::new("value", title, span(table, "id")));
        }
        providers.push(provider);
    }
    providers
}

fn provider(table: &Table, problems: &mut Vec<ConfigProblem>) -> Option<OidcSettings> {
    let before = problems.len();
    let mut reader = TableReader { what: "a provider", table, problems };
    reader.reject_unknown(&KEYS);
    let name = reader.text("name", Requirement::Required);
    let issuer = reader.text("issuer", Requirement::Required);
    let client_id = reader.text("client_id", Requirement::Required);
    let id = reader.text("id", Requirement::Optional);
    let secret = reader.client_secret();
    let mut lists = ["scopes", "accept_groups", "require_groups", "accept_domains"]
        .map(|key| table.contains_key(key).then(|| reader.texts(key)));
    let (person, groups) = (
        reader.text("person_claim", Requirement::Optional),
        reader.text("groups_claim", Requirement::Optional),
    );
    let allow_private = reader.switch("allow_private");
    let mut settings = OidcSettings::new(name?, issuer?, client_id?);
    settings.allow_private = allow_private;
    settings.client_secret = secret;
    if let Some(id) = id {
        settings.id = id;
    }
    if !OidcSettings::is_id(&settings.id) {
        let why = "a provider needs an id of 1 to 64 lower-case letters, digits and hyphens: it is part of its URLs";
        reader.wrong("id", why.to_owned());
    }
    if let Err(why) = check_issuer(&settings) {
        reader.wrong("issuer", why);
    }
    let [scopes, accept_groups, require_groups, accept_domains] = &mut lists;
    for (list, place) in [
        (scopes, &mut settings.scopes),
        (accept_groups, &mut settings.accept_groups),
        (require_groups, &mut settings.require_groups),
        (accept_domains, &mut settings.accept_domains),
    ] {
        if let Some(list) = list.take() {
            *place = list;
        }
    }
    settings.person_claim = person.unwrap_or(settings.person_claim);
    settings.groups_claim = groups.unwrap_or(settings.groups_claim);
    (problems.len() == before).then_some(settings)
}

/// Returns why the issuer cannot be one.
fn check_issuer(settings: &OidcSettings) -> Result<(), String> {
    let issuer = &settings.issuer;
    let url =
        Url::parse(issuer).map_err(|_| format!("{issuer:?} is not a URL such as https://sso.example.com"))?;
    match url.scheme() {
        "https" => {}
        "http" if settings.allow_private => {}
        "http" => {
            let why = "the issuer is not encrypted; use https, or allow_private = true for this machine and private networks";
            return Err(why.to_owned());
        }
        _ => return Err(format!("{issuer:?} is not a URL such as https://sso.example.com")),
    }
    if url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() {
        return Err(format!("{issuer:?} has more than a host and a path, which no issuer has"));
    }
    Ok(())
}

impl TableReader<'_> {
    /// Reads the file with the client secret. Messages never contain it.
    fn client_secret(&mut self) -> Option<Zeroizing<String>> {
        let path = self.text("client_secret_file", Requirement::Optional)?;
        let secret = match fs::read_to_string(&path) {
            Ok(text) => Zeroizing::new(text),
            Err(error) => {
                self.wrong("client_secret_file", format!("the file {path} cannot be read: {error}"));
                return None;
            }
        };
        let secret = Zeroizing::new(secret.trim().to_owned());
        if secret.is_empty() || secret.contains(char::is_whitespace) {
            self.wrong("client_secret_file", format!("the file {path} holds no secret: one line is needed"));
            return None;
        }
        Some(secret)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ConfigDraft, file};

    #[test]
    fn provider_is_read_and_its_mistakes_are_found() {
        let good = "[[sign_in.oidc]]\nname = \"Company SSO\"\nissuer = \"https://sso.example.com\"\nclient_id = \"askwell\"\n";
        let mut draft = ConfigDraft::default();
        assert_eq!(file::apply(&format!("[sign_in]\nidle_ms = 1000\n{good}scopes = []\n"), &mut draft), []);
        let [provider] = &draft.config.sign_in.oidc[..] else { panic!("{draft:?}") };
        assert_eq!((provider.id.as_str(), provider.person_claim.as_str()), ("company-sso", "email"));
        assert!(provider.scopes.is_empty() && draft.config.sign_in.session_idle.as_millis() == 1000);
        let with = |line: &str| format!("{good}{line}\n");
        for (text, line, says) in [
            (good.replace("https:", "http:"), 3, "the issuer is not encrypted"),
            (good.replace("https://sso.example.com", "sso"), 3, "is not a URL such as"),
            (good.replace("example.com", "example.com?a=b"), 3, "has more than a host and a path"),
            (good.replace("client_id = \"askwell\"\n", ""), 1, "a provider needs a client_id"),
            (good.replace("Company SSO", "東京"), 1, "needs an id of 1 to 64"),
            (with("id = \"A b\""), 5, "needs an id of 1 to 64"),
            (with("isuer = \"a\""), 5, "a provider has no isuer"),
            (with("client_secret_file = \"/nowhere/secret\""), 5, "cannot be read"),
            (with("scopes = \"email\""), 5, "a list of texts is needed"),
            (good.repeat(2), 5, "two providers have the id \"company-sso\""),
            ("[sign_in]\noidc = 7\n".to_owned(), 2, "providers are written [[sign_in.oidc]]"),
        ] {
            let problems = file::apply(&text, &mut ConfigDraft::default());
            let [finding] = &problems[..] else { panic!("{text}: {problems:?}") };
            assert!(finding.title.contains(says), "{finding:?}");
            assert_eq!(finding.notice(&text).place.unwrap().line, line, "{text}");
        }
        let private =
            good.replace("https://sso.example.com", "http://127.0.0.1:9") + "allow_private = true\n";
        assert_eq!(file::apply(&private, &mut ConfigDraft::default()), []);
    }
}
