//! A key that lasts as long as the engine's store, shared by all who share that store.

use askwell_engine::store::{Note, NoteWrite};
use askwell_engine::{Engine, StoreError};

use super::StateKeys;

const SHELF: &str = "mcp";
const KEY: &str = "state-key";

impl StateKeys {
    /// The key that an engine's store keeps; made when it is first wanted. States go on after a restart, and on
    /// another node with the same store. Whoever can read the store can open states; they hold what form mode can
    /// carry, so no secrets.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn kept_by(engine: &Engine) -> Result<StateKeys, StoreError> {
        let notes = engine.notes();
        if notes.get(SHELF, KEY).await?.is_none() {
            let key: [u8; 32] = rand::random();
            let note = Note::new(SHELF, KEY, &key[..]);
            // Somebody else may be first: then theirs is read below.
            notes.write(vec![NoteWrite::Put { note, expected: 0 }]).await?;
        }
        let kept = notes.get(SHELF, KEY).await?;
        let key = kept.and_then(|note| note.value[..].try_into().ok());
        key.map(StateKeys::new).ok_or_else(|| StoreError::Damaged("note of the key of request states".into()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_engine::Engine;
    use askwell_lifecycle::Timestamp;

    use super::StateKeys;

    #[tokio::test]
    async fn the_same_store_has_the_same_key() {
        let engine = Engine::builder().start();
        let (one, other) = tokio::join!(StateKeys::kept_by(&engine), StateKeys::kept_by(&engine));
        let now = Timestamp::from_millis(1);
        let state = one.unwrap().seal(b"x", b"me", now, Duration::from_secs(1)).unwrap();
        assert_eq!(other.unwrap().open(&state, b"me", now).unwrap(), b"x");
        let elsewhere = StateKeys::kept_by(&Engine::builder().start()).await.unwrap();
        assert!(elsewhere.open(&state, b"me", now).is_err());
    }
}
