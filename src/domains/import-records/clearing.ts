/** The money of imported people: it arrives at the clients' bank in one line or in several, and a statement shows it. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { Put } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { imports, unclearedIn, type Import } from './table.ts'

/** What is still to arrive; nothing before all is booked. */
export const awaitedOf = ({ booked, takenBack, cleared }: Import): Cents =>
  (booked ?? 0n) - takenBack - cleared

/** No line of the bank clears more than is awaited: the lines of an import add up to it. */
export function refusalOfClearing(world: World, amount: Cents): Refusal | null {
  const open = unclearedIn(world)
  const awaited = open === undefined ? 0n : awaitedOf(open)
  if (amount <= awaited) return null
  return awaited === 0n
    ? refuse('not_awaited', 'No import waits for money. Nothing was recorded.')
    : refuse(
        'not_awaited',
        `The import waits for ${formatUsd(awaited)} and no more. Nothing was recorded.`,
      )
}

export const clearingPostings = (amount: Cents): Posting[] => [
  {
    event: 'migration-cleared',
    debit: { owner: firm, kind: 'client-bank' },
    credit: { owner: firm, kind: 'migration' },
    amount,
  },
]

/** What is left of the import when that is posted, as the first that its command posts. */
export function arrived(world: World, amount: Cents): Put {
  const open = unclearedIn(world)!
  const version = world.books.state(firm, 'client-bank').version + 1n
  const bankVersions = [open.bankVersions, String(version)].filter(Boolean).join(',')
  return imports.row({ ...open, cleared: open.cleared + amount, bankVersions })
}

/** `inTransit`: versions of the clients' account that the bank doesn't have yet, with commas between. Null where the statement clears none. */
export function clearedBy(
  world: World,
  { inTransit, at }: { inTransit: string; at: Instant },
): { import: string; put: Put } | null {
  const open = unclearedIn(world)
  if (open?.state !== 'booked' || awaitedOf(open) !== 0n) return null
  const missing = new Set(inTransit.split(','))
  return open.bankVersions.split(',').some((version) => missing.has(version))
    ? null
    : { import: open.id, put: imports.row({ ...open, state: 'cleared', stateAt: at }) }
}

/** What is left of the import when so much of an opening is taken back: what never was to arrive has been cleared by that alone. */
export function takenBack(world: World, amount: Cents, at: Instant): Put {
  const open = unclearedIn(world)!
  const left = { ...open, takenBack: open.takenBack + amount }
  return imports.row(
    awaitedOf(left) === 0n && open.bankVersions === ''
      ? { ...left, state: 'cleared', stateAt: at }
      : left,
  )
}
