//! The parts of libFuzzer's output that the summary needs.
//!
//! Reads only three kinds of line and ignores the rest, as the output is meant for people and may change.

/// Notes taken from a fuzzer's output.
#[derive(Debug, Default)]
pub(super) struct Log {
    executions: u64,
    artifact: Option<String>,
}

impl Log {
    /// Takes notes of one line.
    pub(super) fn note(&mut self, line: &str) {
        if let Some(executions) = executions_in(line) {
            self.executions = self.executions.max(executions);
        } else if let Some((_, artifact)) = line.split_once("Test unit written to ") {
            self.artifact = Some(artifact.trim().to_owned());
        }
    }

    /// How many inputs were tried, as far as was said.
    pub(super) fn executions(&self) -> u64 {
        self.executions
    }

    /// The file with the input that made the target fail.
    pub(super) fn artifact(&self) -> Option<&str> {
        self.artifact.as_deref()
    }
}

/// The count in a progress line (`#512 pulse …`) or in the statistics at the end.
fn executions_in(line: &str) -> Option<u64> {
    if let Some(count) = line.strip_prefix("stat::number_of_executed_units:") {
        return count.trim().parse().ok();
    }
    line.strip_prefix('#')?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Log;

    #[test]
    fn executions_and_artifacts_are_noted() {
        for (lines, executions, artifact) in [
            (vec![], 0, None),
            (vec!["INFO: Seed: 1", "#2\tINITED cov: 3", "#512\tpulse  cov: 4"], 512, None),
            (vec!["#512\tDONE cov: 4", "stat::number_of_executed_units: 700"], 700, None),
            // A backtrace numbers its frames in the same way; the count never goes down.
            (vec!["#512\tNEW cov: 4", "    #0 0x1", "#1 0x2"], 512, None),
            (
                vec!["artifact_prefix='a/'; Test unit written to a/crash-1", "Base64: AA=="],
                0,
                Some("a/crash-1"),
            ),
        ] {
            let mut log = Log::default();
            for line in &lines {
                log.note(line);
            }
            assert_eq!((log.executions(), log.artifact()), (executions, artifact), "{lines:?}");
        }
    }
}
