//! The HTML of the playground. The script puts the same parts into the page that a form without a script gets as a whole.

use clap::ValueEnum as _;
use maud::{DOCTYPE, Markup, html};
use serde_json::{Value, json};

use super::evaluation::{DocumentProblem, EvaluatedForm, Evaluation};
use super::request::EvaluationRequest;
use super::{share, texts};
use crate::new::Example;

/// An evaluated document with its page.
pub(super) struct Shown {
    pub(super) request: EvaluationRequest,
    pub(super) evaluation: Evaluation,
    /// The path of the page, or why there is none.
    pub(super) page: Result<String, String>,
}

/// The paths of files that the page needs.
pub(super) struct AssetPaths {
    /// The style sheet of the pages, for its colours and controls.
    pub(super) pages_style: &'static str,
    pub(super) icon: &'static str,
}

/// Returns the whole page.
pub(super) fn page(shown: &Shown, assets: &AssetPaths) -> Markup {
    let request = &shown.request;
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (texts::TITLE) }
                link rel="stylesheet" href=(assets.pages_style);
                link rel="stylesheet" href="/playground.css";
                link rel="icon" type="image/svg+xml" href=(assets.icon);
                script src="/playground.js" defer {}
            }
            body.playground data-ended=(texts::ENDED) data-copied=(texts::COPIED) data-not-copied=(texts::NOT_COPIED) {
                a.skip href="#result" { (texts::SKIP) }
                header {
                    h1 { (texts::TITLE) }
                    (controls(shown))
                }
                main {
                    form #playground method="post" action="/" {
                        (editor(request))
                        section #problems aria-live="polite" aria-labelledby="problems-title" {
                            h2 #problems-title { (texts::PROBLEMS) }
                            div #problems-list { (problems(&shown.evaluation.problems)) }
                        }
                        div.answers {
                            label for="answers" { (texts::ANSWERS) }
                            textarea #answers name="answers" rows="6" spellcheck="false" autocapitalize="off"
                                autocomplete="off" { "\n" (request.answers) }
                        }
                        button.primary #show { (texts::EVALUATE) }
                    }
                    section #result tabindex="-1" aria-labelledby="result-title" {
                        h2.sr #result-title { (texts::RESULT) }
                        (panels(shown))
                    }
                }
            }
        }
    }
}

/// Returns what the script needs to update the page.
pub(super) fn update(shown: &Shown) -> Value {
    let Shown { evaluation, page, request } = shown;
    let marks = evaluation.problems.iter().filter_map(|problem| {
        let (line, _) = problem.place?;
        Some(json!({"line": line, "error": problem.is_error}))
    });
    let form = evaluation.form.as_ref();
    json!({
        "document": request.document,
        "page": page.as_ref().ok(),
        "notice": page.as_ref().err(),
        "marks": marks.collect::<Vec<_>>(),
        "problems": problems(&evaluation.problems).into_string(),
        "terminal": terminal(form).into_string(),
        "schemas": schemas(form).into_string(),
        "checked": checked(form).into_string(),
        "languages": form.map(|form| &form.languages),
        "share": share::encode(&request.document),
    })
}

fn controls(shown: &Shown) -> Markup {
    let languages = shown.evaluation.form.as_ref().map(|form| form.languages.as_slice()).unwrap_or_default();
    html! {
        div.controls {
            p {
                label for="example" { (texts::EXAMPLE) }
                select #example name="example" form="playground" {
                    option value="" { (texts::CHOOSE) }
                    @for example in Example::value_variants() {
                        @let (name, help) = example.described();
                        option value=(name) title=(help) selected[name == shown.request.example] { (name) }
                    }
                }
                button.quiet #load name="load" value="1" form="playground" { (texts::LOAD) }
            }
            p {
                label for="language" { (texts::LANGUAGE) }
                select #language name="language" form="playground" {
                    option value="" { (texts::AS_WRITTEN) }
                    @for language in languages {
                        option value=(language) selected[*language == shown.request.language] { (language) }
                    }
                }
            }
            p {
                @match share::encode(&shown.request.document) {
                    Some(fragment) => a #share href={ "/#" (fragment) } aria-describedby="share-help" { (texts::SHARE) },
                    None => a #share hidden { (texts::SHARE) },
                }
                span #share-status role="status" {}
                small #share-help { (texts::SHARE_HELP) }
            }
        }
    }
}

