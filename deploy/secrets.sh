#!/bin/sh
# Makes deploy/secrets for deploy/compose.yaml, once; never again what is there. Keep a copy of secret and of document_keys where the database's
# backups aren't. Each file belongs to the user who reads it, so this is run as root.
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
chmod 711 secrets
# PostgreSQL's image reads its own password as root, and these two as its user postgres.
chown 999 secrets/owner_password secrets/server_password
# The user of our own containers.
chown 10101 secrets/secret secrets/document_keys secrets/database_owner_url secrets/database_url
