#!/usr/bin/env bash
# Asks a person and prints the answer as JSON. Needs curl and jq, and a service: `askwell serve`.
#
#     examples/bash/ask.sh MESSAGE PROPERTIES
#
# PROPERTIES is a JSON Schema for each field: '{"go": {"type": "boolean"}}'. All of them are required.
# Exits with 0 for an answer, 1 for a decline, 2 for a cancel, 3 if time is up, 4 for an error.
set -euo pipefail

service=${ASKWELL_SERVICE:-http://127.0.0.1:8787}
headers=(--header 'content-type: application/json')
if [[ -n ${ASKWELL_KEY:-} ]]; then headers+=(--header "authorization: Bearer $ASKWELL_KEY"); fi

# A request that is sent twice because its response was lost asks once.
request=$(jq --null-input --arg message "$1" --argjson properties "$2" --arg id "bash-$$-$(date +%s%N)" '{
  mode: "form", $message, _meta: {"bash/request-id": $id},
  requestedSchema: {type: "object", $properties, required: ($properties | keys)}
}')
created=$(curl --silent --show-error --retry 5 --retry-connrefused "${headers[@]}" --data "$request" "$service/elicitations") || exit 4
id=$(jq --raw-output '.requestId // empty' <<<"$created")
if [[ -z $id ]]; then
  jq --raw-output '.error.message' <<<"$created" >&2
  exit 4
fi

# The service may restart meanwhile.
while polled=$(curl --silent --show-error --retry 30 --retry-connrefused --retry-all-errors --retry-delay 1 \
  "${headers[@]}" "$service/elicitations/$id?timeoutMs=25000"); do
  case $(jq --raw-output '.action // "error"' <<<"$polled") in
    pending) ;;
    accept) jq --compact-output .content <<<"$polled"; exit 0 ;;
    decline) exit 1 ;;
    cancel) exit 2 ;;
    expired) exit 3 ;;
    *) jq --raw-output '.error.message' <<<"$polled" >&2; exit 4 ;;
  esac
done
exit 4
