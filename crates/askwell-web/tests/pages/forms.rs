//! Forms that several tests use.

use serde_json::{Value, json};

pub(crate) fn server() -> Value {
    json!({"id": "server", "title": "A new server", "description": "For the staging network.", "fields": [
        {"id": "host", "type": "text", "label": "Host", "required": true, "description": "Its short name."},
        {"id": "port", "type": "number", "label": "Port", "default": 8080, "validation": {"maximum": 65535}},
    ]})
}
