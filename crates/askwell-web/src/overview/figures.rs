//! Computes the figures of the overview from the change log.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{CallError, Engine, InboxFilter};
use askwell_lifecycle::{Actor, Audience, Effect, ElicitationId, Open, State, Status, Surface, Timestamp};

const DAY: u64 = 24 * 3600 * 1000;

/// The most changes that are read: the newest ones.
const MOST_CHANGES: u64 = 200_000;
const STRETCH: usize = 1_000;

/// The most open elicitations that are looked at.
const MOST_OPEN: usize = 1_000;

/// The choices of the filter, in days.
pub(super) const PERIODS: [u64; 4] = [1, 7, 15, 30];

/// What the overview shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OverviewFilter {
    pub(super) days: u64,
    pub(super) client: String,
}

impl OverviewFilter {
    pub(super) fn read(query: &str) -> OverviewFilter {
        let mut filter = OverviewFilter { days: 15, client: String::new() };
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "days" => {
                    let known = PERIODS.into_iter().find(|days| days.to_string() == value);
                    filter.days = known.unwrap_or(filter.days);
                }
                "client" => filter.client = value.into_owned(),
                _ => {}
            }
        }
        filter
    }
}

/// How many ended in each way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Outcomes {
    pub(super) answered: u64,
    pub(super) declined: u64,
    pub(super) cancelled: u64,
    pub(super) expired: u64,
}

impl Outcomes {
    fn add(&mut self, status: Status) {
        match status {
            Status::Completed => self.answered += 1,
            Status::Declined => self.declined += 1,
            Status::Cancelled => self.cancelled += 1,
            Status::Timeout => self.expired += 1,
            Status::Pending | Status::Active => {}
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.answered + self.declined + self.cancelled + self.expired
    }
}

/// The figures of one program or person.
#[derive(Debug, Clone, Default)]
pub(super) struct PartyFigures {
    pub(super) asked: u64,
    pub(super) outcomes: Outcomes,
    pub(super) waiting: u64,
    /// How long answers took.
    pub(super) times: Vec<Duration>,
}

/// All figures.
#[derive(Debug, Default)]
pub(super) struct Figures {
    pub(super) since: u64,
    pub(super) now: u64,
    /// By day, the oldest first, days without any included.
    pub(super) days: BTreeMap<u64, Outcomes>,
    pub(super) outcomes: Outcomes,
    /// How long answers took, sorted.
    pub(super) times: Vec<Duration>,
    pub(super) clients: BTreeMap<String, PartyFigures>,
    pub(super) people: BTreeMap<String, PartyFigures>,
    pub(super) waiting: u64,
    pub(super) due_within_hour: u64,
    /// Whether the log has more than was read.
    pub(super) is_cut: bool,
    /// All clients in the period, for the filter.
    pub(super) all_clients: Vec<String>,
}

impl Figures {
    /// Reads the log and the open elicitations.
    pub(super) async fn read(engine: &Engine, filter: &OverviewFilter) -> Result<Figures, CallError> {
        let operator = Actor::operator(Surface::Web);
        let now = engine.now().as_millis();
        let since = (now / DAY + 1).saturating_sub(filter.days) * DAY;
        let mut figures = Figures { since, now, ..Figures::default() };
        figures.days = (since / DAY..=now / DAY).map(|day| (day, Outcomes::default())).collect();
        let newest = engine.watch(&operator, None).await?.position();
        let mut after = newest.saturating_sub(MOST_CHANGES);
        let mut asked: HashMap<ElicitationId, Timestamp> = HashMap::new();
        let mut clients: BTreeSet<String> = BTreeSet::new();
        loop {
            let part = engine.changes(&operator, after, STRETCH).await?;
            for change in &part.list {
                let is_in_period = change.at.as_millis() >= since;
                if is_in_period {
                    clients.insert(change.client.to_string());
                }
                let wanted = filter.client.is_empty() || change.client.as_str() == filter.client;
                match &change.effect {
                    Effect::Created => {
                        asked.insert(change.id, change.at);
                        if is_in_period && wanted {
                            figures.client(change.client.as_str()).asked += 1;
                        }
                    }
                    Effect::Closed { status, .. } => {
                        let took = asked.remove(&change.id).map(|asked| asked.until(change.at));
                        if is_in_period && wanted {
                            figures.close(change.client.as_str(), &change.person, *status, change.at, took);
                        }
                    }
                    _ => {}
                }
            }
            if part.upto <= after {
                break;
            }
            figures.is_cut |= part.truncated;
            after = part.upto;
        }
        figures.is_cut |= newest > MOST_CHANGES;
        figures.all_clients = clients.into_iter().collect();
        figures.count_waiting(engine, &operator, filter).await?;
        figures.times.sort_unstable();
        for party in figures.clients.values_mut().chain(figures.people.values_mut()) {
            party.times.sort_unstable();
        }
        Ok(figures)
    }

