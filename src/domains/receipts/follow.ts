/** What the journal says of an entry: what its proposer's command said is what is approved (docs/decisions/051, 076). Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type ReadBack } from '../../desk/command.ts'
import { defineFact } from '../../desk/fact.ts'
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

/** Whether two administrators put this receipt into its owner's name, beyond their limit: when it was approved, or when it was assigned to them. */
function isPutAside(commands: readonly ReadBack[], { id, owner }: BankEntry): boolean {
  const sound = commands.filter(({ fault, subject }) => fault === null && subject === owner)
  const ofReceipt = ({ kind, input }: ReadBack) => kind === 'AssignReceipt' && input.receipt === id
  const entries = new Set([id, ...sound.filter(ofReceipt).map((assigned) => assigned.id)])
  return sound.some(
    ({ kind, input }) =>
      kind === 'ApproveBankEntry' &&
      input.turnedAside === 'yes' &&
      entries.has(String(input.entry)),
  )
}

/** The commands by which receipts were put into the name of this one's owner, and those that proposed it. In memory it isn't asked. */
export const recordedAside = defineFact<string, readonly ReadBack[] | 'in memory'>({
  name: 'receipts.aside',
  ofJournal: true,
  text: `with aside as (select asked.id::text as about, item.command_id as id from unnest($1::uuid[]) asked (id) join bank_entries entry on entry.id = asked.id
        join desk.activity item on item.owner_id = entry.owner_id where item.kind = 'receipt-turned-aside')
    select about, id from aside
    union all select aside.about, (approval.input ->> 'entry')::uuid from aside join desk.commands approval on approval.id = aside.id`,
  form: 'uuid',
  valueIn: (rows, id) => (rows as ReadBack[]).filter(({ about }) => about === id),
  inMemory: () => ({ add() {}, valueOf: () => 'in memory' }),
})

/** Refuses a receipt that waits in somebody's name without two administrators having put it there. */
export function refuseUnlessPutAside(world: World, receipt: BankEntry): Refusal | null {
  const commands = world.fact(recordedAside, receipt.id)
  return commands === 'in memory' || isPutAside(commands, receipt)
    ? null
    : refuse(
        'not_as_recorded',
        'Nobody put this receipt into the name of its user. Nothing was booked, and nothing may be until that is explained.',
      )
}

/** Needs a receipt that waits in somebody's name, and all that was recorded of it. */
export const comparingAside = (id: string) => [...comparing(id), recordedAside.of(id)]

/** Needs an entry, and the command that proposed it. */
export const comparing = (id: string) => [bankEntries.byId(id), recordedEntry.of(id)]
