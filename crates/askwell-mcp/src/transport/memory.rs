//! Two connected ends in one process. Messages travel as text, as between two processes.

use tokio::sync::mpsc;

use super::{Connection, Incoming, IncomingKind, Outgoing, OutgoingKind, QUEUE_CAPACITY};

/// Creates two connections, each the other's peer.
#[must_use]
pub fn pair() -> (Connection, Connection) {
    let (to_right, from_left) = mpsc::channel(QUEUE_CAPACITY);
    let (to_left, from_right) = mpsc::channel(QUEUE_CAPACITY);
    (
        Connection {
            incoming: Incoming(IncomingKind::Channel(from_right)),
            outgoing: Outgoing(OutgoingKind::Channel(to_right)),
        },
        Connection {
            incoming: Incoming(IncomingKind::Channel(from_left)),
            outgoing: Outgoing(OutgoingKind::Channel(to_left)),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::pair;
    use crate::transport::{Closed, Frame};

    #[tokio::test]
    async fn messages_arrive_in_order_until_the_peer_is_dropped() {
        let (left, mut right) = pair();
        left.outgoing.send("a".to_owned()).unwrap();
        left.outgoing.send("b".to_owned()).unwrap();
        for expected in ["a", "b"] {
            assert_eq!(right.incoming.next().await, Some(Frame::Text(expected.to_owned())));
        }
        drop(right);
        assert_eq!(left.outgoing.send("c".to_owned()), Err(Closed));
    }

    #[test]
    fn peer_that_does_not_read_loses_the_connection() {
        let (left, _right) = pair();
        let refused = (0..10_000).find(|_| left.outgoing.send(String::new()).is_err());
        assert_eq!(refused, Some(super::QUEUE_CAPACITY));
    }
}