    fn client(&mut self, name: &str) -> &mut PartyFigures {
        self.clients.entry(name.to_owned()).or_default()
    }

    fn close(
        &mut self,
        client: &str,
        person: &Option<Arc<str>>,
        status: Status,
        at: Timestamp,
        took: Option<Duration>,
    ) {
        self.outcomes.add(status);
        self.days.entry(at.as_millis() / DAY).or_default().add(status);
        let of_client = self.client(client);
        of_client.outcomes.add(status);
        let is_answer = matches!(status, Status::Completed | Status::Declined);
        if let (true, Some(took)) = (is_answer, took) {
            of_client.times.push(took);
            self.times.push(took);
        }
        if let (true, Some(person)) = (is_answer, person) {
            let of_person = self.people.entry(person.to_string()).or_default();
            of_person.outcomes.add(status);
            of_person.times.extend(took);
        }
    }

    async fn count_waiting(
        &mut self,
        engine: &Engine,
        operator: &Actor,
        filter: &OverviewFilter,
    ) -> Result<(), CallError> {
        let open = InboxFilter { limit: Some(MOST_OPEN), ..InboxFilter::default() };
        let page = engine.list_inbox(operator, open).await?;
        self.is_cut |= page.next.is_some();
        let hour = Timestamp::from_millis(self.now) + Duration::from_secs(3600);
        for entry in &page.items {
            if !filter.client.is_empty() && entry.client.as_str() != filter.client {
                continue;
            }
            self.waiting += 1;
            self.due_within_hour += u64::from(entry.deadline().is_some_and(|deadline| deadline <= hour));
            self.client(entry.client.as_str()).waiting += 1;
            let claimed = match &entry.state {
                State::Open(Open { claimed_by, .. }) => claimed_by.clone(),
                State::Closed(_) => None,
            };
            let whose = match (&entry.audience, claimed) {
                (_, Some(person)) => person.to_string(),
                (Audience::Person(person), None) => person.to_string(),
                (Audience::Group(group), None) => {
                    askwell_locale::text("overview-group", &[("name", group.to_string().into())])
                }
                _ => continue,
            };
            self.people.entry(whose).or_default().waiting += 1;
        }
        Ok(())
    }
}

/// Returns the time within which this share of answers came, in percent; `None` if there are none.
pub(super) fn percentile(times: &[Duration], percent: usize) -> Option<Duration> {
    let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(place).copied()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{OverviewFilter, percentile};

    #[test]
    fn percentile_is_a_time_that_occurred() {
        let times: Vec<Duration> = (1..=10).map(Duration::from_secs).collect();
        for (percent, seconds) in [(50, 5), (90, 9), (100, 10), (1, 1)] {
            assert_eq!(percentile(&times, percent), Some(Duration::from_secs(seconds)), "{percent}");
        }
        assert_eq!(percentile(&[], 50), None);
    }

    #[test]
    fn unknown_periods_are_ignored() {
        for (query, days) in [("", 15), ("days=7", 7), ("days=99999", 15), ("days=x&client=a", 15)] {
            assert_eq!(OverviewFilter::read(query).days, days, "{query}");
        }
    }
}
