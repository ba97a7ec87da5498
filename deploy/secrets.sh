#!/bin/sh
# Makes deploy/secrets for deploy/compose.yaml, once; never again what is there. Keep a copy of secret and of document_keys where the database's
# backups aren't. Each file belongs to the user of the containers that read it, so this is run as root.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir secrets
random() { openssl rand -hex 32; }
random > secrets/secret
openssl rand -base64 32 > secrets/document_keys
for name in postgres_password owner_password server_password; do random > "secrets/$name"; done
echo "postgres://glasshouse_owner:$(cat secrets/owner_password)@postgres:5432/glasshouse" > secrets/database_owner_url
echo "postgres://glasshouse_server:$(cat secrets/server_password)@postgres:5432/glasshouse" > secrets/database_url
# The mail server's address, smtp://user:password@host:587, is the operator's to write into it.
: > secrets/smtp_url
chmod 711 secrets
# PostgreSQL's user, who makes the roles; and ours. Backups are tried by the former, with these two of ours.
chown 10102 secrets/postgres_password secrets/owner_password secrets/server_password
chown 10101 secrets/document_keys secrets/database_url secrets/smtp_url
chown 10101:10102 secrets/secret secrets/database_owner_url
chmod 440 secrets/secret secrets/database_owner_url
