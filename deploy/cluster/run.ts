/**
 * `npm run cluster -- start FOLDER [--servers N]`: a whole cluster on one machine, all of it below the folder.
 * `-- status FOLDER`, `-- restart FOLDER NAME`, `-- reload FOLDER NAME`, `-- stop FOLDER`. `-- render HOSTS.json FOLDER`: the same files for hosts of their own.
 */
import '../../src/platform/node-version.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { Cluster } from './cluster.ts'
import { render } from './render.ts'
import { keepSecrets } from './secrets.ts'
import { readSite } from './site.ts'

const usage = `npm run cluster -- start FOLDER [--servers N]
npm run cluster -- status FOLDER
npm run cluster -- restart FOLDER NAME
npm run cluster -- reload FOLDER NAME
npm run cluster -- stop FOLDER
npm run cluster -- render HOSTS.json FOLDER`

const say = (line: string) => void process.stdout.write(`${line}\n`)

const many = 9

/** As many as the folder has; of a new one, two. */
function serversIn(folder: string): number {
  const hosts = Array.from({ length: many }, (_, n) => join(folder, `app${n + 1}`))
  return hosts.filter((host) => existsSync(host)).length || 2
}

async function start(folder: string, servers: number): Promise<void> {
  await new Cluster(folder, { servers, say }).start()
}

async function status(folder: string): Promise<void> {
  const cluster = new Cluster(folder, { servers: serversIn(folder), say })
  for (const { name, role, state, timeline, lag } of await cluster.members())
    say(`${name} ${role} ${state}, timeline ${timeline ?? '?'}, ${lag ?? 0} bytes behind`)
  for (const { name, pid } of await cluster.processes.all()) say(`${name} ${pid}`)
}

async function renderFiles(hosts: string, folder: string): Promise<void> {
  await render(readSite(hosts), folder, await keepSecrets(join(folder, 'secrets')))
  say(`What belongs at / of each host is in ${folder}, in a folder with its name`)
}

async function command(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { servers: { type: 'string' } },
  })
  const [what, first, second] = positionals
  if (first === undefined) throw new CannotStart(usage)
  const servers = values.servers === undefined ? serversIn(first) : Number(values.servers)
  if (!Number.isInteger(servers) || servers < 1 || servers > many)
    throw new CannotStart(`--servers is a number from 1 to ${many}.`)
  if (what === 'start') await start(first, servers)
  else if (what === 'status') await status(first)
  else if (what === 'restart' && second !== undefined)
    await new Cluster(first, { servers, say }).restart(second)
  else if (what === 'reload' && second !== undefined)
    await new Cluster(first, { servers, say }).reload(second)
  else if (what === 'stop') await new Cluster(first, { servers, say }).stop()
  else if (what === 'render' && second !== undefined) await renderFiles(first, second)
  else throw new CannotStart(usage)
}

try {
  await command()
} catch (error) {
  process.stderr.write(`${error instanceof CannotStart ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
