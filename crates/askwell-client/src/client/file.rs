//! Files of answers: uploads beside the answer, and downloads.

use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use super::Client;
use super::call::{foreign_response, read};
use crate::error::ClientError;

/// A file to upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileUpload {
    /// The name, such as `report.txt`.
    pub filename: String,
    /// The media type, such as `text/plain`.
    pub content_type: String,
    /// The content.
    pub bytes: Vec<u8>,
}

impl Client {
    /// Uploads a file for a field of an open elicitation. Returns the answer to the field.
    ///
    /// # Errors
    /// Fails if the field does not accept the file, or the service does not answer.
    pub async fn upload(&self, id: &str, field: &str, file: FileUpload) -> Result<Value, ClientError> {
        let endpoint = self.endpoint();
        let mut url = endpoint.path(["uploads", id, field]);
        url.query_pairs_mut().append_pair("filename", &file.filename);
        let request = self.http().post(url).header(CONTENT_TYPE, file.content_type).body(file.bytes);
        let response = self.send(&endpoint, request.timeout(self.settings().file_timeout)).await?;
        let status = response.status();
        if !status.is_success() {
            return Err(self.read_rejection(&endpoint, response).await);
        }
        let bytes = read(&endpoint, response, self.settings().max_response_bytes).await?;
        serde_json::from_slice(&bytes).map_err(|_| foreign_response(&endpoint, status))
    }

    /// Returns the content of an uploaded file by its location in the answer.
    ///
    /// # Errors
    /// Fails if there is no such file, it is longer than the limit, or the service does not answer.
    pub async fn download(&self, id: &str, location: &str) -> Result<Vec<u8>, ClientError> {
        let endpoint = self.endpoint();
        let request = self.http().get(endpoint.path(["uploads", id, location]));
        let response = self.send(&endpoint, request.timeout(self.settings().file_timeout)).await?;
        if !response.status().is_success() {
            return Err(self.read_rejection(&endpoint, response).await);
        }
        read(&endpoint, response, self.settings().max_file_bytes).await
    }
}
