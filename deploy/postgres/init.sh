#!/bin/bash
# Runs once in a new server: a user and a database for the app and for the journal, and replication that commits wait for.
set -euo pipefail

psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" \
  -v app="$APP_PASSWORD" -v journal="$JOURNAL_PASSWORD" -v replication="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE svc LOGIN PASSWORD :'app';
CREATE DATABASE svc OWNER svc;
CREATE ROLE venue LOGIN PASSWORD :'journal';
CREATE DATABASE venue OWNER venue;
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication';
-- Read when the server starts again after this script: no commit waits before there is a standby.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
SQL

echo "host replication replicator all scram-sha-256" >> "$PGDATA/pg_hba.conf"
