//! The keys of a shared store: checks that the keyring has them, and wraps data keys with the current one.
//!
//! Rotation runs while nodes work: each step is a short transaction, and changes only what is still as it was read.

use std::collections::BTreeMap;
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_lifecycle::ElicitationId;
use hashbrown::HashSet;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use super::connection::{PgConnection, STATEMENT_TIMEOUT, connect, within};
use super::error::{Fault, RETRY_AFTER};
use super::row::{id_of, number, text, uuid_of};
use super::store::PgStore;
use crate::codec::elicitation;
use crate::committer::RotationReport;
use crate::error::to_sql;
use crate::vault::{self, ContentCipher, Encrypt, Keyring, Subject};

/// How many rows are read at a time.
const PAGE: i64 = 500;

/// A file to encrypt or to wrap anew.
struct FileRow {
    number: i64,
    id: ElicitationId,
    name: String,
    content_key: Option<Vec<u8>>,
}

impl PgStore {
    /// Checks that the keyring has every key that stored data needs. Call it after opening to find a missing key
    /// before data is read.
    ///
    /// # Errors
    /// When a key is missing, or is another one of the same name.
    pub async fn check_keys(&self) -> Result<(), StoreError> {
        let keyring = self.context.keyring.clone();
        let reader = self.reader()?;
        let answers = "SELECT DISTINCT ON (secrets_key) id, secrets FROM closed
                       WHERE secrets IS NOT NULL ORDER BY secrets_key";
        for row in &reader.query(answers, &[]).await? {
            let (id, sealed) = (id_of(row.get(0)), row.get::<_, &[u8]>(1));
            vault::try_key(keyring.as_deref(), Subject::Answers(id), sealed)?;
        }
        let mut tried = HashSet::new();
        let mut try_once = |subject: Subject<'_>, sealed: &[u8]| -> Result<(), StoreError> {
            let name = vault::key_name(subject, sealed)?;
            if !tried.contains(name) {
                vault::try_key(keyring.as_deref(), subject, sealed)?;
                tried.insert(name.to_owned());
            }
            Ok(())
        };
        let fail = |fault: Fault| fault.into_error(RETRY_AFTER);
        let files = "SELECT id, name, content_key FROM upload_files WHERE content_key IS NOT NULL";
        for row in &reader.query(files, &[]).await? {
            let sealed: &[u8] = row.get(2);
            try_once(Subject::Upload(id_of(row.get(0)), text(row, 1).map_err(fail)?), sealed)?;
        }
        let records = "SELECT elicitation, namespace, key, content_key FROM notes
                       WHERE elicitation IS NOT NULL AND content_key IS NOT NULL";
        for row in &reader.query(records, &[]).await? {
            let (namespace, key) = (text(row, 1).map_err(fail)?, text(row, 2).map_err(fail)?);
            try_once(Subject::Record(id_of(row.get(0)), namespace, key), row.get(3))?;
        }
        Ok(())
    }

    /// Returns the names of the keys that stored data needs, each with how often.
    ///
    /// # Errors
    /// When the database cannot be read, or a row is damaged.
    pub async fn key_uses(&self) -> Result<BTreeMap<String, u64>, StoreError> {
        let fail = |fault: Fault| fault.into_error(RETRY_AFTER);
        let mut uses: BTreeMap<String, u64> = BTreeMap::new();
        let reader = self.reader()?;
        let answers =
            "SELECT secrets_key, count(*) FROM closed WHERE secrets IS NOT NULL GROUP BY secrets_key";
        for row in &reader.query(answers, &[]).await? {
            *uses.entry(text(row, 0).map_err(fail)?.to_owned()).or_default() +=
                number(row, 1).map_err(fail)?;
        }
        let files = "SELECT id, name, content_key FROM upload_files WHERE content_key IS NOT NULL";
        for row in &reader.query(files, &[]).await? {
            let subject = Subject::Upload(id_of(row.get(0)), text(row, 1).map_err(fail)?);
            *uses.entry(vault::key_name(subject, row.get(2))?.to_owned()).or_default() += 1;
        }
        let records = "SELECT elicitation, namespace, key, content_key FROM notes
                       WHERE elicitation IS NOT NULL AND content_key IS NOT NULL";
        for row in &reader.query(records, &[]).await? {
            let (namespace, key) = (text(row, 1).map_err(fail)?, text(row, 2).map_err(fail)?);
            let subject = Subject::Record(id_of(row.get(0)), namespace, key);
            *uses.entry(vault::key_name(subject, row.get(3))?.to_owned()).or_default() += 1;
        }
        Ok(uses)
    }

    /// Wraps all data keys with the current key, and encrypts stored data as [`PgOptions::encrypt`] requires.
    /// Nodes may go on meanwhile, if all of them have the new key. Returns how much was done.
    ///
    /// # Errors
    /// When a key is missing, or the database cannot be written. Completed steps stay done; call it again to
    /// continue.
    ///
    /// [`PgOptions::encrypt`]: super::PgOptions::encrypt
    pub async fn rotate(&self) -> Result<RotationReport, StoreError> {
        let fail = |fault: Fault| fault.into_error(RETRY_AFTER);
        let keyring = self.context.keyring.clone();
        let connection = connect(&self.options).await.map_err(fail)?;
        let rotation = Rotation { connection, keyring };
        let mut report = RotationReport::default();
        rotation.rotate_answers(&mut report).await.map_err(fail)?;
        rotation.rotate_files(&mut report).await.map_err(fail)?;
        rotation.rotate_records(&mut report).await.map_err(fail)?;
        Ok(report)
    }
}

