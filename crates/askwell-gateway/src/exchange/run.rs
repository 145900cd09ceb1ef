//! Runs an exchange: for the call that waits, or without a client until one calls again.

use std::sync::Arc;
use std::time::Duration;

use askwell_mcp::elicit::{AskError, PendingAsk};
use askwell_mcp::server::{BackendResponse, Failure};
use askwell_mcp::wire::{Era, InputRequest, InputRequired, ObjectWriter, Raw};
use futures_util::stream::StreamExt as _;

use super::question::QuestionSource;
use super::{
    Asking, Attendance, Exchange, MAX_ROUNDS, Phase, Progress, QuestionStatus, STATE_KEY, lost_call,
};
use crate::upstream::Direct;

/// The pause before a retry when the server needs nothing but time.
const EMPTY_ROUND_PAUSE: Duration = Duration::from_millis(200);
/// A legacy server that asks several things at once sends one request after the other. A round ends
/// when none has come for this time.
const ROUND_GAP: Duration = Duration::from_millis(100);
/// The most questions of one round. What a server asks beyond them waits for the next one.
const MAX_ROUND_QUESTIONS: usize = 32;

impl Exchange {
    /// Goes on when all answers are there.
    pub(super) async fn advance(&mut self) -> Result<(), Failure> {
        if !self.questions.is_empty() {
            return Ok(());
        }
        match std::mem::replace(&mut self.phase, Phase::Idle) {
            Phase::InputRequired { state, answers } => {
                if answers.is_empty() {
                    tokio::time::sleep(EMPTY_ROUND_PAUSE).await;
                }
                self.send_answers(state.as_deref(), &answers)
            }
            Phase::PagesRequired if self.rounds <= MAX_ROUNDS => self.send_first(Direct::No),
            other => {
                self.phase = other;
                Ok(())
            }
        }
    }

    /// Runs the exchange for the call that waits.
    pub(crate) async fn run(mut self) -> Result<BackendResponse, Failure> {
        let mut asking = Asking::new();
        let mut suspended: Option<Failure> = None;
        let mut round_end = tokio::time::Instant::now();
        loop {
            if matches!(self.phase, Phase::Done(_)) {
                return match std::mem::replace(&mut self.phase, Phase::Idle) {
                    Phase::Done(Ok(response)) => Ok(self.finish(*response)),
                    Phase::Done(Err(failure)) => Err(failure),
                    // It was done a moment ago.
                    _ => Err(lost_call()),
                };
            }
            let is_leaving = suspended.is_some();
            self.begin_asking(&asking, if is_leaving { Attendance::Leaving } else { Attendance::Client });
            // Only a legacy server asks more while its call is on its way.
            let is_round_complete =
                !matches!(self.phase, Phase::Sent(_)) || self.questions.len() >= MAX_ROUND_QUESTIONS;
            if let Some(failure) = suspended.take_if(|_| asking.is_empty() && is_round_complete) {
                return self.suspend(failure).await;
            }
            let asked_before = self.requests;
            let progress = tokio::select! {
                biased;
                letter = Exchange::next_letter(&mut self.phase) => self.take_letter(letter),
                Some((question, end)) = asking.next(), if !asking.is_empty() => self.take_end(&question, end),
                () = tokio::time::sleep_until(round_end), if is_leaving && asking.is_empty() => {
                    match suspended.take() {
                        Some(failure) => return self.suspend(failure).await,
                        None => Progress::Continue,
                    }
                }
            };
            if self.requests > asked_before {
                round_end = tokio::time::Instant::now() + ROUND_GAP;
            }
            match progress {
                Progress::Continue => {}
                Progress::Finished(response) => return Ok(self.finish(*response)),
                Progress::AlreadySent => return Ok(BackendResponse::already_sent()),
                Progress::Failed(failure) => return Err(failure),
                Progress::Suspend(failure) => {
                    // A modern client gets all questions of a round at once.
                    if self.call.era() == Era::Legacy {
                        return self.suspend(failure).await;
                    }
                    suspended = Some(failure);
                    round_end = tokio::time::Instant::now() + ROUND_GAP;
                }
            }
            if suspended.is_none() {
                self.advance().await?;
            }
        }
    }

    /// Ends the client's call, and keeps the exchange for the next one.
    pub(super) async fn suspend(mut self, failure: Failure) -> Result<BackendResponse, Failure> {
        for open in &mut self.questions {
            if open.status == QuestionStatus::Asking {
                open.status = QuestionStatus::New;
            }
        }
        let is_round = matches!(&failure, Failure::Ask(AskError::Pending(PendingAsk::InputRequired)));
        if let (true, Phase::InputRequired { state, answers }) = (is_round, &self.phase)
            && answers.is_empty()
        {
            // The client carries everything that is needed to go on.
            let requests = self.questions.iter().filter_map(|open| match &open.question.source {
                QuestionSource::Input { method, params } => Some((
                    open.question.key.clone(),
                    InputRequest { method: method.clone(), params: params.clone() },
                )),
                _ => None,
            });
            let needed =
                InputRequired { requests: requests.collect(), request_state: state.clone(), meta: None };
            let rounds = i64::try_from(self.rounds).unwrap_or(i64::MAX);
            let stored =
                ObjectWriter::new().raw("needed", needed.to_json().raw()).integer("rounds", rounds).finish();
            self.call.store_value(STATE_KEY, &stored);
            return Err(failure);
        }
        if is_round {
            self.call.store_value(STATE_KEY, &Raw::EMPTY.to_owned());
        }
        if let Phase::Sent(sent) = &self.phase {
            self.upstream.set_call(sent.id, None);
        }
        let link = Arc::clone(&self.link);
        match link.gateway.parked.park(self).await {
            Ok(()) => Err(failure),
            Err(full) => Err(full),
        }
    }

    /// Goes on without a client, until the response is there: waits for people on pages. A modern
    /// client's questions wait for its next call.
    pub(crate) async fn go_on(&mut self) {
        let mut asking = Asking::new();
        loop {
            if matches!(self.phase, Phase::Done(_)) {
                return std::future::pending().await;
            }
            if self.call.era() == Era::Legacy {
                self.begin_asking(&asking, Attendance::Parked);
            }
            let progress = tokio::select! {
                biased;
                letter = Exchange::next_letter(&mut self.phase) => self.take_letter(letter),
                Some((question, end)) = asking.next(), if !asking.is_empty() => self.take_end(&question, end),
            };
            let failure = match progress {
                Progress::Continue => self.advance().await.err(),
                Progress::Finished(response) => {
                    self.phase = Phase::Done(Ok(response));
                    None
                }
                Progress::Failed(failure) => Some(failure),
                Progress::AlreadySent | Progress::Suspend(_) => None,
            };
            if let Some(failure) = failure {
                self.phase = Phase::Done(Err(failure));
            }
        }
    }
}
