#!/bin/bash
# Stands for the entry point of PostgreSQL's image: on an empty folder it creates the cluster, starts it on its socket alone, runs
# what is in /docker-entrypoint-initdb.d as the same user, and stops it. Then, and with another command at once, it becomes that.
set -e
[ "$1" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export POSTGRES_PASSWORD
  unset POSTGRES_PASSWORD_FILE
  mkdir -p "$PGDATA"
  chown -R postgres "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  : "${POSTGRES_PASSWORD:=$(cat "$POSTGRES_PASSWORD_FILE")}"
  # shellcheck disable=SC2086
  initdb -D "$PGDATA" --username=postgres --pwfile=<(echo "$POSTGRES_PASSWORD") $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "$(printf '%q ' "${@:2}") -c listen_addresses=''" -w start
  for script in /docker-entrypoint-initdb.d/*.sh; do
    if [ -x "$script" ]; then "$script"; else . "$script"; fi
  done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@" -c listen_addresses='*'
