//! Renders the overview: figures, plots with a sentence and a table, and what each program and person does.

use crate::text::message;
use askwell_locale::{DayStyle, Words, say, text};
use std::time::Duration;

use askwell_lifecycle::{ClientId, Timestamp};
use maud::{Markup, html};

use super::figures::{Figures, Outcomes, OverviewFilter, PERIODS, PartyFigures, percentile};
use super::plot::{Bar, bars};
use crate::page::instant;
use crate::pages::Pages;

const DAY: u64 = 24 * 3600 * 1000;

/// The parts of a bar, with their words.
const PARTS: [(&str, &str); 4] = [
    ("answered", "overview-part-answered"),
    ("declined", "overview-part-declined"),
    ("cancelled", "overview-part-cancelled"),
    ("expired", "overview-part-expired"),
];

/// The upper ends of the bars of the second plot, in minutes.
const BUCKETS: [u64; 8] = [1, 2, 5, 10, 20, 40, 80, 160];

/// Renders the page.
pub(super) fn page(pages: &Pages, filter: &OverviewFilter, figures: &Figures) -> Markup {
    html! {
        div.overview-head {
            div {
                h1 { (say("overview-title")) }
                p.hint {
                    @let days = [("from", day_words(figures.since).into()), ("to", day_words(figures.now).into())];
                    @if filter.client.is_empty() { (text("overview-all-programs-time", &days)) }
                    @else { (message("overview-program-time", &days, &[("client", html! { bdi { (filter.client) } })])) }
                }
            }
            (filters(filter, figures))
        }
        @if figures.is_cut { p.hint { (say("overview-cut")) } }
        (cards(figures))
        (outcomes_plot(figures))
        (times_plot(figures))
        (programs(pages, figures))
        (people(figures))
        p.exports {
            (message("overview-audit", &[], &[("files", html! {
                a.tiny href="/overview/audit.jsonl" download { (say("overview-audit-lines")) } " "
                a.tiny href="/overview/audit.csv" download { (say("overview-audit-csv")) }
            })]))
        }
    }
}

fn filters(filter: &OverviewFilter, figures: &Figures) -> Markup {
    html! {
        form.overview-filters method="get" action="/overview" aria-label=(say("overview-filter")) {
            div {
                label for="days" { (say("overview-time")) }
                select #days name="days" { @for days in PERIODS { option value=(days) selected[days == filter.days] { (period_words(days)) } } }
            }
            div {
                label for="client" { (say("overview-program")) }
                select #client name="client" {
                    option value="" { (say("overview-all-programs")) }
                    @for client in &figures.all_clients { option value=(client) selected[*client == filter.client] { (client) } }
                }
            }
            button.tiny type="submit" { (say("overview-show")) }
        }
    }
}

fn cards(figures: &Figures) -> Markup {
    let Outcomes { answered, declined, expired, .. } = figures.outcomes;
    let asked = answered + declined + expired;
    let share = ((answered + declined) * 100).checked_div(asked);
    let in_time =
        share.map_or_else(|| "–".to_owned(), |share| text("overview-percent", &[("percent", share.into())]));
    let within = |percent| percentile(&figures.times, percent).map_or_else(|| "–".to_owned(), long_words);
    let card = |label: &str, value: &str, more: &str| {
        html! { div.kpi { dt { (say(label)) } dd { strong { (value) } @if !more.is_empty() { span { (more) } } } } }
    };
    html! {
        dl.kpis.card {
            (card("overview-in-time", &in_time, &text("overview-of", &[("part", (answered + declined).into()), ("count", asked.into())])))
            (card("overview-half", &within(50), ""))
            (card("overview-nine", &within(90), ""))
            (card("overview-waiting-now", &figures.waiting.to_string(), &text("overview-due-hour", &[("count", figures.due_within_hour.into())])))
            (card("overview-expired", &expired.to_string(), ""))
        }
    }
}

fn values(outcomes: &Outcomes) -> Vec<(&'static str, u64)> {
    vec![
        ("answered", outcomes.answered),
        ("declined", outcomes.declined),
        ("cancelled", outcomes.cancelled),
        ("expired", outcomes.expired),
    ]
}

