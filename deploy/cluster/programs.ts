/** What runs on each host of one machine, with the files that `render.ts` has written for it: as Debian's units start it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Program } from './processes.ts'
import type { Host, Site } from './site.ts'

export const thisProject = join(import.meta.dirname, '../..')

/** `project`: the folder whose server and worker run. */
type Where = { site: Site; project: string; namespaceOf(host: Host): string }

export const dataFolderOf = (site: Site, host: Host) =>
  join(site.rootOf(host), 'var/lib/postgresql/15/glasshouse')

export function etcd({ site, namespaceOf }: Where, host: Host): Program {
  const root = site.rootOf(host)
  return {
    name: `etcd-${host.name}`,
    namespace: namespaceOf(host),
    user: 'etcd',
    folder: root,
    command: ['/usr/bin/etcd'],
    env: parseEnv(readFileSync(join(root, 'etc/default/etcd'), 'utf8')) as Record<string, string>,
  }
}

export function patroni({ site, namespaceOf }: Where, host: Host): Program {
  const root = site.rootOf(host)
  return {
    name: `patroni-${host.name}`,
    namespace: namespaceOf(host),
    user: 'postgres',
    folder: root,
    command: ['/usr/bin/patroni', join(root, 'etc/patroni/config.yml')],
  }
}

/** A master that starts workers anew on SIGUSR2, and opens its ports as root before they become `haproxy`. */
export function haproxy({ site, namespaceOf }: Where, host: Host): Program {
  const root = site.rootOf(host)
  return {
    name: `haproxy-${host.name}`,
    namespace: namespaceOf(host),
    user: 'root',
    folder: root,
    command: ['/usr/sbin/haproxy', '-W', '-f', join(root, 'etc/haproxy/haproxy.cfg')],
  }
}

/** The worker's metrics stand beside the server's on the same host. */
export const metricsPorts = { server: 9464, worker: 9465 }

/** A server or a worker of the project, by this Node. */
function ours(where: Where, host: Host, name: 'server' | 'worker', args: string[]): Program {
  const root = where.site.rootOf(host)
  const kept = join(root, 'etc/glasshouse')
  return {
    name: `${name}-${host.name}`,
    namespace: where.namespaceOf(host),
    user: 'nobody',
    folder: where.project,
    command: [process.execPath, ...args],
    env: {
      ...(parseEnv(readFileSync(join(kept, 'settings'), 'utf8')) as Record<string, string>),
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      METRICS_HOST: host.address,
      METRICS_PORT: String(metricsPorts[name]),
      GLASSHOUSE_SECRET_FILE: join(kept, 'secret'),
      GLASSHOUSE_DOCUMENT_KEYS_FILE: join(kept, 'document_keys'),
      DATABASE_URL_FILE: join(kept, 'database_url'),
      DATABASE_REPLICA_URL_FILE: join(kept, 'database_replica_url'),
      GLASSHOUSE_DATA: join(root, 'var/lib', `glasshouse-${name}`),
    },
  }
}

export const server = (where: Where, host: Host) =>
  ours(where, host, 'server', ['src/server.ts', '--without-worker'])

export const worker = (where: Where, host: Host) => ours(where, host, 'worker', ['src/worker.ts'])
