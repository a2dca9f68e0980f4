#!/bin/bash
# A standby server: copies the first one, once, and follows it. Its name is in synchronous_standby_names.
set -euo pipefail

first="${FIRST_SERVER:-host=postgres} user=replicator application_name=standby"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup -d "$first" -D "$PGDATA" -R -X stream -c fast; do
    sleep 1
  done
  chmod 700 "$PGDATA"
  # It came with the copy; after a promotion this server commits alone until it has a standby of its own.
  echo "synchronous_standby_names = ''" >> "$PGDATA/postgresql.auto.conf"
fi
exec postgres
