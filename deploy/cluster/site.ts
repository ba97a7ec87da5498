/** Which hosts a cluster has: of a firm's own, from a file, or made on one machine. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { CannotStart } from '../../src/platform/cannot-start.ts'

const host = z.object({ name: z.string().regex(/^[a-z][a-z0-9]{0,7}$/), address: z.ipv4() })

const description = z.object({
  mode: z.enum(['demo', 'live']),
  publicUrl: z.url(),
  /** As HAProxy's `bind` takes it. */
  publicBind: z.string(),
  /** As Patroni's `watchdog.mode` takes it. */
  watchdog: z.enum(['off', 'automatic', 'required']),
  /** Of three, one may be lost: of the two that are left, each has a majority and a synchronous standby. */
  databases: z.array(host).length(3),
  proxies: z.array(host).min(1),
  /** Where servers and workers find HAProxy: its own address, or one that two of them hand on. */
  writesAt: z.ipv4(),
  applications: z.array(host).min(1),
})

export type Host = z.output<typeof host>
export type Site = z.output<typeof description> & {
  /** What stands before each path of this host: nothing on a host of its own, a folder on one machine. */
  rootOf(host: Host): string
}

/** Throws `CannotStart` with what is wrong in the file. */
export function readSite(path: string): Site {
  const read = () => JSON.parse(readFileSync(path, 'utf8')) as unknown
  try {
    return { ...description.parse(read()), rootOf: () => '' }
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new CannotStart(`${path}: ${why}`)
  }
}

/** What is made once on this machine has this in its name, so that two clusters in two folders don't meet. */
export const tagOf = (folder: string) =>
  `gh${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 4)}`

/** The first three numbers of its addresses: of a private network, the third by its folder. */
const networkOf = (folder: string) => `10.213.${Number.parseInt(tagOf(folder).slice(2), 16) % 250}`

/** The address of this machine in its network. */
export const machineOf = (folder: string) => `${networkOf(folder)}.1`

const hosts = (network: string, name: string, count: number, first: number): Host[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `${name}${n + 1}`,
    address: `${network}.${first + n}`,
  }))

/** Each host a namespace, its files below the folder. */
export function siteOnOneMachine(folder: string, servers: number): Site {
  const network = networkOf(folder)
  const proxies = hosts(network, 'proxy', 1, 20)
  const [{ address }] = proxies as [Host]
  return {
    mode: 'demo',
    publicUrl: `http://${address}`,
    publicBind: `${address}:80`,
    watchdog: 'off',
    databases: hosts(network, 'db', 3, 11),
    proxies,
    writesAt: address,
    applications: hosts(network, 'app', servers, 31),
    rootOf: ({ name }) => join(resolve(folder), name),
  }
}

export const hostsOf = ({ databases, proxies, applications }: Site): Host[] => [
  ...databases,
  ...proxies,
  ...applications,
]
