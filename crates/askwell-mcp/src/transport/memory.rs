//! Two ends in one process. Messages are written and read as text, as they would be between two processes.

use tokio::sync::mpsc;

use super::{Connection, Incoming, Outgoing, Source, WAITING, Way};

/// Two connections, each the other's peer.
#[must_use]
pub fn pair() -> (Connection, Connection) {
    let (to_right, from_left) = mpsc::channel(WAITING);
    let (to_left, from_right) = mpsc::channel(WAITING);
    (
        Connection {
            incoming: Incoming(Source::Channel(from_right)),
            outgoing: Outgoing(Way::Channel(to_right)),
        },
        Connection {
            incoming: Incoming(Source::Channel(from_left)),
            outgoing: Outgoing(Way::Channel(to_left)),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::pair;
    use crate::transport::{Arrival, Closed};

    #[tokio::test]
    async fn what_one_sends_the_other_gets_until_it_is_gone() {
        let (left, mut right) = pair();
        left.outgoing.send("a".to_owned()).unwrap();
        left.outgoing.send("b".to_owned()).unwrap();
        for expected in ["a", "b"] {
            assert_eq!(right.incoming.next().await, Some(Arrival::Text(expected.to_owned())));
        }
        drop(right);
        assert_eq!(left.outgoing.send("c".to_owned()), Err(Closed));
    }

    #[test]
    fn a_peer_that_does_not_read_loses_the_connection() {
        let (left, _right) = pair();
        let refused = (0..10_000).find(|_| left.outgoing.send(String::new()).is_err());
        assert_eq!(refused, Some(super::WAITING));
    }
}
