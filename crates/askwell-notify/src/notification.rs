//! What a channel delivers: who is told, why, and about which questions.
//!
//! Contains neither answers nor links that grant anything: a link leads to the inbox, which asks who you are.

use askwell_form::hidden::visible;
use askwell_lifecycle::{ClientId, Elicitation, Question, Timestamp};
use askwell_locale::{Words, say, text, without_answer_sentence};
use serde::{Deserialize, Serialize};

use crate::directory::Recipient;

/// The longest title that is sent, in characters.
const LONGEST_TITLE: usize = 200;

/// Why a person is told of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// The question was asked.
    Asked,
    /// The deadline comes nearer.
    Reminder,
    /// It was not answered in time by those who were asked first.
    Escalated,
    /// It was passed on to the person.
    Delegated,
}

impl Reason {
    /// Returns the name in lists and metrics.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Asked => "asked",
            Reason::Reminder => "reminder",
            Reason::Escalated => "escalated",
            Reason::Delegated => "delegated",
        }
    }
}

/// A message to one recipient over one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// The same for every attempt, also after a crash.
    pub id: String,
    /// Who gets it.
    pub recipient: Recipient,
    /// Where, as the directory has it; empty on channels that know people by name.
    pub address: String,
    /// The questions, at least one.
    pub entries: Vec<NotificationEntry>,
    /// How many more questions there are than entries.
    pub more: usize,
    /// The inbox.
    pub inbox: String,
    /// Where the recipient can turn off this channel, if that is possible.
    pub unsubscribe: Option<String>,
}

/// One question in a notification. All texts are one line without hidden characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationEntry {
    /// Why the person is told.
    pub reason: Reason,
    /// The program that asks.
    pub client: String,
    /// The title of the question, if the channel may carry it.
    pub title: Option<String>,
    /// The deadline.
    pub deadline: Option<Timestamp>,
    /// What happens without an answer, as a sentence. In the words of the program, if the channel may carry its title.
    pub without_answer: Option<String>,
    /// The page of the question in the inbox.
    pub link: String,
}

impl NotificationEntry {
    /// Returns the entry for an elicitation, in the words that were entered on this thread.
    #[must_use]
    pub fn of(elicitation: &Elicitation, reason: Reason, titles: Titles, inbox: &str) -> NotificationEntry {
        let title = match &elicitation.question {
            Question::Form(form) if form.translations().is_empty() => form.title().to_owned(),
            Question::Form(form) => form.in_language(Words::current().language().tag()).title().to_owned(),
            Question::Page { message, .. } => message.to_string(),
        };
        let client = match elicitation.client.as_str() {
            ClientId::UNNAMED => say("pages-unnamed-client"),
            name => name.to_owned(),
        };
        NotificationEntry {
            reason,
            client: one_line(&client),
            title: (titles == Titles::Sent).then(|| one_line(&title)),
            deadline: elicitation.deadline(),
            without_answer: elicitation.without_answer().map(|found| {
                let words = found.words.filter(|_| titles == Titles::Sent);
                one_line(&without_answer_sentence(words, found.missing_approvals))
            }),
            link: format!("{inbox}/{}", elicitation.id),
        }
    }

    /// Returns the entry in one line, in the words that were entered on this thread.
    #[must_use]
    pub fn headline(&self) -> String {
        let client = ("client", self.client.as_str().into());
        match &self.title {
            Some(title) => {
                let key = match self.reason {
                    Reason::Asked => "mail-asks",
                    Reason::Reminder => "mail-reminder",
                    Reason::Escalated => "mail-escalated",
                    Reason::Delegated => "mail-delegated",
                };
                text(key, &[client, ("title", title.as_str().into())])
            }
            None => {
                let key = match self.reason {
                    Reason::Asked => "mail-asks-untitled",
                    Reason::Reminder => "mail-reminder-untitled",
                    Reason::Escalated => "mail-escalated-untitled",
                    Reason::Delegated => "mail-delegated-untitled",
                };
                text(key, &[client])
            }
        }
    }

    /// Returns the deadline and what happens then, in one line.
    #[must_use]
    pub fn deadline_line(&self) -> Option<String> {
        let deadline = text("mail-answer-by", &[("time", self.deadline_text()?.into())]);
        Some(match &self.without_answer {
            Some(sentence) => format!("{deadline} {sentence}"),
            None => deadline,
        })
    }

    /// Returns the deadline as text in UTC.
    #[must_use]
    pub fn deadline_text(&self) -> Option<String> {
        let millis = i64::try_from(self.deadline?.as_millis()).ok()?;
        let at = jiff::Timestamp::from_millisecond(millis).ok()?;
        Some(Words::current().moment(&at.strftime("%Y-%m-%dT%H:%M:00Z").to_string()))
    }
}

