//! A state key that is stored with the engine, shared by all servers on the same store.

use askwell_engine::store::{Record, RecordWrite};
use askwell_engine::{Engine, StoreError};

use super::StateKeys;

const NAMESPACE: &str = "mcp";
const KEY: &str = "state-key";

impl StateKeys {
    /// Returns the key in the engine's store; creates it first if there is none. States stay valid
    /// after a restart, and on other servers with the same store. A reader of the store can open
    /// states; they hold what form mode can carry, which excludes secrets.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn load_or_create(engine: &Engine) -> Result<StateKeys, StoreError> {
        let records = engine.records();
        if records.get(NAMESPACE, KEY).await?.is_none() {
            let key: [u8; 32] = rand::random();
            let record = Record::new(NAMESPACE, KEY, &key[..]);
            // Another server may be first. Its key is read below.
            records.write(vec![RecordWrite::Put { record, expected: 0 }]).await?;
        }
        let kept = records.get(NAMESPACE, KEY).await?;
        let key = kept.and_then(|record| record.value[..].try_into().ok());
        key.map(StateKeys::new)
            .ok_or_else(|| StoreError::Damaged("record of the key of request states".into()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_engine::Engine;
    use askwell_lifecycle::Timestamp;

    use super::StateKeys;

    #[tokio::test]
    async fn servers_with_the_same_store_share_the_key() {
        let engine = Engine::builder().start();
        let (one, other) =
            tokio::join!(StateKeys::load_or_create(&engine), StateKeys::load_or_create(&engine));
        let now = Timestamp::from_millis(1);
        let state = one.unwrap().seal(b"x", b"me", now, Duration::from_secs(1)).unwrap();
        assert_eq!(other.unwrap().open(&state, b"me", now).unwrap(), b"x");
        let other_store = StateKeys::load_or_create(&Engine::builder().start()).await.unwrap();
        assert!(other_store.open(&state, b"me", now).is_err());
    }
}
