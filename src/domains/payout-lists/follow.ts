/** What the journal says of a list: it is released and paid as it was built (docs/decisions/051). Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import { numberOf, textIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Recorded, type Said } from '../../desk/recorded.ts'
import type { World } from '../../desk/world.ts'
import { paymentsOf } from '../payout-batches/recall.ts'
import {
  listPayments,
  payoutLists,
  paymentsIn,
  type ListPayment,
  type PayoutList,
} from './table.ts'

export const recordedList = defineRecorded('payout-lists.recorded')

const called: [property: keyof PayoutList, name: string, of: (said: Said) => unknown][] = [
  ['wallet', 'wallet', (said) => textIfAny(said, 'wallet')],
  ['from', 'paying address', (said) => textIfAny(said, 'from')],
  ['height', 'height', (said) => numberOf(said, 'height')],
  ['quantity', 'amount in USDT', (said) => sumOf(said, 'quantity')],
  ['amount', 'amount', (said) => sumOf(said, 'amount')],
  ['builtBy', 'builder', ({ actor }) => actor],
  ['builtAt', 'time', ({ at }) => at],
]

const sumOf = (said: Said, part: 'quantity' | 'amount'): bigint =>
  paymentsOf(said).reduce((sum, one) => sum + one[part], 0n)

const isSame = (kept: ListPayment | undefined, said: ReturnType<typeof paymentsOf>[number]) =>
  kept?.withdrawal === said.withdrawal &&
  kept.quantity === said.quantity &&
  kept.amount === said.amount

/** What of a list isn't what was built, in words that follow a colon, or null. */
function differenceOf(
  row: PayoutList,
  payments: readonly ListPayment[],
  recorded: Recorded,
): string | null {
  if (recorded === 'in memory') return null
  const { said } = recorded
  if (said?.kind !== 'BuildPayoutList') return 'nobody built it'
  if (said.fault !== null) return `of its building, ${said.fault}`
  const other = called.find(([property, , of]) => of(said) !== row[property])
  if (other) return `its ${other[1]} differs`
  const all = paymentsOf(said)
  const isWhole =
    all.length === payments.length &&
    all.every((one, line) => payments[line]!.line === line && isSame(payments[line], one))
  return isWhole ? null : 'its payments differ'
}

export function refuseUnlessAsBuilt(world: World, list: PayoutList): Refusal | null {
  const difference = differenceOf(
    list,
    paymentsIn(world, list.id),
    world.fact(recordedList, list.id),
  )
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This list is not what was built: ${difference}. Nothing was booked, and no money may leave by it until that is explained.`,
      )
}

/** Needs a list, what it pays, and the command that built it. */
export const comparing = (id: string) => [
  payoutLists.byId(id),
  listPayments.byId(id),
  recordedList.of(id),
]
