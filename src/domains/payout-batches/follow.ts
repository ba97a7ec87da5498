/** What the journal says of a batch: it is signed, sent and paid as it was built (docs/decisions/051). Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import { centsIfAny, textIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Recorded, type Said } from '../../desk/recorded.ts'
import type { World } from '../../desk/world.ts'
import { outpointOf } from '../../lib/payout-batch.ts'
import { changeIn, coinsIn, paymentsOf } from './recall.ts'
import {
  batchPayments,
  payoutBatches,
  paymentsIn,
  type BatchPayment,
  type PayoutBatch,
} from './table.ts'

export const recordedBatch = defineRecorded('payout-batches.recorded')

const called: [property: keyof PayoutBatch, name: string, of: (said: Said) => unknown][] = [
  ['txid', 'transaction', (said) => textIfAny(said, 'txid')],
  ['inputs', 'coins', (said) => coinsIn(said).map(outpointOf).join(' ')],
  ['anchor', 'first coin', (said) => textIfAny(said, 'anchor')],
  ['digest', 'file', (said) => textIfAny(said, 'digest')],
  ['wallet', 'wallet', (said) => textIfAny(said, 'wallet')],
  ['fee', 'fee', (said) => centsIfAny(said, 'fee')],
  ['changeIndex', 'change', (said) => changeIn(said)?.index ?? null],
  ['changeAmount', 'change', (said) => changeIn(said)?.amount ?? null],
  ['amount', 'amount', (said) => paymentsOf(said).reduce((sum, { amount }) => sum + amount, 0n)],
  ['builtBy', 'builder', ({ actor }) => actor],
  ['builtAt', 'time', ({ at }) => at],
]

const isSame = (kept: BatchPayment | undefined, said: ReturnType<typeof paymentsOf>[number]) =>
  kept?.withdrawal === said.withdrawal &&
  kept.quantity === said.quantity &&
  kept.amount === said.amount

/** What of a batch isn't what was built, in words that follow a colon, or null. */
export function differenceOf(
  row: PayoutBatch,
  payments: readonly BatchPayment[],
  recorded: Recorded,
): string | null {
  if (recorded === 'in memory') return null
  const { said } = recorded
  if (said?.kind !== 'BuildPayoutBatch') return 'nobody built it'
  if (said.fault !== null) return `of its building, ${said.fault}`
  const other = called.find(([property, , of]) => of(said) !== row[property])
  if (other) return `its ${other[1]} differs`
  const all = paymentsOf(said)
  const isWhole =
    all.length === payments.length &&
    all.every((one, output) => payments[output]!.output === output && isSame(payments[output], one))
  return isWhole ? null : 'its payments differ'
}

export function refuseUnlessAsBuilt(world: World, batch: PayoutBatch): Refusal | null {
  const difference = differenceOf(
    batch,
    paymentsIn(world, batch.id),
    world.fact(recordedBatch, batch.id),
  )
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This batch is not what was built: ${difference}. Nothing was booked, and no money may leave by it until that is explained.`,
      )
}

/** Needs a batch, what it pays, and the command that built it. */
export const comparing = (id: string) => [
  payoutBatches.byId(id),
  batchPayments.byId(id),
  recordedBatch.of(id),
]
