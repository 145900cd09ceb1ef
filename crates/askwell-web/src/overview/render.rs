//! Renders the overview: figures, plots with a sentence and a table, and what each program and person does.

use std::time::Duration;

use askwell_lifecycle::{ClientId, Timestamp};
use maud::{Markup, html};

use super::figures::{Figures, Outcomes, OverviewFilter, PERIODS, PartyFigures, percentile};
use super::plot::{Bar, bars};
use crate::page::when;
use crate::pages::Pages;

const DAY: u64 = 24 * 3600 * 1000;

/// The parts of a bar, with their words.
const PARTS: [(&str, &str); 4] = [
    ("answered", "Answered or decided"),
    ("declined", "Declined"),
    ("cancelled", "Called off by the program"),
    ("expired", "Expired"),
];

/// The upper ends of the bars of the second plot, in minutes.
const BUCKETS: [u64; 8] = [1, 2, 5, 10, 20, 40, 80, 160];

/// Renders the page.
pub(super) fn page(pages: &Pages, filter: &OverviewFilter, figures: &Figures) -> Markup {
    html! {
        div.overview-head {
            div {
                h1 { "Overview" }
                p.hint { (day_words(figures.since)) " to " (day_words(figures.now)) ", " @if filter.client.is_empty() { "all programs" } @else { bdi { (filter.client) } } }
            }
            (filters(filter, figures))
        }
        @if figures.is_cut { p.hint { "Figures are of the newest changes only: the log has more than this page reads." } }
        (cards(figures))
        (outcomes_plot(figures))
        (times_plot(figures))
        (programs(pages, figures))
        (people(figures))
        p.exports {
            "Audit trail: "
            a.tiny href="/overview/audit.jsonl" download { "JSON lines" } " "
            a.tiny href="/overview/audit.csv" download { "CSV" }
        }
    }
}

fn filters(filter: &OverviewFilter, figures: &Figures) -> Markup {
    html! {
        form.overview-filters method="get" action="/overview" aria-label="Filter" {
            div {
                label for="days" { "Time" }
                select #days name="days" { @for (days, words) in PERIODS { option value=(days) selected[days == filter.days] { (words) } } }
            }
            div {
                label for="client" { "Program" }
                select #client name="client" {
                    option value="" { "All programs" }
                    @for client in &figures.all_clients { option value=(client) selected[*client == filter.client] { (client) } }
                }
            }
            button.tiny type="submit" { "Show" }
        }
    }
}

