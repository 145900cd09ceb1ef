#!/bin/bash
# Runs once, when the data of the primary is created: lets the standby copy it and follow.
set -euo pipefail
echo "host replication askwell all scram-sha-256" >> "$PGDATA/pg_hba.conf"