/// A rotation under way.
struct Rotation {
    connection: PgConnection,
    keyring: Option<Arc<Keyring>>,
}

impl Rotation {
    fn encrypts_answers(&self) -> bool {
        self.keyring.as_ref().is_some_and(|keyring| keyring.encrypt() == Encrypt::Answers)
    }

    async fn rotate_answers(&self, report: &mut RotationReport) -> Result<(), Fault> {
        let keyring = self.keyring.as_deref();
        let page = "SELECT id, secrets, record FROM closed
                    WHERE ($1::uuid IS NULL OR id > $1::uuid) AND ($2 OR secrets IS NOT NULL) ORDER BY id LIMIT $3";
        let mut after: Option<Uuid> = None;
        loop {
            let rows = self.connection.query(page, &[&after, &self.encrypts_answers(), &PAGE]).await?;
            for row in &rows {
                let (id, sealed): (Uuid, Option<&[u8]>) = (row.try_get(0)?, row.try_get(1)?);
                let (record, subject) = (row.try_get::<_, &[u8]>(2)?, Subject::Answers(id_of(id)));
                let hidden = match self.encrypts_answers() {
                    true => elicitation::encrypt_record(id_of(id), record, sealed, keyring)?,
                    false => None,
                };
                let (record, sealed) = match (hidden, sealed) {
                    (Some((record, sealed)), _) => (record, sealed),
                    (None, Some(sealed)) => match vault::rewrap(keyring, subject, sealed)? {
                        Some(rewrapped) => (record.to_vec(), rewrapped),
                        None => continue,
                    },
                    (None, None) => continue,
                };
                let key = vault::key_name(subject, &sealed)?.as_bytes();
                // A closed elicitation never changes, so that nothing can be overwritten.
                let update = "UPDATE closed SET secrets = $2, secrets_key = $3, record = $4 WHERE id = $1";
                self.connection.execute(update, &[&id, &sealed, &key, &record]).await?;
                report.elicitations += 1;
            }
            match rows.last() {
                Some(last) => after = Some(last.try_get(0)?),
                None => return Ok(()),
            }
        }
    }