/// Whether a channel carries the titles of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Titles {
    /// Titles are sent.
    Sent,
    /// Only the name of the asking program is sent.
    Withheld,
}

impl Notification {
    /// Returns how many questions the notification is about.
    #[must_use]
    pub fn count(&self) -> usize {
        self.entries.len() + self.more
    }

    /// Returns the subject: one line.
    #[must_use]
    pub fn subject(&self) -> String {
        match (self.entries.first(), self.count()) {
            (Some(only), 1) => only.headline(),
            (_, count) => text("mail-waiting", &[("count", count.into())]),
        }
    }

    /// Returns the link: the page of the only question, or the inbox.
    #[must_use]
    pub fn link(&self) -> &str {
        match (self.entries.first(), self.count()) {
            (Some(only), 1) => &only.link,
            _ => &self.inbox,
        }
    }

    /// Returns the whole text in plain lines, without the way to unsubscribe.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = String::new();
        if self.count() > 1 {
            lines.push_str(&format!("{}\n\n", self.subject()));
        }
        for entry in &self.entries {
            lines.push_str(&entry.headline());
            lines.push('\n');
            if let Some(line) = entry.deadline_line() {
                lines.push_str(&format!("{line}\n"));
            }
            lines.push_str(&format!("{}\n\n", entry.link));
        }
        if self.more > 0 {
            let more =
                text("mail-more", &[("count", self.more.into()), ("link", self.inbox.as_str().into())]);
            lines.push_str(&format!("{more}\n"));
        }
        lines.trim_end().to_owned()
    }
}

/// Returns text as one line of bounded length, without characters that cannot be seen.
pub(crate) fn one_line(text: &str) -> String {
    let is_layout = |character: char| matches!(character, '\n' | '\r' | '\t');
    let line = visible(text, is_layout).replace(is_layout, " ");
    match line.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askwell_lifecycle::Timestamp;
    use askwell_locale::{Language, Overrides, Words};

    use super::{Notification, NotificationEntry, Reason, one_line};
    use crate::directory::Recipient;

    fn notification(entries: usize, more: usize) -> Notification {
        let entry = |number: usize| NotificationEntry {
            reason: Reason::Asked,
            client: "deployer".to_owned(),
            title: Some(format!("Deploy {number}?")),
            deadline: Some(Timestamp::from_millis(1_800_000_000_000)),
            without_answer: Some("Without an answer: not deployed.".to_owned()),
            link: format!("https://ask.example.com/inbox/elic_{number}"),
        };
        Notification {
            id: "ntf_1".to_owned(),
            recipient: Recipient::Person(Arc::from("ada")),
            address: String::new(),
            entries: (1..=entries).map(entry).collect(),
            more,
            inbox: "https://ask.example.com/inbox".to_owned(),
            unsubscribe: None,
        }
    }

    #[test]
    fn one_question_is_named_in_subject_and_link() {
        let one = notification(1, 0);
        assert_eq!(one.subject(), "deployer asks: Deploy 1?");
        assert_eq!(one.link(), "https://ask.example.com/inbox/elic_1");
        assert_eq!(
            one.text(),
            "deployer asks: Deploy 1?\nAnswer by 15 January 2027, 08:00 UTC. Without an answer: not deployed.\n\
             https://ask.example.com/inbox/elic_1"
        );
    }

    #[test]
    fn several_questions_are_counted_and_lead_to_the_inbox() {
        let many = notification(2, 3);
        assert_eq!(
            (many.subject().as_str(), many.link()),
            ("5 questions wait for an answer", many.inbox.as_str())
        );
        assert!(many.text().ends_with("And 3 more: https://ask.example.com/inbox"));
    }

    #[test]
    fn title_becomes_one_visible_line_of_bounded_length() {
        assert_eq!(one_line("a\r\nBcc: x\u{202e}\u{0}"), "a  Bcc: x\u{fffd}\u{fffd}");
        assert_eq!(one_line(&"ä".repeat(300)).chars().count(), 201);
    }

    #[test]
    fn notification_speaks_the_words_that_were_entered() {
        let mut words = Overrides::default();
        words.add("de", "mail-asks", "Neu von { $client }: { $title }").unwrap();
        let german = Words::of(Language::German).with_overrides(Arc::new(words));
        let told = notification(1, 0);
        let text = german.enter_while(|| told.text());
        assert!(text.starts_with("Neu von deployer: Deploy 1?\n"), "{text}");
        assert!(text.contains("15. Januar 2027, 08:00 UTC"), "{text}");
    }
}
