/** The gate at a start: what is stable and missing stops it; what changes by itself is said, and waits for the opening. */
import { missingOf } from '../../contract/gate.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import type { Config } from '../../platform/config.ts'
import { askDatabase, contentFactsOf, settingFactsOf } from './ask.ts'
import type { Gate } from '../house-desk.ts'
import { gateLines, lineText } from './lines.ts'

/** Throws `CannotStart` with a line for each thing that a firm in live lacks and no waiting brings. */
export async function refuseUnlessComplete(config: Config): Promise<void> {
  if (config.mode === 'demo') return
  const missing = missingOf(
    gateLines({
      settings: settingFactsOf(config),
      content: contentFactsOf(config.contentFolder),
      database: await askDatabase(config),
      changing: {
        mail: undefined,
        lackingPairs: null,
        rehearsedAt: undefined,
        shortestOnSaleDays: null,
        waitsForStatement: null,
        importing: null,
        lists: null,
      },
      tron: [],
      firstCoins: null,
      now: Date.now(),
    }),
  ).filter(({ changes }) => !changes)
  if (missing.length > 0) throw new CannotStart(missing.map(lineText).join('\n'))
}

/** What a start says of a firm that isn't open yet. */
export async function setUpText(gate: Pick<Gate, 'ask'>, publicUrl: string): Promise<string> {
  const missing = missingOf(await gate.ask())
  const next = `Not open yet: two administrators open the firm at ${publicUrl}/admin/live.`
  return [next, ...missing.map(lineText)].join('\n')
}
