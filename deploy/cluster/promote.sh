#!/bin/bash
# Makes the standby the primary. Stop the old primary for good first: two primaries would lose answers.
set -euo pipefail
exec pg_ctl promote --wait --pgdata "$PGDATA"
