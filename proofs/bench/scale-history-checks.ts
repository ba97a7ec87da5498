/** Follows the chains of a database and decides its journal again, in a process of its own: its memory is then that of the checks. JSON on stdin, the report on stdout. */
import { json } from 'node:stream/consumers'
import { auditChains } from '../../src/desk/audit-chains.ts'
import { auditState } from '../../src/domains/audit-state.ts'
import { createPool } from '../../src/platform/database.ts'
import { macKeysOf } from '../../src/platform/mac.ts'
import { benchSecret } from './desk.ts'
import { peakMegabytes } from './measure.ts'

export type HistoryReport = {
  chain: { links: number; seconds: number }
  replay: { commands: number; seconds: number; megabytes: number | null }
}

async function timed<T>(work: () => Promise<T>): Promise<{ report: T; seconds: number }> {
  const began = performance.now()
  const report = await work()
  return { report, seconds: (performance.now() - began) / 1000 }
}

const { url } = (await json(process.stdin)) as { url: string }
const macKeys = macKeysOf(benchSecret)
const pool = createPool({ url, name: 'bench history', max: 1 })
const chain = await timed(() => auditChains(pool, macKeys))
const replay = await timed(() => auditState(pool, macKeys))
await pool.end()
const wrong = [...chain.report.faults, ...replay.report.differences]
if (wrong.length > 0) throw new Error(`The history is not whole. ${wrong.slice(0, 3).join(' ')}`)
const report: HistoryReport = {
  chain: { links: Number(chain.report.rows + chain.report.unlisted), seconds: chain.seconds },
  replay: {
    commands: replay.report.commands,
    seconds: replay.seconds,
    megabytes: await peakMegabytes(),
  },
}
process.stdout.write(JSON.stringify(report))
