//! Gates through the real engine: what people decide, what goes upstream, and what attackers try.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the helpers of tests may insist, as tests may"
)]

mod attacks;
mod decisions;
mod editing;
mod for_a_while;
mod harness;