fn outcomes_plot(figures: &Figures) -> Markup {
    let worst = figures.days.iter().max_by_key(|(_, outcomes)| outcomes.expired);
    let title = match worst {
        Some((day, outcomes)) if outcomes.expired > 0 => text(
            "overview-expired-on",
            &[("count", outcomes.expired.into()), ("day", day_words(day * DAY).into())],
        ),
        _ if figures.outcomes.total() == 0 => say("overview-nothing-ended"),
        _ => say("overview-nothing-expired"),
    };
    let worst_day = worst.filter(|(_, outcomes)| outcomes.expired > 0).map(|(day, _)| *day);
    let drawn: Vec<Bar> = figures
        .days
        .iter()
        .map(|(day, outcomes)| Bar {
            label: short_day(day * DAY),
            parts: values(outcomes),
            note: if Some(*day) == worst_day {
                text("overview-bar-expired", &[("count", outcomes.expired.into())])
            } else {
                String::new()
            },
        })
        .collect();
    let Outcomes { answered, declined, cancelled, expired } = figures.outcomes;
    let sentence = text(
        "overview-by-day-spoken",
        &[
            ("answered", answered.into()),
            ("declined", declined.into()),
            ("cancelled", cancelled.into()),
            ("expired", expired.into()),
            ("heading", title.clone().into()),
        ],
    );
    html! {
        section.card aria-labelledby="plot-outcomes" {
            h2 #plot-outcomes { (title) }
            p.hint { (say("overview-by-day-utc")) }
            ul.key { @for (class, words) in PARTS { li { span class=(format!("swatch {class}")) aria-hidden="true" {} (say(words)) } } }
            (bars("outcomes", &sentence, &drawn))
            details.as-table {
                summary { (say("overview-as-table")) }
                div.scroll tabindex="0" role="region" aria-label=(say("overview-by-day")) {
                    table {
                        caption.sr { (say("overview-by-day")) }
                        thead { tr { th scope="col" { (say("overview-day")) } @for (_, words) in PARTS { th scope="col" { (say(words)) } } } }
                        tbody {
                            @for (day, outcomes) in &figures.days {
                                tr { th scope="row" { (day_words(day * DAY)) } @for (_, value) in values(outcomes) { td { (value) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn times_plot(figures: &Figures) -> Markup {
    let mut counts = [0_u64; BUCKETS.len() + 1];
    for time in &figures.times {
        let place = BUCKETS.iter().position(|end| time.as_secs() < end * 60).unwrap_or(BUCKETS.len());
        if let Some(count) = counts.get_mut(place) {
            *count += 1;
        }
    }
    let label = |place: usize| match (
        place.checked_sub(1).and_then(|before| BUCKETS.get(before)),
        BUCKETS.get(place),
    ) {
        (None, Some(end)) => text("overview-under", &[("number", (*end).into())]),
        (Some(from), Some(end)) => {
            text("overview-between", &[("from", (*from).into()), ("to", (*end).into())])
        }
        (Some(from), None) => text("overview-over", &[("number", (*from).into())]),
        (None, None) => String::new(),
    };
    let rows: Vec<(String, u64)> =
        counts.iter().enumerate().map(|(place, count)| (label(place), *count)).collect();
    let drawn: Vec<Bar> = rows
        .iter()
        .map(|(label, count)| Bar {
            label: label.clone(),
            parts: vec![("answered", *count)],
            note: if *count > 0 { count.to_string() } else { String::new() },
        })
        .collect();
    let title = match percentile(&figures.times, 50) {
        Some(half) => text("overview-half-of-all", &[("time", long_words(half).into())]),
        None => say("overview-no-answers"),
    };
    let nine = percentile(&figures.times, 90)
        .map(|time| text("overview-nine-of-all", &[("time", long_words(time).into())]));
    let by_minutes = text("overview-answers-by-minutes", &[("count", figures.times.len().into())]);
    let sentence = format!("{by_minutes} {title}. {}", nine.unwrap_or_default());
    html! {
        section.card aria-labelledby="plot-times" {
            h2 #plot-times { (title) }
            p.hint { (by_minutes) }
            (bars("times", &sentence, &drawn))
            details.as-table {
                summary { (say("overview-as-table")) }
                div.scroll tabindex="0" role="region" aria-label=(say("overview-minutes-table")) {
                    table {
                        caption.sr { (say("overview-minutes-table")) }
                        thead { tr { th scope="col" { (say("overview-minutes-head")) } th scope="col" { (say("overview-answers-head")) } } }
                        tbody { @for (label, count) in &rows { tr { th scope="row" { (label) } td { (count) } } } }
                    }
                }
            }
        }
    }
}

fn programs(pages: &Pages, figures: &Figures) -> Markup {
    let mut rows: Vec<(&String, &PartyFigures)> = figures.clients.iter().collect();
    rows.sort_by_key(|(_, of)| std::cmp::Reverse((of.asked, of.waiting)));
    let title = match rows.first() {
        Some((name, of)) if of.asked > 0 => {
            let client = pages.client_name(&ClientId::from(name.as_str()));
            text("overview-asks-most", &[("client", client.into()), ("count", of.asked.into())])
        }
        _ => say("overview-no-program"),
    };
    html! {
        section.card aria-labelledby="table-programs" {
            h2 #table-programs { (title) }
            div.scroll tabindex="0" role="region" aria-label=(say("overview-programs")) {
                table {
                    caption.sr { (say("overview-who-asks")) }
                    thead { tr { th scope="col" { (say("overview-program")) } th scope="col" { (say("overview-asked")) } th scope="col" { (say("overview-answered")) } th scope="col" { (say("overview-expired")) } th scope="col" { (say("overview-waiting")) } th scope="col" { (say("overview-half-within")) } } }
                    tbody {
                        @for (name, of) in rows.iter().take(50) {
                            tr {
                                th scope="row" { bdi { (pages.client_name(&ClientId::from(name.as_str()))) } }
                                td { (of.asked) } td { (of.outcomes.answered + of.outcomes.declined) } td { (of.outcomes.expired) } td { (of.waiting) }
                                td { (percentile(&of.times, 50).map_or_else(|| "–".to_owned(), long_words)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn people(figures: &Figures) -> Markup {
    let mut rows: Vec<(&String, &PartyFigures)> = figures.people.iter().collect();
    rows.sort_by_key(|(_, of)| std::cmp::Reverse((of.waiting, of.outcomes.total())));
    let most = rows.iter().map(|(_, of)| of.waiting).max().unwrap_or(0).max(1);
    let title = match rows.first() {
        Some((name, of)) if of.waiting > 0 => {
            text("overview-most-waiting", &[("name", name.as_str().into()), ("number", of.waiting.into())])
        }
        Some(_) => say("overview-none-waiting"),
        None => say("overview-no-person"),
    };
    html! {
        section.card aria-labelledby="table-people" {
            h2 #table-people { (title) }
            div.scroll tabindex="0" role="region" aria-label=(say("overview-people")) {
                table {
                    caption.sr { (say("overview-who-answers")) }
                    thead { tr { th scope="col" { (say("overview-person-or-group")) } th scope="col" { (say("overview-waiting")) } th scope="col" { (say("overview-share")) } th scope="col" { (say("overview-answered")) } th scope="col" { (say("overview-half-within")) } } }
                    tbody {
                        @for (name, of) in rows.iter().take(50) {
                            tr {
                                th scope="row" { bdi { (name) } }
                                td { (of.waiting) }
                                td {
                                    svg.meter viewBox="0 0 200 12" role="img" aria-label=(text("overview-of-most", &[("part", of.waiting.into()), ("most", most.into())])) {
                                        rect.meter-ground width="200" height="12" rx="2" {}
                                        rect.part.answered width=(of.waiting * 200 / most) height="12" rx="2" {}
                                    }
                                }
                                td { (of.outcomes.answered + of.outcomes.declined) }
                                td { (percentile(&of.times, 50).map_or_else(|| "–".to_owned(), long_words)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the words for a choice of the filter.
fn period_words(days: u64) -> String {
    match days {
        1 => text("overview-last-hours", &[("count", 24_u64.into())]),
        _ => text("overview-last-days", &[("count", days.into())]),
    }
}

/// Returns a duration: `7 min`, `4 h 10`, `2 days`.
fn long_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => text("overview-seconds", &[("count", seconds.into())]),
        seconds @ 60..3_600 => text("overview-minutes", &[("count", (seconds / 60).into())]),
        seconds @ 3_600..172_800 => {
            let minutes = format!("{:02}", seconds / 60 % 60);
            text("overview-hours", &[("hours", (seconds / 3_600).into()), ("minutes", minutes.into())])
        }
        seconds => text("overview-days", &[("count", (seconds / 86_400).into())]),
    }
}

/// Returns a day: `12 November 2026`.
fn day_words(millis: u64) -> String {
    day_in(millis, DayStyle::Date)
}

/// Returns a day in short: `12 Nov`.
fn short_day(millis: u64) -> String {
    day_in(millis, DayStyle::Short)
}

fn day_in(millis: u64, style: DayStyle) -> String {
    let moment = instant(Timestamp::from_millis(millis));
    Words::current().day(moment.split('T').next().unwrap_or_default(), style)
}
