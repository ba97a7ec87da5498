#!/bin/sh
# Run once, as the superuser, on an empty server: the two roles and the database (docs/runbooks/deploy.md). PostgreSQL's image runs it by
# itself, with the passwords as files; elsewhere they are given in OWNER_PASSWORD and SERVER_PASSWORD.
set -eu
# A file that can't be read ends it here. As an argument of psql it would be an empty password, of which PostgreSQL doesn't complain.
owner=${OWNER_PASSWORD:-$(cat /run/secrets/owner_password)}
server=${SERVER_PASSWORD:-$(cat /run/secrets/server_password)}
for password in "$owner" "$server"; do
  [ -n "$password" ] || { echo 'A password is empty: no role was made.' >&2 && exit 1; }
done
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
  --set owner="$owner" --set server="$server" <<'SQL'
create role glasshouse_owner login password :'owner';
create role glasshouse_app nologin;
create role glasshouse_server login password :'server' in role glasshouse_app;
create database glasshouse owner glasshouse_owner;
SQL
