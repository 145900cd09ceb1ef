//! Mail over SMTP, as text and HTML.
//!
//! Every header is made of checked parts: addresses are parsed, the subject is one line, and the library encodes the
//! rest, so that no word of a question can become a header or another recipient.

use askwell_locale::{Piece, Value, Words, say, text};
use std::fmt;
use std::time::Duration;

use lettre::address::AddressError;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use maud::{DOCTYPE, Markup, html};
use zeroize::Zeroizing;

use super::http_post::ChannelSecret;
use super::{AddressKind, Channel, DeliverFuture, DeliveryOutcome};
use crate::notification::Notification;

/// The settings of a mail server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSettings {
    /// The host of the server.
    pub host: String,
    /// The port; `None` means the usual one of the encryption.
    pub port: Option<u16>,
    /// How the connection is encrypted.
    pub encryption: MailEncryption,
    /// The user name and password.
    pub credentials: Option<(String, ChannelSecret)>,
    /// The sender, such as `Askwell <askwell@example.com>`.
    pub from: String,
}

/// How the connection to a mail server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailEncryption {
    /// By TLS from the start, port 465.
    Tls,
    /// By STARTTLS, which is required, port 587.
    StartTls,
    /// Not at all, port 25: for a server on this machine.
    None,
}

/// What is wrong with the settings of a mail server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MailProblem {
    /// The sender is no address.
    #[error("the sender is no mail address such as Askwell <askwell@example.com>: {0}")]
    From(#[source] AddressError),
    /// The host cannot be used for TLS.
    #[error("no encrypted connection to the mail server can be prepared: {0}")]
    Tls(#[source] SmtpError),
    /// A password would be sent unencrypted.
    #[error("a password is not sent over an unencrypted connection; use tls or starttls")]
    PlainPassword,
}

/// A code by which a person signs in, on its way by mail.
#[derive(Clone)]
pub struct SignInCode {
    /// The mail address.
    pub address: String,
    /// The code.
    pub code: Zeroizing<String>,
    /// The host of the pages where the code is entered.
    pub site: String,
    /// How long the code works.
    pub lifetime: Duration,
}

impl fmt::Debug for SignInCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignInCode").field("address", &self.address).finish_non_exhaustive()
    }
}

impl SignInCode {
    fn subject(&self) -> String {
        text("mail-code-subject", &[("site", self.site.as_str().into())])
    }

    fn sentences(&self) -> [String; 2] {
        let minutes = self.lifetime.as_secs().div_ceil(60);
        [
            text("mail-code-works", &[("count", minutes.into()), ("site", self.site.as_str().into())]),
            say("mail-code-warning"),
        ]
    }
}

/// Sends notifications by mail. The address of a person is a mail address.
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Mail {
    /// Prepares a connection to a mail server, without connecting.
    ///
    /// # Errors
    /// When the settings cannot be used.
    pub fn new(settings: MailSettings) -> Result<Mail, MailProblem> {
        let from: Mailbox = settings.from.parse().map_err(MailProblem::From)?;
        if settings.credentials.is_some() && settings.encryption == MailEncryption::None {
            return Err(MailProblem::PlainPassword);
        }
        askwell_http::client::install_crypto();
        let tls = || TlsParameters::new(settings.host.clone()).map_err(MailProblem::Tls);
        let (encryption, usual_port) = match settings.encryption {
            MailEncryption::Tls => (Tls::Wrapper(tls()?), 465),
            MailEncryption::StartTls => (Tls::Required(tls()?), 587),
            MailEncryption::None => (Tls::None, 25),
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&settings.host)
            .port(settings.port.unwrap_or(usual_port))
            .tls(encryption);
        if let Some((user, password)) = settings.credentials {
            builder = builder.credentials(Credentials::new(user, password.reveal().to_owned()));
        }
        Ok(Mail { transport: builder.build(), from })
    }

    /// Mails a code by which a person signs in. There is no link in the mail: the person types the code.
    ///
    /// One attempt, which dropping the future ends. Nothing is stored.
    pub async fn send_code(&self, code: &SignInCode) -> DeliveryOutcome {
        match self.code_message(code) {
            Ok(message) => self.send(message).await,
            Err(error) => DeliveryOutcome::GaveUp { why: format!("no mail can be written: {error}") },
        }
    }

    fn code_message(&self, code: &SignInCode) -> Result<Message, lettre::error::Error> {
        let to: Address = code.address.parse().map_err(|_| lettre::error::Error::MissingTo)?;
        let [works, warns] = code.sentences();
        let says = text("mail-code", &[("code", code.code.as_str().into())]);
        let plain = format!("{says}\n\n{works}\n\n{warns}\n");
        let language = Words::current().language();
        let markup = html! {
            (DOCTYPE)
            html lang=(language.tag()) dir=(language.direction()) {
                head { meta charset="utf-8"; title { (code.subject()) } }
                body style="font-family: sans-serif; line-height: 1.5" {
                    p { (filled("mail-code", &[], &html! { strong style="font-size: larger; letter-spacing: .1em" { (*code.code) } })) }
                    p { (works) }
                    p { (warns) }
                }
            }
        };
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(code.subject())
            .header(AutoSubmitted)
            .multipart(MultiPart::alternative_plain_html(plain, markup.into_string()))
    }

    async fn send(&self, message: Message) -> DeliveryOutcome {
        match self.transport.send(message).await {
            Ok(_) => DeliveryOutcome::Delivered,
            Err(error) => judge(&error),
        }
    }

    fn message(&self, notification: &Notification) -> Result<Message, lettre::error::Error> {
        let to: Address = notification.address.parse().map_err(|_| lettre::error::Error::MissingTo)?;
        let domain = self.from.email.domain();
        let mut builder = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(notification.subject())
            .message_id(Some(format!("<{}@{domain}>", notification.id)))
            .header(AutoSubmitted);
        let mut plain = notification.text();
        if let Some(link) = &notification.unsubscribe {
            builder = builder.header(ListUnsubscribe(format!("<{link}>"))).header(ListUnsubscribePost);
            let settings = format!("{}/notifications", notification.inbox);
            let settings = text("mail-settings-at", &[("link", settings.into())]);
            let stop = text("mail-unsubscribe-at", &[("link", link.as_str().into())]);
            plain.push_str(&format!("\n\n-- \n{settings}\n{stop}\n"));
        }
        builder.multipart(MultiPart::alternative_plain_html(plain, page(notification)))
    }
}