fn editor(request: &EvaluationRequest) -> Markup {
    html! {
        div.document {
            label for="document" { (texts::DOCUMENT) }
            div.editor {
                pre #lines aria-hidden="true" {}
                // The first line break after the tag is no part of the text.
                textarea #document name="document" wrap="off" spellcheck="false" autocapitalize="off"
                    autocomplete="off" aria-describedby="problems-title" { "\n" (request.document) }
            }
        }
    }
}

fn problems(problems: &[DocumentProblem]) -> Markup {
    html! {
        @if problems.is_empty() {
            p.right { (texts::NO_PROBLEMS) }
        } @else {
            ol {
                @for problem in problems {
                    li.defect[problem.is_error].caution[!problem.is_error] {
                        @if let Some((line, column)) = problem.place {
                            a.position href="#document" data-line=(line) data-column=(column) { (line) ":" (column) }
                            " "
                        }
                        (problem.message)
                    }
                }
            }
        }
    }
}

fn panels(shown: &Shown) -> Markup {
    let form = shown.evaluation.form.as_ref();
    html! {
        section.panel #panel-page aria-labelledby="title-page" {
            h3 #title-page { (texts::PAGE) }
            p {
                button.quiet #restart name="restart" value="1" form="playground" { (texts::RESTART) }
            }
            p #page-notice hidden[shown.page.is_ok()] { (shown.page.as_ref().err().map_or("", String::as_str)) }
            iframe #page-frame title=(texts::PAGE_FRAME) src=[shown.page.as_ref().ok()] hidden[shown.page.is_err()] {}
            div #page-outcome hidden aria-live="polite" {
                h4 { (texts::OUTCOME) }
                pre tabindex="0" {}
            }
        }
        section.panel #panel-terminal aria-labelledby="title-terminal" {
            h3 #title-terminal { (texts::TERMINAL) }
            div #terminal { (terminal(form)) }
        }
        section.panel #panel-schemas aria-labelledby="title-schemas" {
            h3 #title-schemas { (texts::SCHEMAS) }
            div #schemas { (schemas(form)) }
        }
        section.panel #panel-answers aria-labelledby="title-answers" {
            h3 #title-answers { (texts::CHECKED) }
            div #checked aria-live="polite" { (checked(form)) }
        }
    }
}

fn terminal(form: Option<&EvaluatedForm>) -> Markup {
    let Some(form) = form else { return nothing() };
    html! {
        h4 { (texts::WIZARD) }
        @for screen in &form.screens {
            pre.screen tabindex="0" { (screen) }
        }
        h4 { (texts::PLAIN) }
        pre.screen tabindex="0" { (form.plain) }
    }
}

fn schemas(form: Option<&EvaluatedForm>) -> Markup {
    let Some(form) = form else { return nothing() };
    html! {
        @for (index, schema) in form.schemas.iter().enumerate() {
            details open[index == 0] {
                summary { (schema.name) " " span.losses { (schema.losses.len()) } }
                @if schema.losses.is_empty() {
                    p.right { (texts::NO_LOSSES) }
                } @else {
                    p { (texts::LOSSES) }
                    ul {
                        @for loss in &schema.losses { li { (loss) } }
                    }
                }
                pre tabindex="0" { (schema.json) }
            }
        }
    }
}

fn checked(form: Option<&EvaluatedForm>) -> Markup {
    let Some(form) = form else { return nothing() };
    html! {
        @match &form.answers {
            None => p { (texts::NO_ANSWERS) },
            Some(Ok(json)) => {
                p.right { (texts::ACCEPTED) }
                pre tabindex="0" { (json) }
            }
            Some(Err(problems)) => {
                p.wrong-note { (texts::REFUSED) }
                ul {
                    @for problem in problems { li { (problem) } }
                }
            }
        }
        @for note in form.notes() {
            p.remark { (note) }
        }
    }
}

fn nothing() -> Markup {
    html! { p.remark { (texts::NOTHING_TO_SHOW) } }
}
