/** The files of each host, from the templates in `files/`: the same ones for hosts of their own and for one machine. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hostsOf, type Host, type Site } from './site.ts'
import type { Secrets } from './secrets.ts'

type Values = Record<string, string>
/** A path on the host, and what it holds. `secret`: who else may not read it. */
type File = { path: string; text: string; secret: boolean }

const templates = join(import.meta.dirname, 'files')

export const database = 'glasshouse'

async function fill(template: string, values: Values): Promise<string> {
  const text = await readFile(join(templates, template), 'utf8')
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${template} asks for ${name}, which nothing gives`)
    return value
  })
}

const lines = (hosts: readonly Host[], line: (host: Host) => string) => hosts.map(line).join('\n')

/** Who may come from where: the database's own hosts for copies, HAProxy for everybody else. */
function databaseRules({ databases, proxies }: Site): string {
  const rule = (rest: string) => `host ${rest} scram-sha-256`
  return [
    ...databases.flatMap(({ address }) => [
      rule(`replication replicator ${address}/32`),
      rule(`postgres rewinder ${address}/32`),
    ]),
    ...proxies.map(({ address }) => rule(`${database} all ${address}/32`)),
  ].join('\n    - ')
}

function valuesOf(site: Site, host: Host, secrets: Secrets): Values {
  const { databases, proxies, applications } = site
  const { protocol, host: publicHost } = new URL(site.publicUrl)
  const list = (hosts: readonly Host[], one: (host: Host) => string) => hosts.map(one).join(',')
  return {
    ...host,
    root: site.rootOf(host),
    etcdMembers: list(databases, ({ name, address }) => `${name}=http://${address}:2380`),
    etcdHosts: list(databases, ({ address }) => `${address}:2379`),
    databaseServers: lines(databases, (one) => `  server ${one.name} ${one.address}:5432`),
    applicationServers: lines(applications, (one) => `  server ${one.name} ${one.address}:3000`),
    databaseRules: databaseRules(site),
    proxyAddresses: list(proxies, ({ address }) => address),
    patroniPassword: secrets.patroni_password,
    replicatorPassword: secrets.replicator_password,
    rewinderPassword: secrets.rewinder_password,
    watchdog: site.watchdog,
    mode: site.mode,
    publicUrl: site.publicUrl,
    publicBind: site.publicBind,
    publicHost,
    publicScheme: protocol.slice(0, -1),
  }
}

/** 5000 leads to the primary, and 5001 to a standby (`files/haproxy.cfg`). */
const urlOf = (site: Site, role: string, password: string, port = 5000) =>
  `postgres://${role}:${password}@${site.writesAt}:${port}/${database}`

/** The database as its owner, for migrations alone. */
export const ownersUrl = (site: Site, { owner_password }: Secrets) =>
  urlOf(site, 'glasshouse_owner', owner_password)

/** What has the units read at a standby, too (`database_replica_url`). */
async function readsAtReplicas(): Promise<File[]> {
  const text = await readFile(join(import.meta.dirname, '../systemd/replica.conf'), 'utf8')
  return ['server', 'worker'].map((name) => ({
    path: `etc/systemd/system/glasshouse-${name}.service.d/replica.conf`,
    text,
    secret: false,
  }))
}

async function filesOf(site: Site, host: Host, secrets: Secrets): Promise<File[]> {
  const values = valuesOf(site, host, secrets)
  const from = async (template: string, path: string, secret = false): Promise<File> => ({
    path,
    text: await fill(template, values),
    secret,
  })
  if (site.databases.includes(host))
    return [
      await from('etcd.env', 'etc/default/etcd'),
      await from('patroni.yml', 'etc/patroni/config.yml', true),
    ]
  if (site.proxies.includes(host)) return [await from('haproxy.cfg', 'etc/haproxy/haproxy.cfg')]
  const kept = (name: string, text: string): File => ({
    path: `etc/glasshouse/${name}`,
    text: `${text}\n`,
    secret: true,
  })
  return [
    await from('settings.env', 'etc/glasshouse/settings'),
    kept('secret', secrets.secret),
    kept('document_keys', secrets.document_keys),
    kept('database_url', urlOf(site, 'glasshouse_server', secrets.server_password)),
    kept('database_replica_url', urlOf(site, 'glasshouse_server', secrets.server_password, 5001)),
    kept('database_owner_url', ownersUrl(site, secrets)),
    ...(await readsAtReplicas()),
  ]
}

/** Writes below the folder what belongs at `/` of each host, in a folder with its name. */
export async function render(site: Site, folder: string, secrets: Secrets): Promise<void> {
  for (const host of hostsOf(site))
    for (const { path, text, secret } of await filesOf(site, host, secrets)) {
      const at = join(folder, host.name, path)
      await mkdir(dirname(at), { recursive: true, mode: 0o755 })
      await writeFile(at, text, { mode: secret ? 0o600 : 0o644 })
    }
}
