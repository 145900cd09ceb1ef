//! `url`: a web address that passes the URL guard.

use super::text::quoted;
use super::{Kind, rules};
use crate::constraint::Constraint;
use crate::definition::Field;
use crate::json::tree::Node;
use crate::parse::reader::Reader;
use crate::problem::{Fact, Problems};
use crate::raw::Raw;
use crate::report::Report;
use crate::url_guard::{self, Scheme, SchemeSet, UrlPolicy, UrlRefusal};

/// The constraints of a URL field.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct UrlKind {
    /// What the guard lets through.
    pub policy: UrlPolicy,
}

impl UrlKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>) -> UrlKind {
        let mut policy = UrlPolicy::default();
        let keys =
            ["format", "allowedSchemes", "blockPrivateIPs", "blockLocalhost", "mustResolve", "maxLength"];
        let Some(members) = rules(reader, node, &keys) else { return UrlKind { policy } };
        if let Some(node) = members.get("format") {
            reader.word(node, &[("uri", ())]);
        }
        if let Some(schemes) = members.get("allowedSchemes").and_then(|node| reader.list(node, 1)) {
            let known = Scheme::ALL.map(|scheme| (scheme.name(), scheme));
            let read = schemes.iter().filter_map(|node| reader.word(node, &known));
            policy.allowed_schemes = read.fold(SchemeSet::EMPTY, SchemeSet::with);
        }
        let mut flag =
            |key, otherwise| members.get(key).and_then(|node| reader.boolean(node)).unwrap_or(otherwise);
        policy.block_private_ips = flag("blockPrivateIPs", policy.block_private_ips);
        policy.block_localhost = flag("blockLocalhost", policy.block_localhost);
        policy.must_resolve = flag("mustResolve", policy.must_resolve);
        policy.max_length = reader.length(members, "maxLength", 1).unwrap_or(policy.max_length);
        UrlKind { policy }
    }

    #[inline]
    pub(super) fn check<'a>(&self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<&'a str> {
        let Raw::Text(text) = raw else {
            report.fail(Constraint::Type, Fact::Word("string"), Fact::Word(raw.type_name()));
            return None;
        };
        self.check_text(text, report);
        Some(text)
    }

    #[inline]
    pub(super) fn check_text(&self, text: &str, report: &mut Report<'_>) {
        if let Err(refusal) = url_guard::check(text, &self.policy) {
            self.refuse(&refusal, text, report);
        }
    }

    #[cold]
    fn refuse(&self, refusal: &UrlRefusal, text: &str, report: &mut Report<'_>) {
        let (constraint, expected, actual) = self.explain(refusal, text);
        report.fail(constraint, expected, actual);
    }

    /// Returns which constraint a refusal belongs to. Passwords in URLs are not repeated.
    fn explain(&self, refusal: &UrlRefusal, text: &str) -> (Constraint, Fact, Fact) {
        let schemes =
            || Fact::List(self.policy.allowed_schemes.iter().map(|s| s.name().to_owned()).collect());
        match refusal {
            UrlRefusal::TooLong { length, max } => {
                (Constraint::MaxLength, Fact::Count(*max), Fact::Count(*length))
            }
            UrlRefusal::Scheme { found, .. } => {
                (Constraint::AllowedSchemes, schemes(), Fact::Text(found.clone()))
            }
            UrlRefusal::Localhost => {
                (Constraint::BlockLocalhost, Fact::Word("another machine"), quoted(text))
            }
            UrlRefusal::PrivateAddress { address, .. } => {
                (Constraint::BlockPrivateIps, Fact::Word("public IP"), Fact::Text(address.to_string()))
            }
            UrlRefusal::PrivateName { name, .. } => {
                (Constraint::BlockPrivateIps, Fact::Word("public host name"), Fact::Text(name.clone()))
            }
            UrlRefusal::Unresolved => {
                (Constraint::MustResolve, Fact::Word("a host name with an address"), quoted(text))
            }
            UrlRefusal::Credentials => {
                (Constraint::Format, Fact::Word("uri"), Fact::Word("user name or password"))
            }
            // What stands before an @ may be a password, even if the rest is no URL.
            _ if text.contains('@') => (Constraint::Format, Fact::Word("uri"), Fact::Unsaid),
            _ => (Constraint::Format, Fact::Word("uri"), quoted(text)),
        }
    }
}

impl Field {
    /// Returns the problem with a URL whose host turned out, when it was resolved, to lead where it
    /// must not.
    #[must_use]
    pub fn refuse_url(&self, refusal: &UrlRefusal, text: &str) -> Problems {
        let mut problems = Vec::new();
        if let Kind::Url(kind) = &self.kind {
            kind.refuse(refusal, text, &mut Report { field: &self.identity, problems: &mut problems });
        }
        Problems(problems)
    }
}
