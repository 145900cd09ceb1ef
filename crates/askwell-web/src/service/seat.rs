//! Room for connections: when there is none left, whoever has been idle the longest makes room.
//!
//! A connection that sends a request slowly counts as idle: thousands of such cannot keep others out. No more requests
//! are under way than there are connections, and further connections come in beside them: so there is always one that
//! can make room, and a health check is always answered.

use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tower::Service;

use super::load::{Admission, Load, LoadLimits, Work};
use crate::budget::{ByteBudget, ClientKey, Overload};
use crate::settings::HttpSettings;
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
    load: Load,
    budget: ByteBudget,
    upload_timeout: Duration,
}

/// One connection's place.
#[derive(Debug)]
pub(crate) struct Seat {
    /// Requests being worked on.
    busy: AtomicUsize,
    /// When it was last heard of, in milliseconds since the room was opened.
    heard: AtomicU64,
    /// The other end's address.
    address: Option<IpAddr>,
    room: Room,
    leave: Notify,
}

/// While this is held, the connection is being served and stays.
#[derive(Debug)]
pub(crate) struct Occupied {
    seat: Arc<Seat>,
    _admission: Admission,
}

impl Room {
    pub(super) fn new(settings: &HttpSettings) -> Self {
        let HttpSettings { connections, requests_per_client, streams_per_client, .. } = *settings;
        Room(Arc::new(Inside {
            seats: Mutex::default(),
            most: connections.max(1),
            opened: Instant::now(),
            load: Load::new(LoadLimits::new(connections, requests_per_client, streams_per_client)),
            budget: ByteBudget::new(settings.buffer_bytes, settings.buffer_bytes_per_client),
            upload_timeout: settings.upload_timeout,
        }))
    }

    /// A seat, if need be that of somebody who does nothing with it; none, if even those who stand are at work.
    pub(super) fn take(&self, address: Option<IpAddr>) -> Option<Arc<Seat>> {
        let inside = &self.0;
        let mut seats = inside.seats.lock();
        if seats.len() >= inside.most {
            // Whoever left has only this list to be remembered by.
            seats.retain(|seat| Arc::strong_count(seat) > 1);
        }
        if seats.len() >= inside.most {
            let is_busy = |seat: &&Arc<Seat>| seat.busy.load(Ordering::Relaxed) > 0;
            // While nearly all are at work, others have to have the time to say what they want.
            let busy = seats.iter().filter(is_busy).count();
            let is_crowded = busy >= inside.most - inside.most / 8;
            let limit = inside.most.saturating_add(if is_crowded { STANDING } else { 0 });
            if seats.len() >= limit {
                let idle = seats.iter().enumerate().filter(|(_, seat)| !is_busy(seat));
                let longest = idle.min_by_key(|(_, seat)| seat.heard.load(Ordering::Relaxed));
                let longest = longest.map(|(index, _)| index)?;
                seats.swap_remove(longest).leave.notify_one();
            }
        }
        let seat = Arc::new(Seat {
            busy: AtomicUsize::new(0),
            heard: AtomicU64::new(since(inside.opened)),
            address,
            room: self.clone(),
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

    /// The request is here in full: from now on the connection stays, unless its client has too much under way.
    pub(crate) fn occupy(self: &Arc<Self>, client: &ClientKey, work: Work) -> Result<Occupied, Overload> {
        let admission = self.room.0.load.admit(client, work)?;
        self.busy.fetch_add(1, Ordering::Relaxed);
        Ok(Occupied { seat: Arc::clone(self), _admission: admission })
    }

    /// The other end's address.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// The memory that all connections share.
    pub(crate) fn budget(&self) -> &ByteBudget {
        &self.room.0.budget
    }

    /// How long a body with files may take.
    pub(crate) fn upload_timeout(&self) -> Duration {
        self.room.0.upload_timeout
    }
}

impl Drop for Occupied {
    fn drop(&mut self) {
        let seat = &self.seat;
        seat.heard.store(since(seat.room.0.opened), Ordering::Relaxed);
        seat.busy.fetch_sub(1, Ordering::Relaxed);
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

    use super::{Occupied, Room, STANDING, Seat};
    use crate::budget::ClientKey;
    use crate::service::Work;
    use crate::settings::HttpSettings;

    fn room(connections: usize) -> Room {
        Room::new(&HttpSettings { connections, ..HttpSettings::default() })
    }

    fn occupy(seat: &Arc<Seat>, client: &str) -> Occupied {
        seat.occupy(&ClientKey::of_person(client), Work::Call).unwrap()
    }

    #[tokio::test]
    async fn the_longest_idle_makes_room() {
        let room = room(2);
        let take = || room.take(None).unwrap();
        let (first, second) = (take(), take());
        let occupied = occupy(&first, "a");
        second.heard.store(1_000_000, std::sync::atomic::Ordering::Relaxed);
        let third = take();
        second.must_leave().await;
        drop(occupied);
        let fourth = take();
        first.must_leave().await;
        drop((first, second));
        let busy = (occupy(&third, "a"), occupy(&fourth, "b"));
        let fifth = take();
        assert_eq!(room.0.seats.lock().len(), 3, "nobody at work is sent away");
        drop((third, fourth, fifth, busy));
        let sixth = take();
        assert_eq!((room.0.seats.lock().len(), Arc::strong_count(&sixth)), (1, 2));
    }

    #[test]
    fn when_everybody_is_at_work_others_still_come_in() {
        let room = room(16);
        let mut busy = Vec::new();
        for number in 0..16 {
            busy.push(occupy(&room.take(None).unwrap(), &number.to_string()));
        }
        let more: Vec<_> = (0..10 * STANDING).map(|_| room.take(None).unwrap()).collect();
        assert_eq!(room.0.seats.lock().len(), 16 + STANDING, "those that came first have made room");
        let late = more.last().unwrap().occupy(&ClientKey::of_person("late"), Work::Call);
        assert!(late.is_err(), "but nothing more is begun");
        busy.pop();
        assert!(more.last().unwrap().occupy(&ClientKey::of_person("late"), Work::Call).is_ok());
    }
}