    async fn rotate_files(&self, report: &mut RotationReport) -> Result<(), Fault> {
        let page = "SELECT number, id, name, content_key FROM upload_files
                    WHERE number > $1 AND active_at IS NULL AND ($2 OR content_key IS NOT NULL)
                    ORDER BY number LIMIT $3";
        let mut after = i64::MIN;
        loop {
            let rows = self.connection.query(page, &[&after, &self.encrypts_answers(), &PAGE]).await?;
            for row in &rows {
                let file = FileRow {
                    number: row.try_get(0)?,
                    id: id_of(row.try_get(1)?),
                    name: text(row, 2)?.to_owned(),
                    content_key: row.try_get(3)?,
                };
                after = file.number;
                report.uploads += usize::from(self.rotate_file(&file).await?);
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }

    /// Wraps the data key of a file, or encrypts the file. Returns whether there was anything to do.
    async fn rotate_file(&self, file: &FileRow) -> Result<bool, Fault> {
        let keyring = self.keyring.as_deref();
        let subject = Subject::Upload(file.id, &file.name);
        if let Some(key) = &file.content_key {
            let Some(rewrapped) = vault::rewrap(keyring, subject, key)? else { return Ok(false) };
            let update = "UPDATE upload_files SET content_key = $2 WHERE number = $1";
            self.connection.execute(update, &[&file.number, &rewrapped]).await?;
            return Ok(true);
        }
        let Some(cipher) = ContentCipher::create(keyring, subject)? else { return Ok(false) };
        within(STATEMENT_TIMEOUT, self.connection.client().batch_execute(self.connection.begin())).await?;
        let mut position = -1;
        loop {
            let next = "SELECT position, bytes FROM upload_chunks WHERE file = $1 AND position > $2
                        ORDER BY position LIMIT 1 FOR UPDATE";
            let rows = self.connection.query(next, &[&file.number, &position]).await?;
            let Some(row) = rows.first() else { break };
            position = row.try_get(0)?;
            let sealed = cipher.seal(number(row, 0)?, row.try_get(1)?)?;
            let update = "UPDATE upload_chunks SET bytes = $3 WHERE file = $1 AND position = $2";
            self.connection.execute(update, &[&file.number, &position, &sealed]).await?;
        }
        let update = "UPDATE upload_files SET content_key = $2 WHERE number = $1 AND content_key IS NULL";
        let changed = self.connection.execute(update, &[&file.number, &cipher.wrapped_key()]).await?;
        let end = if changed == 1 { "COMMIT" } else { "ROLLBACK" };
        within(STATEMENT_TIMEOUT, self.connection.client().batch_execute(end)).await?;
        Ok(changed == 1)
    }

    async fn rotate_records(&self, report: &mut RotationReport) -> Result<(), Fault> {
        let page = "SELECT namespace, key, elicitation, revision, value, content_key FROM notes
                    WHERE elicitation IS NOT NULL AND (namespace, key) > ($1, $2)
                        AND ($3 OR content_key IS NOT NULL)
                    ORDER BY namespace, key LIMIT $4";
        let (mut namespace, mut key): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
        loop {
            let all = self.encrypts_answers();
            let rows = self.connection.query(page, &[&namespace, &key, &all, &PAGE]).await?;
            for row in &rows {
                report.records += usize::from(self.rotate_record(row).await?);
            }
            let Some(last) = rows.last() else { return Ok(()) };
            (namespace, key) = (last.try_get(0)?, last.try_get(1)?);
        }
    }

    async fn rotate_record(&self, row: &Row) -> Result<bool, Fault> {
        let keyring = self.keyring.as_deref();
        let (namespace, key, owner) = (text(row, 0)?, text(row, 1)?, id_of(row.try_get(2)?));
        let subject = Subject::Record(owner, namespace, key);
        let value: &[u8] = row.try_get(4)?;
        let content_key: Option<&[u8]> = row.try_get(5)?;
        let (value, content_key) = match content_key {
            Some(content_key) => match vault::rewrap(keyring, subject, content_key)? {
                Some(rewrapped) => (value.to_vec(), rewrapped),
                None => return Ok(false),
            },
            None => match ContentCipher::create(keyring, subject)? {
                Some(cipher) => (cipher.seal(0, value)?, cipher.wrapped_key().to_vec()),
                None => return Ok(false),
            },
        };
        // A record that was written meanwhile has a new key already.
        let update = "UPDATE notes SET value = $4, content_key = $5
                      WHERE namespace = $1 AND key = $2 AND revision = $3 AND elicitation = $6";
        let revision = to_sql(number(row, 3)?);
        let (namespace, key) = (namespace.as_bytes(), key.as_bytes());
        let owner = uuid_of(owner);
        let row = [&namespace as &(dyn ToSql + Sync), &key, &revision, &value, &content_key, &owner];
        Ok(self.connection.execute(update, &row).await? == 1)
    }
}
