#!/bin/sh
# Makes what the Dockerfile stands on, without a registry of images: $1 with npm, to build on, and $2 with nothing but the
# libraries that Node needs, to run on. As root, with Debian's mmdebstrap and buildah; $3 is Node, $4 npm's folder. Where there is
# a $5, it stands for the image of PostgreSQL, with pgBackRest.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
base() { # name, archive, and what else to do in the folder
  container=$(buildah from scratch)
  mounted=$(buildah mount "$container")
  tar -xf "$2" -C "$mounted"
  if [ "$1" = "$3" ]; then
    mkdir -p "$mounted/usr/lib/node_modules" "$mounted/etc/ssl/certs"
    cp "$4" "$mounted/usr/bin/node"
    cp -a "$5" "$mounted/usr/lib/node_modules/npm"
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$mounted/usr/bin/npm"
    if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
      cp "$NODE_EXTRA_CA_CERTS" "$mounted/etc/ssl/certs/extra.pem"
      buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/extra.pem "$container"
    fi
  fi
  buildah commit --quiet "$container" "$1"
  buildah rm "$container"
}
libraries=base-files,libc6,libstdc++6,libgcc-s1,libatomic1
mmdebstrap --quiet --variant=extract --include="$libraries" bookworm "$folder/run.tar"
mmdebstrap --quiet --variant=essential --include=libatomic1,libstdc++6 bookworm "$folder/build.tar"
base "$2" "$folder/run.tar" "$1" "$3" "$4"
base "$1" "$folder/build.tar" "$1" "$3" "$4"
[ -n "${5:-}" ] || exit 0
mmdebstrap --quiet --variant=apt --include=postgresql-15,pgbackrest,libatomic1 bookworm "$folder/database.tar"
container=$(buildah from scratch)
mounted=$(buildah mount "$container")
tar -xf "$folder/database.tar" -C "$mounted"
cp "$(dirname "$0")/postgres-entrypoint.sh" "$mounted/usr/local/bin/docker-entrypoint.sh"
rm -rf "$mounted"/var/lib/postgresql/*
mkdir -p "$mounted/docker-entrypoint-initdb.d" "$mounted/run/postgresql"
# As that image has them: whoever it is started as makes its folders there.
chmod 1777 "$mounted/var/lib/postgresql"
chmod 3777 "$mounted/run/postgresql"
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/15/bin \
  --env PGDATA=/var/lib/postgresql/15/docker --env LANG=C.UTF-8 --volume /var/lib/postgresql --stop-signal SIGINT \
  --entrypoint '["docker-entrypoint.sh"]' --cmd postgres "$container"
buildah commit --quiet "$container" "$5"
buildah rm "$container"
