//! The form that every contender is measured with: twelve fields of an OAuth setup, once as a form document and
//! once as the JSON Schema that a careful author would write for it; a good answer, and one with five mistakes.

/// The form in its own language.
pub(crate) const DOCUMENT: &str = r#"{
  "id": "oauth-setup",
  "title": "OAuth setup",
  "fields": [
    {"id": "provider", "type": "select", "label": "Provider", "required": true, "options": [
      {"value": "google", "title": "Google"},
      {"value": "github", "title": "GitHub"},
      {"value": "microsoft", "title": "Microsoft"},
      {"value": "custom", "title": "Another one"}
    ]},
    {"id": "client_id", "type": "text", "label": "Client id", "required": true,
      "validation": {"minLength": 10, "maxLength": 256}},
    {"id": "client_secret", "type": "text", "label": "Client secret", "required": true,
      "validation": {"minLength": 10, "maxLength": 256}},
    {"id": "custom_auth_url", "type": "url", "label": "Authorisation URL"},
    {"id": "custom_token_url", "type": "url", "label": "Token URL"},
    {"id": "scopes", "type": "multi_select", "label": "Scopes", "required": true,
      "options": ["openid", "profile", "email", "offline_access", "read:user", "repo"],
      "validation": {"minItems": 1, "maxItems": 10}},
    {"id": "enable_pkce", "type": "boolean", "label": "Use PKCE"},
    {"id": "redirect_uri", "type": "url", "label": "Redirect URL", "required": true,
      "validation": {"maxLength": 2048}},
    {"id": "session_duration", "type": "number", "label": "Hours of a session",
      "validation": {"minimum": 1, "maximum": 168, "multipleOf": 1}},
    {"id": "username", "type": "text", "label": "User name",
      "validation": {"pattern": "^[a-zA-Z0-9_-]+$", "minLength": 3, "maxLength": 32}},
    {"id": "email", "type": "text", "label": "Email", "validation": {"format": "email"}},
    {"id": "start_date", "type": "date", "label": "Starts on",
      "validation": {"minimum": "2026-01-01", "maximum": "2026-12-31"}}
  ]
}"#;

/// The same rules for a JSON Schema validator, as far as that language can say them: where a URL leads, and which
/// characters hide from a reader, it cannot.
pub(crate) const SCHEMA: &str = r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "additionalProperties": false,
  "required": ["provider", "client_id", "client_secret", "scopes", "redirect_uri"],
  "properties": {
    "provider": {"title": "Provider", "type": "string", "enum": ["google", "github", "microsoft", "custom"]},
    "client_id": {"title": "Client id", "type": "string", "minLength": 10, "maxLength": 256},
    "client_secret": {"title": "Client secret", "type": "string", "minLength": 10, "maxLength": 256},
    "custom_auth_url": {"title": "Authorisation URL", "type": "string", "format": "uri",
      "pattern": "^https://", "maxLength": 2048},
    "custom_token_url": {"title": "Token URL", "type": "string", "format": "uri",
      "pattern": "^https://", "maxLength": 2048},
    "scopes": {"title": "Scopes", "type": "array", "minItems": 1, "maxItems": 10, "uniqueItems": true,
      "items": {"type": "string", "enum": ["openid", "profile", "email", "offline_access", "read:user", "repo"]}},
    "enable_pkce": {"title": "Use PKCE", "type": "boolean"},
    "redirect_uri": {"title": "Redirect URL", "type": "string", "format": "uri",
      "pattern": "^https://", "maxLength": 2048},
    "session_duration": {"title": "Hours of a session", "type": "integer", "minimum": 1, "maximum": 168},
    "username": {"title": "User name", "type": "string", "pattern": "^[a-zA-Z0-9_-]+$",
      "minLength": 3, "maxLength": 32},
    "email": {"title": "Email", "type": "string", "format": "email"},
    "start_date": {"title": "Starts on", "type": "string", "format": "date", "pattern": "^2026-"}
  }
}"##;

/// A good answer, with its keys in the order of the form.
pub(crate) const GOOD: &str = concat!(
    r#"{"provider":"custom","client_id":"8214-askwell-demo-client","client_secret":"GvT2x9Qp4LmZ7wRb1KcY5nHs","#,
    r#""custom_auth_url":"https://id.example.com/oauth2/authorize","#,
    r#""custom_token_url":"https://id.example.com/oauth2/token","#,
    r#""scopes":["openid","profile","email","offline_access"],"enable_pkce":true,"#,
    r#""redirect_uri":"https://app.example.com/auth/callback?source=setup","session_duration":24,"#,
    r#""username":"grace_hopper-1906","email":"grace.hopper@example.com","start_date":"2026-03-01"}"#,
);

/// The same with five mistakes: an unknown provider, no secret, too long a session, a user name and an email
/// address that are none.
pub(crate) const BAD: &str = concat!(
    r#"{"provider":"okta","client_id":"8214-askwell-demo-client","#,
    r#""custom_auth_url":"https://id.example.com/oauth2/authorize","#,
    r#""custom_token_url":"https://id.example.com/oauth2/token","#,
    r#""scopes":["openid","profile","email","offline_access"],"enable_pkce":true,"#,
    r#""redirect_uri":"https://app.example.com/auth/callback?source=setup","session_duration":500,"#,
    r#""username":"grace hopper","email":"grace.hopper(at)example.com","start_date":"2026-03-01"}"#,
);
