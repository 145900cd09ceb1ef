//! The comparisons on the twelve-field form, with their targets.

use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;

use askwell_form::Form;
use askwell_form::url_guard::UrlPolicy;
use jsonschema::Validator;
use serde_json::Value;

use crate::form::{BAD, DOCUMENT, GOOD, SCHEMA};
use crate::harness::{Contender, Race};
use crate::{handwritten, peer};

/// All that the races work with, made and compared beforehand.
pub(crate) struct Setup {
    form: Form,
    policy: UrlPolicy,
    schema: Value,
    validator: Validator,
    good: Value,
    /// The good answer with its keys in alphabetical order, as programs with sorted maps send it.
    sorted: String,
    bad: Value,
}

impl Setup {
    /// Refuses to go on if two sides see different things.
    pub(crate) fn new() -> Result<Setup, Box<dyn Error>> {
        let schema = serde_json::from_str(SCHEMA)?;
        let good: Value = serde_json::from_str(GOOD)?;
        let setup = Setup {
            form: Form::parse(DOCUMENT)?,
            policy: UrlPolicy::default(),
            validator: peer::compile(&schema)?,
            schema,
            sorted: serde_json::to_string(
                &good.as_object().map(|keys| keys.iter().collect::<BTreeMap<_, _>>()),
            )?,
            good,
            bad: serde_json::from_str(BAD)?,
        };
        setup.agree()?;
        Ok(setup)
    }

    fn agree(&self) -> Result<(), Box<dyn Error>> {
        for (answer, json, expected) in [(&self.good, GOOD, true), (&self.bad, BAD, false)] {
            let verdicts = [
                self.form.accepts(answer),
                self.form.check(answer).is_ok(),
                self.form.accepts_json(json.as_bytes()),
                self.validator.is_valid(answer),
                handwritten::accepts(answer, &self.policy),
            ];
            if verdicts.iter().any(|&verdict| verdict != expected) {
                return Err(format!("not all say {expected} to {json}: {verdicts:?}").into());
            }
        }
        let ours = places(&self.our_problems())?;
        let theirs = places(&peer::problems(&self.validator, &self.bad))?;
        if ours != theirs || ours.len() != 5 {
            return Err(format!("the problems are not the same five: {ours:?}, {theirs:?}").into());
        }
        Ok(())
    }

    fn our_problems(&self) -> String {
        self.form.check(black_box(&self.bad)).map_or_else(|problems| problems.to_json(), |_| String::new())
    }
}

/// Field and constraint of each problem in its wire form, sorted.
fn places(problems: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let problems: Vec<Value> = serde_json::from_str(problems)?;
    let part = |problem: &Value, key| problem[key].as_str().unwrap_or_default().to_owned();
    let mut places: Vec<_> = problems.iter().map(|p| (part(p, "field"), part(p, "constraint"))).collect();
    places.sort();
    Ok(places)
}

/// Every race, ours first in each.
pub(crate) fn all(setup: &Setup) -> Vec<Race<'_>> {
    vec![check(setup), problems(setup), bytes(setup), load(setup)]
}

fn check(setup: &Setup) -> Race<'_> {
    let Setup { form, policy, validator, good, .. } = setup;
    let contenders = vec![
        Contender::new("accepts", || form.accepts(black_box(good))),
        Contender::new("jsonschema", || validator.is_valid(black_box(good))).beaten_by(2.3),
        Contender::new("handwritten", || handwritten::accepts(black_box(good), policy)).within(1.5),
        Contender::new("check", || form.check(black_box(good))),
    ];
    Race {
        name: "check",
        about: "a good answer, parsed already; `check` also makes typed answers",
        contenders,
    }
}

fn problems(setup: &Setup) -> Race<'_> {
    let contenders = vec![
        Contender::new("check", || setup.our_problems()),
        Contender::new("jsonschema", || peer::problems(&setup.validator, black_box(&setup.bad)))
            .beaten_by(3.0),
    ];
    Race { name: "problems", about: "all five of a bad answer, as JSON for the wire", contenders }
}

fn bytes(setup: &Setup) -> Race<'_> {
    let Setup { form, validator, sorted, .. } = setup;
    let parse = |json| serde_json::from_slice::<Value>(black_box(json));
    let contenders = vec![
        Contender::new("accepts_json", || form.accepts_json(black_box(GOOD.as_bytes()))),
        Contender::new("jsonschema", move || {
            parse(GOOD.as_bytes()).is_ok_and(|value| validator.is_valid(&value))
        })
        .beaten_by(2.3),
        Contender::new("serde_json", move || parse(GOOD.as_bytes())),
        Contender::new("accepts_json_sorted", || form.accepts_json(black_box(sorted.as_bytes()))),
        Contender::new("check_json", || form.check_json(black_box(GOOD.as_bytes()))),
    ];
    let about =
        "from the bytes of a good answer to the verdict; `serde_json` only parses, `sorted` has its keys so";
    Race { name: "bytes", about, contenders }
}

fn load(setup: &Setup) -> Race<'_> {
    let schema = &setup.schema;
    let read = || serde_json::from_str::<Value>(black_box(SCHEMA));
    let contenders = vec![
        Contender::new("parse", || Form::parse(black_box(DOCUMENT))),
        Contender::new("jsonschema", move || read().is_ok_and(|schema| peer::compile(&schema).is_ok()))
            .beaten_by(3.0),
        Contender::new("jsonschema_compile", || peer::compile(black_box(schema))),
    ];
    let about = "from the text of the form to a checker; `compile` starts from a parsed schema";
    Race { name: "load", about, contenders }
}