/// Renders a message with markup in the place of the argument that is not in `values`.
fn filled(key: &str, values: &[(&str, Value<'_>)], markup: &Markup) -> Markup {
    let words = Words::current();
    html! {
        @for piece in words.pieces(key, values) {
            @match piece {
                Piece::Text(text) => (text),
                Piece::Slot(_) => (markup),
            }
        }
    }
}

/// Returns the HTML of a mail. It loads nothing.
fn page(notification: &Notification) -> String {
    let language = Words::current().language();
    let markup = html! {
        (DOCTYPE)
        html lang=(language.tag()) dir=(language.direction()) {
            head { meta charset="utf-8"; title { (notification.subject()) } }
            body style="font-family: sans-serif; line-height: 1.5" {
                @if notification.count() > 1 { p { (notification.subject()) } }
                @for entry in &notification.entries {
                    p {
                        strong { (entry.headline()) }
                        @if let Some(deadline) = entry.deadline_line() { br; (deadline) }
                        br;
                        a href=(entry.link) { (say("mail-open-question")) }
                    }
                }
                @if notification.more > 0 {
                    p { (filled("mail-more", &[("count", notification.more.into())], &html! { a href=(notification.inbox) { (say("mail-open-inbox-inline")) } })) }
                }
                @if let Some(link) = &notification.unsubscribe {
                    p style="color: #666; font-size: small" {
                        a href=(format!("{}/notifications", notification.inbox)) { (say("mail-settings")) }
                        " · "
                        a href=(link) { (say("mail-unsubscribe")) }
                    }
                }
            }
        }
    };
    markup.into_string()
}

impl Channel for Mail {
    fn check_address(&self, address: &str) -> Result<(), String> {
        let parsed = address.parse::<Address>();
        parsed.map(drop).map_err(|_| "name a mail address such as ada@example.com".to_owned())
    }

    fn address_kind(&self) -> AddressKind {
        AddressKind::Mail
    }

    fn deliver<'a>(&'a self, notification: &'a Notification) -> DeliverFuture<'a> {
        Box::pin(async move {
            let message = match self.message(notification) {
                Ok(message) => message,
                Err(error) => {
                    return DeliveryOutcome::GaveUp { why: format!("no mail can be written: {error}") };
                }
            };
            self.send(message).await
        })
    }
}

/// Returns what an error of the mail server means. A refused sign-in may be repaired; a refused recipient stays so.
fn judge(error: &SmtpError) -> DeliveryOutcome {
    let why = askwell_http::client::describe_chain(error);
    let code = error.status().map(|code| code.to_string());
    let is_sign_in = matches!(code.as_deref(), Some("530" | "534" | "535" | "538"));
    if error.is_permanent() && !is_sign_in {
        DeliveryOutcome::GaveUp { why }
    } else {
        DeliveryOutcome::retry(why)
    }
}

impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail").field("from", &self.from).finish_non_exhaustive()
    }
}

/// `List-Unsubscribe` (RFC 2369).
#[derive(Clone)]
struct ListUnsubscribe(String);

/// `List-Unsubscribe-Post` (RFC 8058).
#[derive(Clone)]
struct ListUnsubscribePost;

/// `Auto-Submitted` (RFC 3834), so that absence notes do not answer.
#[derive(Clone)]
struct AutoSubmitted;

type ParsedHeader<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(value: &str) -> ParsedHeader<Self> {
        Ok(ListUnsubscribe(value.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        // Mail programs read the URL from one line; it is made of letters that need no encoding.
        HeaderValue::dangerous_new_pre_encoded(Self::name(), self.0.clone(), self.0.clone())
    }
}

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_value: &str) -> ParsedHeader<Self> {
        Ok(ListUnsubscribePost)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_value: &str) -> ParsedHeader<Self> {
        Ok(AutoSubmitted)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}
