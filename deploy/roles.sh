#!/bin/sh
# Run once by PostgreSQL's image, on an empty data folder: the two roles and the database (docs/runbooks/deploy.md).
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
  --set owner="$(cat /run/secrets/owner_password)" --set server="$(cat /run/secrets/server_password)" <<'SQL'
create role glasshouse_owner login password :'owner';
create role glasshouse_app nologin;
create role glasshouse_server login password :'server' in role glasshouse_app;
create database glasshouse owner glasshouse_owner;
SQL
