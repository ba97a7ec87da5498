#!/bin/sh
# Makes deploy/secrets for deploy/compose.yaml, once; never again what is there. Keep a copy of secret and of document_keys where the database's
# backups aren't. The files belong to the user of the containers, so this is run as root.
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
chown 10101 secrets/secret secrets/document_keys secrets/database_owner_url secrets/database_url
