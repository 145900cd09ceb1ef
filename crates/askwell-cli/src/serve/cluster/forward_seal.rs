//! The seal of a forwarded request: which client it belongs to, vouched for by a node that has the keyring.
//!
//! A seal names the client and the body, is bound to method, path and session, and counts once, for a minute.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use askwell_engine::Clock;
use askwell_mcp::server::{PeerAdmission, PeerRefusal, PeerRequest};
use askwell_store::Keyring;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// The header that holds the seal.
pub(super) const FORWARDED: HeaderName = HeaderName::from_static("askwell-forwarded");

/// How far the time of a seal may be from now, by the clock of the database.
const VALID_MS: u64 = 60_000;

/// The most seals that are remembered. Beyond it, none are accepted until the oldest expire.
const MOST_USED: usize = 200_000;

/// The headers that a seal is bound to.
const BOUND: [&str; 3] = ["mcp-session-id", "last-event-id", "mcp-protocol-version"];

/// Seals and checks forwarded requests.
pub(super) struct ForwardSeal {
    /// One key per key of the keyring, the current one first.
    keys: Vec<Zeroizing<[u8; 32]>>,
    clock: Arc<dyn Clock>,
    /// The seals that have been used, with the time at which they expire.
    used: Mutex<HashMap<[u8; 16], u64>>,
}

/// The fields of a seal.
struct SealFields<'s> {
    time: u64,
    nonce: [u8; 16],
    principal: &'s str,
    body_digest: [u8; 32],
}

impl ForwardSeal {
    pub(super) fn new(keyring: &Keyring, clock: Arc<dyn Clock>) -> ForwardSeal {
        ForwardSeal { keys: keyring.derive_keys("forwarded requests"), clock, used: Mutex::default() }
    }

    /// Returns the seal of a request; `None` if the system gives no random numbers.
    pub(super) fn seal(&self, request: &PeerRequest) -> Option<HeaderValue> {
        let mut nonce = [0; 16];
        getrandom::fill(&mut nonce).ok()?;
        let fields = SealFields {
            time: self.clock.now().as_millis(),
            nonce,
            principal: &request.principal,
            body_digest: Sha256::digest(&request.body).into(),
        };
        let mac = mac(self.keys.first()?, &request.method, &request.path, &request.headers, &fields);
        let mut text = format!("1 {} ", fields.time);
        push_hex(&mut text, &nonce);
        let _ = write!(text, " {} ", URL_SAFE_NO_PAD.encode(fields.principal));
        push_hex(&mut text, &fields.body_digest);
        text.push(' ');
        push_hex(&mut text, &mac.finalize().into_bytes());
        HeaderValue::from_str(&text).ok()
    }

    /// Checks the seal of a request, and uses it up. Returns `None` if it has none.
    pub(super) fn admit(&self, parts: &Parts) -> Result<Option<PeerAdmission>, PeerRefusal> {
        let mut shown = parts.headers.get_all(&FORWARDED).iter();
        let Some(value) = shown.next() else { return Ok(None) };
        if shown.next().is_some() {
            return Err(PeerRefusal);
        }
        let text = value.to_str().map_err(|_| PeerRefusal)?;
        self.check(text, parts).map(Some).ok_or(PeerRefusal)
    }

    fn check(&self, text: &str, parts: &Parts) -> Option<PeerAdmission> {
        let mut words = text.split(' ');
        if words.next() != Some("1") {
            return None;
        }
        let time: u64 = words.next()?.parse().ok()?;
        let nonce: [u8; 16] = read_hex(words.next()?)?;
        let principal = String::from_utf8(URL_SAFE_NO_PAD.decode(words.next()?).ok()?).ok()?;
        let body_digest: [u8; 32] = read_hex(words.next()?)?;
        let shown: [u8; 32] = read_hex(words.next()?)?;
        if words.next().is_some() {
            return None;
        }
        let fields = SealFields { time, nonce, principal: &principal, body_digest };
        let path = parts.uri.path();
        let is_ours = self
            .keys
            .iter()
            .any(|key| mac(key, &parts.method, path, &parts.headers, &fields).verify_slice(&shown).is_ok());
        let now = self.clock.now().as_millis();
        (is_ours && now.abs_diff(time) <= VALID_MS && self.use_up(nonce, time, now))
            .then(|| PeerAdmission { principal: Arc::from(principal.as_str()), body_digest })
    }

