import {
  buildPayoutBatch,
  dropPayoutBatch,
  getPayoutBatch,
  getPayoutBatches,
  getPayoutFile,
  sendPayoutBatch,
  signPayoutBatch,
} from '../../contract/payout-batch.ts'
import { ProblemError } from '../../contract/problems.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { scriptOfAddress } from '../../lib/payout-batch.ts'
import { raiseAlarm, runPreparedRecorded } from '../../platform/alarm.ts'
import { NodeFault } from '../../platform/bitcoin/node.ts'
import type { Bitcoin } from '../../platform/bitcoin/settings.ts'
import { newId } from '../../platform/ids.ts'
import { approvalLimitsOf } from '../../platform/policy.ts'
import { withOwners } from '../payout-rails/leave.ts'
import { afterRecorded, keepSeen, route, succeeded, type Asked } from '../../platform/route.ts'
import { mustAgree } from '../coin-exchanges/stops.ts'
import type { House, HouseDesk } from '../house-desk.ts'
import { readSpending, readWaitingAmong } from '../wallets/coins.ts'
import { readReached } from '../wallets/scan.ts'
import { mustBePayable } from '../withdrawals/payable.ts'
import { readAddressees, readAllToCoins } from '../withdrawals/to-coins.ts'
import { prepareBatch, saidPlainly } from './build.ts'
import { readCarried } from './compare.ts'
import { handIn } from './due.ts'
import { batchCarrier } from '../payouts/batches/follow.ts'
import {
  readBatches,
  readDeeds,
  readInBatches,
  readOwners,
  readPayments,
  readReplacing,
  type BatchRow,
} from './queries.ts'
import { party, presentBatch } from './shown.ts'
import { mustHaveBatch, mustHaveFiles, prepareSignatures } from './sign.ts'
import { inputsOf, isLive, outputReference } from '../payouts/batches/table.ts'

/** Shown of what waits for a batch, as many as go into one file of payouts by hand: those behind them follow once these are paid. */
const maxWaiting = 1_000

function mustTakeCoins({ bitcoin }: House): Bitcoin {
  if (bitcoin === null) throw new ProblemError('no_bitcoin')
  return bitcoin
}

/** As pages show them, with what was last read of the chain. */
async function present({ pool, firm }: House, batches: readonly BatchRow[]) {
  const [reached, spending, waiting, replacing] = await Promise.all([
    readReached(pool),
    readSpending(pool, batches.flatMap(inputsOf)),
    readWaitingAmong(
      pool,
      batches.map(({ txid }) => txid),
    ),
    readReplacing(
      pool,
      batches.map(({ id }) => id),
    ),
  ])
  const seen = {
    reached: reached?.height ?? null,
    spending,
    waiting,
    replacing,
    steps: firm.bitcoin?.confirmations,
    explorer: firm.bitcoin?.explorer,
  }
  return batches.map((batch) => presentBatch(batch, seen))
}

/** The approved requests to addresses of the network: those that no batch pays yet, and in which the others are. */
async function readPayable({ pool, bitcoin }: House) {
  if (bitcoin === null) return { waiting: [], inBatches: [] }
  const all = (await readAllToCoins(pool, maxWaiting)).filter(({ address }) =>
    scriptOfAddress(address, bitcoin.network),
  )
  const tied = await readInBatches(
    pool,
    all.map(({ id }) => id),
  )
  const taken = new Map(
    tied
      .filter(({ batch }) => isLive(batch))
      .map(({ withdrawal, batch }) => [withdrawal, batch.id] as const),
  )
  const waiting = all
    .filter(({ id, isFrozen }) => !taken.has(id) && !isFrozen)
    .map(({ id, owner, fullName, amount, approvedAt }) => ({
      withdrawalId: id,
      user: party(owner, fullName),
      amount: dollarsFromCents(amount),
      approvedAt: isoFromInstant(approvedAt),
    }))
  const inBatches = [...taken].map(([withdrawalId, batchId]) => ({ withdrawalId, batchId }))
  return { waiting, inBatches }
}

/** With where each goes, as far as that is what was recorded of it. */
async function presentPayments(
  house: House,
  { id, txid }: Pick<BatchRow, 'id' | 'txid'>,
  { requestId }: Asked,
) {
  const payments = await readPayments(house.pool, id)
  const addressees = await readAddressees(
    house,
    payments.map(({ withdrawal }) => withdrawal),
  )
  return payments.map(({ withdrawal, output, quantity, amount, paidAt }) => {
    const { owner, fullName, address, difference, isFrozen } = addressees.get(withdrawal)!
    if (difference !== null)
      raiseAlarm(house, { table: 'withdrawals', id: withdrawal, difference, requestId })
    return {
      withdrawalId: withdrawal,
      user: party(owner, fullName),
      amount: dollarsFromCents(amount),
      quantity: Number(quantity),
      output,
      reference: outputReference(txid, output),
      address,
      isFrozen,
      paidAt: paidAt === null ? null : isoFromInstant(paidAt),
    }
  })
}

