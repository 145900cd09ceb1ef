//! Room for connections: when there is none left, whoever has been idle the longest makes room.
//!
//! A connection that sends a request slowly counts as idle: thousands of such cannot keep others out.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tower::Service;

use crate::stop::Stop;

/// While all who sit are at work, so many more may come in: to ask how the service is, or for their turn to end.
const STANDING: usize = 64;

/// All connections there are.
#[derive(Debug, Clone)]
pub(super) struct Room(Arc<Inside>);

#[derive(Debug)]
struct Inside {
    seats: Mutex<Vec<Arc<Seat>>>,
    most: usize,
    opened: Instant,
}

/// One connection's place.
#[derive(Debug)]
pub(crate) struct Seat {
    /// Requests being worked on.
    busy: AtomicUsize,
    /// When it was last heard of, in milliseconds since the room was opened.
    heard: AtomicU64,
    opened: Instant,
    leave: Notify,
}

/// While this is held, the connection is being served and stays.
#[derive(Debug)]
pub(crate) struct Occupied(Arc<Seat>);

impl Room {
    pub(super) fn new(most: usize) -> Self {
        Room(Arc::new(Inside { seats: Mutex::default(), most: most.max(1), opened: Instant::now() }))
    }

    /// A seat, if need be that of somebody who does nothing with it; none, if even those who stand are at work.
    pub(super) fn take(&self) -> Option<Arc<Seat>> {
        let inside = &self.0;
        let mut seats = inside.seats.lock();
        if seats.len() >= inside.most {
            // Whoever left has only this list to be remembered by.
            seats.retain(|seat| Arc::strong_count(seat) > 1);
        }
        if seats.len() >= inside.most {
            let idle = seats.iter().enumerate().filter(|(_, seat)| seat.busy.load(Ordering::Relaxed) == 0);
            let longest =
                idle.min_by_key(|(_, seat)| seat.heard.load(Ordering::Relaxed)).map(|(index, _)| index);
            match longest {
                Some(index) => seats.swap_remove(index).leave.notify_one(),
                None if seats.len() >= inside.most.saturating_add(STANDING) => return None,
                None => {}
            }
        }
        let seat = Arc::new(Seat {
            busy: AtomicUsize::new(0),
            heard: AtomicU64::new(since(inside.opened)),
            opened: inside.opened,
            leave: Notify::new(),
        });
        seats.push(Arc::clone(&seat));
        Some(seat)
    }
}

fn since(opened: Instant) -> u64 {
    u64::try_from(opened.elapsed().as_millis()).unwrap_or(u64::MAX)
}

impl Seat {
    /// Returns when somebody else needs the place.
    pub(super) async fn must_leave(&self) {
        self.leave.notified().await;
    }

    /// The request is here in full: from now on the connection stays.
    pub(crate) fn occupy(self: &Arc<Self>) -> Occupied {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Occupied(Arc::clone(self))
    }
}

impl Drop for Occupied {
    fn drop(&mut self) {
        self.0.heard.store(since(self.0.opened), Ordering::Relaxed);
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The router of one connection: every request knows its seat, and when the service stops.
#[derive(Debug, Clone)]
pub(super) struct Seated {
    router: Router,
    seat: Arc<Seat>,
    stop: Stop,
}

impl Seated {
    pub(super) fn new(router: Router, seat: Arc<Seat>, stop: Stop) -> Self {
        Seated { router, seat, stop }
    }
}

impl Service<Request<Incoming>> for Seated {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Incoming>) -> Self::Future {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(&self.seat));
        request.extensions_mut().insert(self.stop.clone());
        Box::pin(self.router.call(request))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Room, STANDING};

    #[tokio::test]
    async fn the_longest_idle_makes_room() {
        let room = Room::new(2);
        let take = || room.take().unwrap();
        let (first, second) = (take(), take());
        let occupied = first.occupy();
        second.heard.store(1_000_000, std::sync::atomic::Ordering::Relaxed);
        let third = take();
        second.must_leave().await;
        drop(occupied);
        let fourth = take();
        first.must_leave().await;
        drop((first, second));
        let busy = (third.occupy(), fourth.occupy());
        let fifth = take();
        assert_eq!(room.0.seats.lock().len(), 3, "nobody at work is sent away");
        drop((third, fourth, fifth, busy));
        let sixth = take();
        assert_eq!((room.0.seats.lock().len(), Arc::strong_count(&sixth)), (1, 2));
    }

    #[test]
    fn when_everybody_is_at_work_only_so_many_more_come_in() {
        let room = Room::new(2);
        let mut busy: Vec<_> = std::iter::from_fn(|| room.take().map(|seat| seat.occupy())).collect();
        assert_eq!(busy.len(), 2 + STANDING);
        assert!(room.take().is_none());
        busy.pop();
        assert!(room.take().is_some());
    }
}