    /// Remembers a seal until it expires. Returns `false` if it was used before.
    fn use_up(&self, nonce: [u8; 16], time: u64, now: u64) -> bool {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= MOST_USED {
            used.retain(|_, expires| *expires >= now);
        }
        used.len() < MOST_USED && used.insert(nonce, time.saturating_add(VALID_MS)).is_none()
    }
}

/// Returns the code over everything that a seal is bound to. Each part is preceded by its length.
fn mac(
    key: &Zeroizing<[u8; 32]>,
    method: &Method,
    path: &str,
    headers: &HeaderMap,
    fields: &SealFields<'_>,
) -> Hmac<Sha256> {
    // A block of the hash, filled up with zeros.
    let mut block = Zeroizing::new([0; 64]);
    block.iter_mut().zip(key.iter()).for_each(|(place, byte)| *place = *byte);
    let mut mac = Hmac::<Sha256>::new((&*block).into());
    let mut update = |part: &[u8]| {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    };
    update(method.as_str().as_bytes());
    update(path.as_bytes());
    for name in BOUND {
        update(headers.get(name).map_or(&[], HeaderValue::as_bytes));
    }
    update(&fields.time.to_be_bytes());
    update(&fields.nonce);
    update(fields.principal.as_bytes());
    update(&fields.body_digest);
    mac
}

fn push_hex(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
}

fn read_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::sync::Arc;

    use askwell_engine::Clock;
    use askwell_lifecycle::Timestamp;
    use askwell_mcp::server::PeerRequest;
    use askwell_store::Keyring;
    use axum::http::{HeaderMap, Method, Request};

    use super::{FORWARDED, ForwardSeal};

    const ONE: &str = "a:q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=";
    const OTHER: &str = "b:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

    /// A clock that stands still.
    #[derive(Debug)]
    struct StoppedClock(u64);

    impl Clock for StoppedClock {
        fn now(&self) -> Timestamp {
            Timestamp::from_millis(self.0)
        }

        fn sleep_until(&self, _: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
            Box::pin(std::future::pending())
        }
    }

    fn seal_at(keys: &str, now: u64) -> ForwardSeal {
        ForwardSeal::new(&Keyring::parse(keys).unwrap(), Arc::new(StoppedClock(now)))
    }

    fn seal(keys: &str) -> ForwardSeal {
        seal_at(keys, 1_000_000)
    }

    fn request(session: &str) -> PeerRequest {
        let mut headers = HeaderMap::new();
        headers.insert("mcp-session-id", session.parse().unwrap());
        PeerRequest {
            method: Method::POST,
            path: "/mcp".into(),
            headers,
            principal: "ci".into(),
            body: "{}".into(),
        }
    }

    fn parts(sealed: &PeerRequest, value: &str) -> axum::http::request::Parts {
        let mut request = Request::builder().method(&sealed.method).uri(&sealed.path);
        for (name, value) in &sealed.headers {
            request = request.header(name, value);
        }
        request.header(FORWARDED, value).body(()).unwrap().into_parts().0
    }

    #[test]
    fn seal_counts_once_for_its_request_and_any_key_of_the_keyring() {
        let (one, both, other) = (seal(ONE), seal(&format!("{OTHER},{ONE}")), seal(OTHER));
        let sent = request("node_1.a");
        let value = one.seal(&sent).unwrap().to_str().unwrap().to_owned();
        assert!(other.admit(&parts(&sent, &value)).is_err(), "another keyring");
        assert!(both.admit(&parts(&request("node_1.b"), &value)).is_err(), "another session");
        let forged = value.replace("Y2k", "b3Bz");
        assert!(forged != value && both.admit(&parts(&sent, &forged)).is_err(), "another client");
        let admitted = both.admit(&parts(&sent, &value)).unwrap().unwrap();
        assert_eq!(&*admitted.principal, "ci");
        assert!(both.admit(&parts(&sent, &value)).is_err(), "a second time");
        for damaged in ["", "1", "2 x", &value[..value.len() - 1], &format!("{value} 0")] {
            assert!(both.admit(&parts(&sent, damaged)).is_err(), "{damaged}");
        }
    }

    #[test]
    fn seal_of_another_time_is_refused() {
        let sent = request("node_1.a");
        let value = seal_at(ONE, 1_000_000).seal(&sent).unwrap().to_str().unwrap().to_owned();
        for (now, is_admitted) in [(1_060_000, true), (940_000, true), (1_060_001, false), (939_999, false)] {
            assert_eq!(seal_at(ONE, now).admit(&parts(&sent, &value)).is_ok(), is_admitted, "{now}");
        }
    }
}
