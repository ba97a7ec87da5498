/**
 * What has claimed a request: it leaves by one way, so whoever would pay it, or give it back, asks all of them. A way out that isn't
 * listed here pays nothing. Pure.
 */
import type { Refusal } from '../../../contract/problems.ts'
import { refuse } from '../../../desk/command.ts'
import type { Put, Read } from '../../../desk/read.ts'
import type { World } from '../../../desk/world.ts'
import type { Instant } from '../../../lib/instant.ts'
import { batchCarrier, isLive, mayConfirm, type PayoutBatch } from '../batches/table.ts'
import {
  bankExports,
  exportCarrier,
  exportPayments,
  isClaimed,
  isOpen,
  paymentsIn,
  type BankExport,
} from '../exports/table.ts'
import { listCarrier, mayPay } from '../lists/table.ts'

/** The batches that may still pay a request. */
export const batchesIn = (world: World, withdrawal: string): PayoutBatch[] =>
  batchCarrier.claimsOf(world, withdrawal).filter(mayConfirm)

/** A batch that stands comes first. A cancelled one that nobody has signed is nothing that the chain could have. */
function refusalInBatch(world: World, withdrawal: string): Refusal | null {
  const batches = batchesIn(world, withdrawal)
  if (batches.some(isLive)) return refuse('in_a_batch')
  return batches.some(({ signedDigest }) => signedDigest !== null)
    ? refuse(
        'in_a_batch',
        'A batch that was signed and cancelled could still pay this request. Nothing was booked: put it into another batch, or wait until the next batch has spent that one’s coin.',
      )
    : null
}

function refusalOnList(world: World, withdrawal: string): Refusal | null {
  const list = listCarrier.claimsOf(world, withdrawal).find(mayPay)
  if (!list) return null
  return refuse(
    'in_a_batch',
    list.status === 'recalled'
      ? 'A list of payouts that was released and cancelled could still pay this request. Nothing was booked: nothing that was signed for that list counts any more a day of blocks after it was cancelled, and then the request is free.'
      : 'A list of payouts in USDT may still pay this request. Nothing was booked: cancel that list first.',
  )
}

/** The file for the bank that may still pay a request. */
const exportOf = (world: World, withdrawal: string): BankExport | undefined =>
  exportCarrier
    .claimsOf(world, withdrawal)
    .find(
      (one) =>
        isOpen(one) &&
        paymentsIn(world, one.id).some((line) => line.withdrawal === withdrawal && isClaimed(line)),
    )

/** Whether a file that was released may still pay it. */
export const isReleased = (world: World, withdrawal: string): boolean =>
  exportOf(world, withdrawal)?.status === 'exported'

type Claiming = {
  carrier: { having(withdrawal: string): Read[] }
  /** Why it keeps a request; null: it doesn't. */
  refusal(world: World, withdrawal: string): Refusal | null
}

const ways = {
  batch: { carrier: batchCarrier, refusal: refusalInBatch },
  list: { carrier: listCarrier, refusal: refusalOnList },
  export: {
    carrier: exportCarrier,
    refusal: (world, withdrawal) => (exportOf(world, withdrawal) ? refuse('exported') : null),
  },
} satisfies Record<string, Claiming>

export type Way = keyof typeof ways

/** Needs all that may have claimed a request. */
export const claimsOn = (withdrawal: string): Read[] =>
  Object.values(ways).flatMap(({ carrier }) => carrier.having(withdrawal))

/** Why a request is claimed; null: it isn't. `beside`: the one that has rules of its own for it. */
export function refusalOfClaims(
  world: World,
  withdrawal: string,
  beside: Way | null = null,
): Refusal | null {
  for (const [way, { refusal }] of Object.entries(ways)) {
    const found = way === beside ? null : refusal(world, withdrawal)
    if (found) return found
  }
  return null
}

/** What the payout of a request leaves of the file for the bank that has it, and by which the journal names it. */
export function paidInExport(
  world: World,
  withdrawal: string,
  at: Instant,
): { put: Put[]; facts: { export?: string } } {
  const claim = exportOf(world, withdrawal)
  if (!claim) return { put: [], facts: {} }
  const lines = exportCarrier.linesIn(world, claim.id)
  const line = lines.find((one) => one.withdrawal === withdrawal)!
  const isLast = lines.every((one) => one === line || !isClaimed(one))
  return {
    put: [
      exportPayments.row({ ...line, paidAt: at }),
      ...(isLast ? [bankExports.row({ ...claim, status: 'paid', endedAt: at })] : []),
    ],
    facts: { export: claim.id },
  }
}