const pages = (house: House) => [
  route(getPayoutBatches, async ({ query }) => {
    const { batches, nextCursor } = await readBatches(house.pool, query)
    return succeeded({
      network: house.bitcoin?.network ?? null,
      batches: await present(house, batches),
      ...(await readPayable(house)),
      nextCursor,
    })
  }),
  route(getPayoutBatch, async ({ params, asked }) => {
    const batch = await mustHaveBatch(house.pool, params.id)
    const [shown] = await present(house, [batch])
    const deeds = await readDeeds(house.pool, batch)
    const carried = await readCarried(house, batchCarrier, params.id, asked.requestId)
    const dropping = deeds.find(({ kind }) => kind === 'DropPayoutBatch')
    return succeeded({
      batch: shown!,
      difference: carried?.difference ?? null,
      payments: await presentPayments(house, batch, asked),
      signatures: deeds
        .filter(({ kind }) => kind === 'SignPayoutBatch')
        .map(({ at, actor, name }) => ({ at: isoFromInstant(at), by: party(actor, name) })),
      droppedBy: dropping ? party(dropping.actor, dropping.name) : null,
    })
  }),
  route(getPayoutFile, async ({ params, asked }) => {
    const { batch, files } = await mustHaveFiles(house, params.id, asked.requestId)
    // What was sent has left.
    if (batch.status === 'built') mustBePayable(await presentPayments(house, batch, asked))
    return succeeded({
      name: `payouts-${batch.txid.slice(0, 8)}.psbt`,
      psbt: files.signed ?? files.built,
    })
  }),
]

const decide = (house: House, id: string, given: Parameters<HouseDesk['runPrepared']>[0]) =>
  runPreparedRecorded(house, given, { table: 'payout_batches', id })

/** It is marked as sent before it is handed in: whatever becomes of this, the same transaction is followed, and no other built in its place that could confirm beside it. */
async function send(house: House, asked: Asked, id: string, txid: string) {
  const { pool, policy, seen } = house
  const { node } = mustTakeCoins(house)
  const prepare = async () => {
    await mustHaveBatch(pool, id)
    await mustAgree(house)
    const [payments, owners] = await Promise.all([readPayments(pool, id), readOwners(pool, id)])
    return { batch: id, txid, payments: withOwners(payments, owners), ...approvalLimitsOf(policy) }
  }
  // Kept before the network has it, too.
  const reply = await keepSeen(seen, () =>
    decide(house, id, { ...asked, kind: 'SendPayoutBatch', prepare }),
  )
  if (reply.outcome === 'done')
    await afterRecorded(
      mustHaveBatch(pool, id)
        .then((batch) => handIn({ pool, node, macKeys: house.macKeys }, batch))
        .catch((error: unknown) => {
          // Whoever follows it hands it in again.
          if (!(error instanceof NodeFault)) throw error
        }),
    )
  return reply
}

const decisions = (house: House) => [
  route(buildPayoutBatch, async ({ asked, body }) => {
    const { pool, firm } = house
    const parts = { pool, bitcoin: mustTakeCoins(house), steps: firm.bitcoin?.confirmations }
    const id = newId()
    const prepare = async () => {
      await mustAgree(house)
      return saidPlainly(() => prepareBatch(parts, id, body))
    }
    return runPreparedRecorded(
      house,
      { ...asked, id, kind: 'BuildPayoutBatch', prepare },
      { table: 'withdrawals', id: body.withdrawals.join(' ') },
    )
  }),
  route(signPayoutBatch, async ({ asked, params, body }) =>
    decide(house, params.id, {
      ...asked,
      kind: 'SignPayoutBatch',
      prepare: () => prepareSignatures(house, params.id, body, asked.requestId),
    }),
  ),
  route(sendPayoutBatch, ({ asked, params, body }) => send(house, asked, params.id, body.txid)),
  route(dropPayoutBatch, ({ asked, params }) =>
    decide(house, params.id, {
      ...asked,
      kind: 'DropPayoutBatch',
      prepare: async () => ({ batch: params.id, spent: null }),
    }),
  ),
]

export const payoutBatchRoutes = (house: House) => [...pages(house), ...decisions(house)]
