/** A server whose clock is an hour behind serves people: what counts of time is the database's. */
import { globSync } from 'node:fs'
import type { Program } from '../../deploy/cluster/processes.ts'
import { server } from '../../deploy/cluster/programs.ts'
import { until } from '../torture/patience.ts'
import type { Fault } from './fault.ts'

const behind = '-1h'
const behindMs = 3_600_000
const servedMs = 30_000

/** Of Debian's package `libfaketime`. */
const library = () => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? null

/** How far behind this machine's clock the clock is of whoever answers. */
async function behindBy(url: string): Promise<number> {
  const reply = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) })
  return Date.now() - Date.parse(reply.headers.get('date')!)
}

/** Only what tells the time of day: how long something takes is measured as ever. Not in the programs that become the server: they are root's. */
function withOldClock(program: Program): Program {
  const old = [`LD_PRELOAD=${library()}`, `FAKETIME=${behind}`, 'FAKETIME_DONT_FAKE_MONOTONIC=1']
  return { ...program, command: ['/usr/bin/env', ...old, ...program.command] }
}

export const oldClock: Fault = {
  name: 'old-clock',
  says: 'a server whose clock is an hour behind serves people for half a minute',
  mendAfterMs: servedMs,
  lacks: () => (library() === null ? 'libfaketime is not installed' : null),
  async strike({ cluster, chance }) {
    const host = chance.pick(cluster.site.applications)!
    const name = `server-${host.name}`
    await cluster.restart(name, (where, at) => withOldClock(server(where, at)))
    await until('people are served by the old clock', async () => {
      const by = await behindBy(cluster.site.publicUrl)
      return Math.abs(by - behindMs) < behindMs / 10
    })
    return () => cluster.restart(name)
  },
}
