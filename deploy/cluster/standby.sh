#!/bin/bash
# Copies the primary on the first start, then follows it as `standby`, the name in synchronous_standby_names.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    until pg_isready --host primary --username askwell --dbname askwell --quiet; do sleep 1; done
    rm -rf "${PGDATA:?}"/*
    pg_basebackup --host primary --username askwell --pgdata "$PGDATA" --wal-method stream --write-recovery-conf
    {
        echo "primary_conninfo = 'host=primary user=askwell password=$PGPASSWORD application_name=standby'"
        # Once it is the primary, it waits for no one.
        echo "synchronous_standby_names = ''"
    } >> "$PGDATA/postgresql.auto.conf"
    chmod 700 "$PGDATA"
fi
exec postgres -c hot_standby=on -c max_connections=200
