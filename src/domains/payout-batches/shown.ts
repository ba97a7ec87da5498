/** Batches as they are sent. What the chain says of them is what was last read of it. */
import { party, partyIfAny } from '../../desk/spoken.ts'
import type { BatchPlace, PayoutBatch as Wire } from '../../contract/payout-batch.ts'
import { blocksFor, usualSteps, type DepthStep } from '../../lib/confirmations.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { iso, rateText } from '../payout-rails/pages/shown.ts'
import type { Spending } from '../wallets/coins.ts'
import type { BatchRow } from './queries.ts'
import { inputsOf } from '../payouts/batches/table.ts'

export type Seen = {
  reached: number | null
  spending: readonly Spending[]
  waiting: ReadonlySet<string>
  replacing: ReadonlyMap<string, string>
  steps?: readonly DepthStep[] | undefined
  explorer?: string | null | undefined
}

function placeOf(
  batch: BatchRow,
  { reached, spending, waiting }: Seen,
  needed: number,
): { place: BatchPlace; confirmations: number } {
  const coins = new Set(inputsOf(batch))
  const spent = spending.filter(({ coin }) => coins.has(coin))
  if (spent.some(({ by }) => by !== batch.txid)) return { place: 'replaced', confirmations: 0 }
  const [one] = spent
  if (!one || reached === null)
    return { place: waiting.has(batch.txid) ? 'waiting' : 'unseen', confirmations: 0 }
  const confirmations = reached - one.height + 1
  return { place: confirmations >= needed ? 'deep' : 'confirming', confirmations }
}

export function presentBatch(batch: BatchRow, seen: Seen): Wire {
  const needed = blocksFor(batch.amount, seen.steps ?? usualSteps)
  return {
    id: batch.id,
    txid: batch.txid,
    explorer: seen.explorer?.replace('{txid}', batch.txid) ?? null,
    replaces: batch.replaces,
    replacedBy: seen.replacing.get(batch.id) ?? null,
    status: batch.status,
    amount: dollarsFromCents(batch.amount),
    quantity: Number(batch.quantity),
    rate: rateText(batch.rate),
    feeRate: Number(batch.feeRate),
    fee: Number(batch.fee),
    payments: batch.payments,
    isSigned: batch.isSigned,
    isSignedInPart: batch.signedDigest !== null && !batch.isSigned,
    ...placeOf(batch, seen, needed),
    needed,
    builtAt: isoFromInstant(batch.builtAt),
    builtBy: party(batch.builtBy, batch.builtByName),
    sentAt: iso(batch.sentAt),
    sentBy: partyIfAny(batch.sentBy, batch.sentByName),
    endedAt: iso(batch.endedAt),
    spentBy: batch.spentBy,
  }
}
