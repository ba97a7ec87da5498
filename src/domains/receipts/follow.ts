/** What the journal says of an entry: what its proposer's command said is what is approved (docs/decisions/051, 076). Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import { centsIfAny, textIfAny, wordsIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Recorded, type Said } from '../../desk/recorded.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { bankEntries, type BankEntry } from './table.ts'

/** By which command an entry of this kind is proposed. */
const proposes = {
  receipt: 'RecordReceipt',
  assignment: 'AssignReceipt',
  return: 'ReturnReceipt',
  undoing: 'UndoReceipt',
  charge: 'RecordBankCharge',
  interest: 'RecordBankInterest',
} as const satisfies Record<BankEntry['kind'], string>

export const recordedEntry = defineRecorded('bank-entries.recorded')

const called: [keyof BankEntry, string, (said: Said) => unknown][] = [
  ['amount', 'amount', (said) => centsIfAny(said, 'amount')],
  ['reference', 'reference', (said) => textIfAny(said, 'reference') ?? null],
  ['valueDate', 'value date', (said) => textIfAny(said, 'valueDate') ?? null],
  ['account', 'account', (said) => textIfAny(said, 'account') ?? 'client-bank'],
  ['receipt', 'receipt', (said) => textIfAny(said, 'receipt') ?? null],
  ['proposedAt', 'time', ({ at }) => at],
  ['proposedBy', 'proposer', ({ actor }) => actor],
]
const words = ['payerText', 'payerAccount', 'reason'] as const

/** What of an entry isn't what was proposed, in words that follow a colon, or null. Its words may be gone with their person. */
export function differenceOf(row: BankEntry, recorded: Recorded): string | null {
  if (recorded === 'in memory') return null
  const { said } = recorded
  if (said === null || said.kind !== proposes[row.kind]) return 'nobody proposed it'
  if (said.fault !== null) return `of what was proposed, ${said.fault}`
  const other = called.find(([property, , of]) => of(said) !== row[property])
  if (other) return `its ${other[1]} differs`
  const changed = words.find(
    (property) =>
      row[property] !== null && said.texts !== null && wordsIfAny(said, property) !== row[property],
  )
  if (changed) return 'its words differ'
  // A receipt without an owner gets one later.
  const owner = said.subject === firm ? null : said.subject
  return row.owner === owner || (row.kind === 'receipt' && row.status !== 'proposed')
    ? null
    : 'its user differs'
}

/** Refuses an entry that isn't what its proposer said. */
export function refuseUnlessAsRecorded(world: World, entry: BankEntry): Refusal | null {
  const difference = differenceOf(entry, world.fact(recordedEntry, entry.id))
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This entry is not what was recorded of it: ${difference}. Nothing was booked, and nothing may be until that is explained.`,
      )
}

/** Needs an entry, and the command that proposed it. */
export const comparing = (id: string) => [bankEntries.byId(id), recordedEntry.of(id)]
