/** What the journal says of an entry about coins: what was recorded is what is approved (docs/decisions/051). Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import { centsIfAny, textIfAny, wordsIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Recorded, type Said } from '../../desk/recorded.ts'
import type { World } from '../../desk/world.ts'
import { coinEntries, type CoinEntry } from './table.ts'

export const recordedEntry = defineRecorded('coin-entries.recorded')

const called: [keyof CoinEntry, string, (said: Said) => unknown][] = [
  [
    'kind',
    'kind',
    (said) => (said.kind === 'RecordPositionCover' ? 'cover' : textIfAny(said, 'kind')),
  ],
  ['quantity', 'quantity', (said) => centsIfAny(said, 'quantity') ?? null],
  ['amount', 'amount', (said) => centsIfAny(said, 'amount')],
  ['txid', 'transaction', (said) => textIfAny(said, 'txid') ?? null],
  ['reference', 'reference', (said) => textIfAny(said, 'reference')],
  ['rate', 'rate', (said) => centsIfAny(said, 'rate') ?? null],
  ['reason', 'reason', (said) => wordsIfAny(said, 'reason')],
  ['proposedAt', 'time', ({ at }) => at],
  ['proposedBy', 'proposer', ({ actor }) => actor],
]

/** What of an entry isn't what was proposed, in words that follow a colon, or null. */
export function differenceOf(row: CoinEntry, recorded: Recorded): string | null {
  if (recorded === 'in memory') return null
  const { said } = recorded
  if (said?.kind !== 'RecordCoinExchange' && said?.kind !== 'RecordPositionCover')
    return 'nobody proposed it'
  if (said.fault !== null) return `of what was proposed, ${said.fault}`
  const other = called.find(([property, , of]) => of(said) !== row[property])
  return other ? `its ${other[1]} differs` : null
}

export function refuseUnlessAsRecorded(world: World, entry: CoinEntry): Refusal | null {
  const difference = differenceOf(entry, world.fact(recordedEntry, entry.id))
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This entry is not what was recorded of it: ${difference}. Nothing was booked, and nothing may be until that is explained.`,
      )
}

/** Needs an entry, and the command that proposed it. */
export const comparing = (id: string) => [coinEntries.byId(id), recordedEntry.of(id)]
