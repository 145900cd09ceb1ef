//! Askwell over HTTP: the service that programs in any language ask through, and the pages where people answer.
