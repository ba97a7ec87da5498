import { party } from '../../desk/spoken.ts'
import {
  buildPayoutBatch,
  cancelPayoutBatch,
  getFeeRates,
  getPayoutBatch,
  getPayoutBatches,
  getPayoutBatchesCsv,
  getPayoutFile,
  sendPayoutBatch,
  signPayoutBatch,
  type FeeRates,
} from '../../contract/payout-batch.ts'
import { ProblemError } from '../../contract/problems.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { scriptOfAddress } from '../../lib/payout-batch.ts'
import { NodeFault } from '../../platform/bitcoin/node.ts'
import type { Bitcoin } from '../../platform/bitcoin/settings.ts'
import { newId } from '../../platform/ids.ts'
import type { Database } from '../../platform/database.ts'
import { afterRecorded, keepSeen, route, succeeded, type Asked } from '../../platform/route.ts'
import { mustAgree } from '../coin-exchanges/stops.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import type { House } from '../house-desk.ts'
import { readCarried } from '../payout-rails/pages/compare.ts'
import { readDeeds } from '../payout-rails/pages/queries.ts'
import { prepareRelease } from '../payout-rails/pages/release.ts'
import { presentLine, readPayable, withAddressees } from '../payout-rails/pages/requests.ts'
import { readSpending, readWaitingAmong } from '../wallets/coins.ts'
import { readReached } from '../wallets/scan.ts'
import { mustBePayable } from '../withdrawals/payable.ts'
import { building, prepareBatch } from './build.ts'
import { handIn } from './due.ts'
import { batchCarrier } from '../payouts/batches/table.ts'
import { readReplacing, readSentFeeRate, reading, type BatchRow } from './queries.ts'
import { payoutBatchColumns } from './csv.ts'
import { presentBatch } from './shown.ts'
import { mustHaveBatch, mustHaveFiles, prepareSignatures } from './sign.ts'
import { inputsOf, isLive, outputReference } from '../payouts/batches/table.ts'
import type { RoutesOf } from '../routes.ts'

function mustTakeCoins({ bitcoin }: House): Bitcoin {
  if (bitcoin === null) throw new ProblemError('no_bitcoin')
  return bitcoin
}

/** What the node proposes at this moment, or why it doesn't. */
async function readFeeRates({ bitcoin }: House): Promise<FeeRates> {
  const at = isoFromInstant(Date.now())
  const none = { at, minimum: null, proposals: [] }
  if (bitcoin === null) return { ...none, fault: 'The firm takes no bitcoin.' }
  try {
    return { at, ...(await bitcoin.node.feeRates()), fault: null }
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    return { ...none, fault: error.message }
  }
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
async function readWaiting({ pool, bitcoin }: House) {
  if (bitcoin === null) return { waiting: [], inBatches: [] }
  const { waiting, taken } = await readPayable(
    pool,
    (address) => scriptOfAddress(address, bitcoin.network) !== null,
    async (ids) =>
      (await reading.claiming(pool, ids))
        .filter(({ by }) => isLive(by))
        .map(({ withdrawal, by }) => [withdrawal, by.id]),
  )
  const inBatches = [...taken].map(([withdrawalId, batchId]) => ({ withdrawalId, batchId }))
  return { waiting, inBatches }
}

/** With where each goes, as far as that is what was recorded of it. */
async function presentPayments(
  house: House,
  { id, txid }: Pick<BatchRow, 'id' | 'txid'>,
  { requestId }: Asked,
) {
  const lines = await withAddressees(house, await reading.lines(house.pool, id), () => requestId)
  return lines.map((line) => ({
    ...presentLine(line),
    quantity: Number(line.quantity),
    output: line.output,
    reference: outputReference(txid, line.output),
  }))
}

const pages = (house: House) => [
  route(getPayoutBatchesCsv, (call) => exportedCsv(house, fileOf(house), call)),
  route(getPayoutBatches, async ({ query }) => {
    const { shown, nextCursor } = await reading.page(house.pool, query)
    return succeeded({
      network: house.bitcoin?.network ?? null,
      batches: await present(house, shown),
      ...(await readWaiting(house)),
      nextCursor,
    })
  }),
  route(getFeeRates, async () => succeeded(await readFeeRates(house))),
  route(getPayoutBatch, async ({ params, asked }) => {
    const batch = await mustHaveBatch(house.pool, params.id)
    const [shown] = await present(house, [batch])
    const kinds = ['SignPayoutBatch', 'CancelPayoutBatch'] as const
    const deeds = await readDeeds(house.pool, kinds, 'batch', batch)
    const carried = await readCarried(house, batchCarrier, params.id, asked.requestId)
    const cancelling = deeds.find(({ kind }) => kind === 'CancelPayoutBatch')
    return succeeded({
      batch: shown!,
      difference: carried?.difference ?? null,
      payments: await presentPayments(house, batch, asked),
      signatures: deeds
        .filter(({ kind }) => kind === 'SignPayoutBatch')
        .map(({ at, actor, name }) => ({ at: isoFromInstant(at), by: party(actor, name) })),
      cancelledBy: cancelling ? party(cancelling.actor, cancelling.name) : null,
      sentFeeRate: await readSentFeeRate(house.pool, batch.anchor),
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

/** It is marked as sent before it is handed in: whatever becomes of this, the same transaction is followed, and no other built in its place that could confirm beside it. */
async function send(house: House, asked: Asked, id: string, txid: string) {
  const { pool, seen } = house
  const { node } = mustTakeCoins(house)
  const prepare = async () => {
    await mustHaveBatch(pool, id)
    await mustAgree(house)
    return { batch: id, txid, ...(await prepareRelease(house, reading, id)) }
  }
  // Kept before the network has it, too.
  const reply = await keepSeen(seen, () =>
    house.desk.runPrepared({ ...asked, kind: 'SendPayoutBatch', prepare }),
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
      return building.saidPlainly(() => prepareBatch(parts, id, body))
    }
    return house.desk.runPrepared({ ...asked, id, kind: 'BuildPayoutBatch', prepare })
  }),
  route(signPayoutBatch, async ({ asked, params, body }) =>
    house.desk.runPrepared({
      ...asked,
      kind: 'SignPayoutBatch',
      prepare: () => prepareSignatures(house, params.id, body, asked.requestId),
    }),
  ),
  route(sendPayoutBatch, ({ asked, params, body }) => send(house, asked, params.id, body.txid)),
  route(cancelPayoutBatch, ({ asked, params }) =>
    house.desk.runPrepared({
      ...asked,
      kind: 'CancelPayoutBatch',
      prepare: async () => ({ batch: params.id, spent: null }),
    }),
  ),
]

const fileOf = (house: House) => ({
  file: 'payout-batches.csv',
  columns: payoutBatchColumns,
  async readPage(db: Database, query: Parameters<typeof reading.page>[1]) {
    const { shown, nextCursor } = await reading.page(db, query)
    return { rows: await present(house, shown), nextCursor }
  },
})

export const routes: RoutesOf = (house) => [...pages(house), ...decisions(house)]