fn cards(figures: &Figures) -> Markup {
    let Outcomes { answered, declined, expired, .. } = figures.outcomes;
    let asked = answered + declined + expired;
    let share = ((answered + declined) * 100).checked_div(asked);
    let in_time = share.map_or_else(|| "–".to_owned(), |share| format!("{share}\u{202f}%"));
    let within = |percent| percentile(&figures.times, percent).map_or_else(|| "–".to_owned(), long_words);
    let card = |label: &str, value: &str, more: &str| {
        html! { div.kpi { dt { (label) } dd { strong { (value) } @if !more.is_empty() { span { (more) } } } } }
    };
    html! {
        dl.kpis.card {
            (card("Answered in time", &in_time, &format!("{} of {asked}", answered + declined)))
            (card("Half answered within", &within(50), ""))
            (card("Nine of ten within", &within(90), ""))
            (card("Waiting now", &figures.waiting.to_string(), &format!("{} due within the hour", figures.due_within_hour)))
            (card("Expired", &expired.to_string(), ""))
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
        Some((day, outcomes)) if outcomes.expired > 0 => {
            format!("{} expired on {}", count_words(outcomes.expired), day_words(day * DAY))
        }
        _ if figures.outcomes.total() == 0 => "Nothing ended in this time".to_owned(),
        _ => "Nothing expired in this time".to_owned(),
    };
    let worst_day = worst.filter(|(_, outcomes)| outcomes.expired > 0).map(|(day, _)| *day);
    let drawn: Vec<Bar> = figures
        .days
        .iter()
        .map(|(day, outcomes)| Bar {
            label: short_day(day * DAY),
            parts: values(outcomes),
            note: if Some(*day) == worst_day {
                format!("{} expired", outcomes.expired)
            } else {
                String::new()
            },
        })
        .collect();
    let Outcomes { answered, declined, cancelled, expired } = figures.outcomes;
    let sentence = format!(
        "Outcomes by day: {answered} answered or decided, {declined} declined, {cancelled} called off, {expired} expired in all. {title}."
    );
    html! {
        section.card aria-labelledby="plot-outcomes" {
            h2 #plot-outcomes { (title) }
            p.hint { "Outcomes by day, in UTC." }
            ul.key { @for (class, words) in PARTS { li { span class=(format!("swatch {class}")) aria-hidden="true" {} (words) } } }
            (bars("outcomes", &sentence, &drawn))
            details.as-table {
                summary { "Show as a table" }
                div.scroll tabindex="0" role="region" aria-label="Outcomes by day" {
                    table {
                        caption.sr { "Outcomes by day" }
                        thead { tr { th scope="col" { "Day" } @for (_, words) in PARTS { th scope="col" { (words) } } } }
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
        (None, Some(end)) => format!("under {end}"),
        (Some(from), Some(end)) => format!("{from}–{end}"),
        (Some(from), None) => format!("over {from}"),
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
        Some(half) => format!("Half of all answers come within {}", long_words(half)),
        None => "No answers in this time".to_owned(),
    };
    let nine =
        percentile(&figures.times, 90).map(|time| format!(" Nine of ten come within {}.", long_words(time)));
    let sentence = format!(
        "{} answers by the minutes they took. {title}.{}",
        figures.times.len(),
        nine.unwrap_or_default()
    );
    html! {
        section.card aria-labelledby="plot-times" {
            h2 #plot-times { (title) }
            p.hint { (figures.times.len()) " answers by the minutes that they took." }
            (bars("times", &sentence, &drawn))
            details.as-table {
                summary { "Show as a table" }
                div.scroll tabindex="0" role="region" aria-label="Answers by the minutes that they took" {
                    table {
                        caption.sr { "Answers by the minutes that they took" }
                        thead { tr { th scope="col" { "Minutes" } th scope="col" { "Answers" } } }
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
            format!(
                "{} asks most: {}",
                pages.client_name(&ClientId::from(name.as_str())),
                count_words(of.asked)
            )
        }
        _ => "No program asked in this time".to_owned(),
    };
    html! {
        section.card aria-labelledby="table-programs" {
            h2 #table-programs { (title) }
            div.scroll tabindex="0" role="region" aria-label="Programs" {
                table {
                    caption.sr { "Who asks" }
                    thead { tr { th scope="col" { "Program" } th scope="col" { "Asked" } th scope="col" { "Answered" } th scope="col" { "Expired" } th scope="col" { "Waiting" } th scope="col" { "Half within" } } }
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
        Some((name, of)) if of.waiting > 0 => format!("{name} has most waiting: {}", of.waiting),
        Some(_) => "Nothing waits for a single person".to_owned(),
        None => "No person answered in this time".to_owned(),
    };
    html! {
        section.card aria-labelledby="table-people" {
            h2 #table-people { (title) }
            div.scroll tabindex="0" role="region" aria-label="People" {
                table {
                    caption.sr { "Who answers" }
                    thead { tr { th scope="col" { "Person or group" } th scope="col" { "Waiting" } th scope="col" { "Share of the most" } th scope="col" { "Answered" } th scope="col" { "Half within" } } }
                    tbody {
                        @for (name, of) in rows.iter().take(50) {
                            tr {
                                th scope="row" { bdi { (name) } }
                                td { (of.waiting) }
                                td {
                                    svg.meter viewBox="0 0 200 12" role="img" aria-label=(format!("{} of at most {most}", of.waiting)) {
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

fn count_words(count: u64) -> String {
    if count == 1 { "1 question".to_owned() } else { format!("{count} questions") }
}

/// Returns a duration: `7 min`, `4 h 10`, `2 days`.
fn long_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3_600 => format!("{} min", seconds / 60),
        seconds @ 3_600..172_800 => format!("{} h {:02}", seconds / 3_600, seconds / 60 % 60),
        seconds => format!("{} days", seconds / 86_400),
    }
}

/// Returns a day: `12 November 2026`.
fn day_words(millis: u64) -> String {
    let text = when(Timestamp::from_millis(millis));
    text.split(',').next().unwrap_or_default().to_owned()
}

/// Returns a day in short: `12 Nov`.
fn short_day(millis: u64) -> String {
    let day = day_words(millis);
    let mut words = day.split(' ');
    let (number, month) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    format!("{number} {}", month.get(..3).unwrap_or(month))
}
