import { party } from '../../desk/spoken.ts'
import {
  buildPayoutList,
  cancelPayoutList,
  getPayoutList,
  getPayoutListFile,
  getPayoutLists,
  getPayoutListsCsv,
  releasePayoutList,
} from '../../contract/payout-list.ts'
import { ProblemError } from '../../contract/problems.ts'
import { coinsFromUnits } from '../../lib/coin-amount.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { tronAddressOf } from '../../lib/tron-address.ts'
import { tronPayoutList, whyNotTo } from '../../lib/tron-payouts.ts'
import { newId } from '../../platform/ids.ts'
import type { Database } from '../../platform/database.ts'
import { keepSeen, route, succeeded, type Asked } from '../../platform/route.ts'
import type { Tron } from '../../platform/tron/settings.ts'
import { mustAgreeInUsdt } from '../coin-exchanges/stops.ts'
import { usdtTermsOf } from '../coin-deposits/usdt.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import type { House } from '../house-desk.ts'
import { mustBeAsRecorded, readCarried } from '../payout-rails/pages/compare.ts'
import { readDeeds } from '../payout-rails/pages/queries.ts'
import { preparing } from '../payout-rails/pages/prepare.ts'
import { prepareRelease } from '../payout-rails/pages/release.ts'
import { presentLine, readPayable, withAddressees } from '../payout-rails/pages/requests.ts'
import { readReached } from '../tron/transfers.ts'
import { readOwnAddress } from '../wallets/queries.ts'
import { mustBePayable } from '../withdrawals/payable.ts'
import { listing, mustBeProved, prepareList } from './build.ts'
import { readCoinsAt, reading, type ListRow } from './queries.ts'
import { payoutListColumns } from './csv.ts'
import { listCarrier } from '../payouts/lists/table.ts'
import { presentList } from './shown.ts'
import type { RoutesOf } from '../routes.ts'

function mustTakeUsdt({ tron }: House): Tron {
  if (tron === null) throw new ProblemError('no_usdt')
  return tron
}

async function mustHaveList({ pool }: House, id: string): Promise<ListRow> {
  const list = await reading.one(pool, id)
  if (!list) throw new ProblemError('unknown_list')
  return list
}

const heightOf = async ({ pool }: House) => (await readReached(pool))?.height ?? null

/** Paying address, with what it has; null where there is none yet. */
async function readFrom({ pool, tron }: House) {
  const own = tron === null ? null : await readOwnAddress(pool, tron)
  return (
    own && {
      address: own.address,
      coins: coinsFromUnits(await readCoinsAt(pool, own.script), 'USDT'),
    }
  )
}

/** The approved requests to addresses on TRON: those that no list pays yet, and on which the others are. */
async function readWaiting({ pool, tron }: House) {
  if (tron === null) return { waiting: [], onLists: [] }
  const { waiting, taken } = await readPayable(
    pool,
    (address) => whyNotTo(address, tron.network) === null,
    async (ids) =>
      (await reading.claiming(pool, ids)).map(({ withdrawal, by }) => [withdrawal, by.id]),
  )
  return {
    waiting,
    onLists: [...taken].map(([withdrawalId, listId]) => ({ withdrawalId, listId })),
  }
}

/** With where each goes, as far as that is what was recorded of it. */
const readLines = async (house: House, id: string, { requestId }: Asked) =>
  withAddressees(house, await reading.lines(house.pool, id), () => requestId)

async function presentLines(house: House, id: string, asked: Asked) {
  const { explorer } = usdtTermsOf(house.firm)
  return (await readLines(house, id, asked)).map((line) => ({
    ...presentLine(line),
    quantity: coinsFromUnits(line.quantity, 'USDT'),
    reference: line.reference,
    explorer:
      line.reference === null
        ? null
        : (explorer?.replace('{txid}', line.reference.split(':')[0]!) ?? null),
  }))
}

/**
 * Only of what may be sent: a list that isn't released, or was cancelled, is in nobody's hands, and nothing leaves for who was frozen
 * since, or waits for a check. What its last command left decides, not what stands in its row.
 */
async function readFile(house: House, id: string, asked: Asked) {
  const { network, proving } = mustTakeUsdt(house)
  await mustBeProved({ proving }, 'changed')
  const carried = await readCarried(house, listCarrier, id, asked.requestId)
  if (!carried) throw new ProblemError('unknown_list')
  const { status, from } = mustBeAsRecorded(carried, 'list').row
  if (status !== 'released')
    throw new ProblemError({
      code: 'batch_ended',
      message:
        'Only a list that is released can be downloaded, and only until it is paid or cancelled.',
    })
  const unpaid = (await readLines(house, id, asked)).filter(({ paidAt }) => paidAt === null)
  const lines = unpaid.filter(({ stop }) => stop === null)
  if (lines.length === 0) mustBePayable(unpaid)
  const payouts = lines.map(({ withdrawal, address, quantity }) => {
    if (address === null) throw new ProblemError('not_as_recorded')
    return { id: withdrawal, address, amount: quantity }
  })
  return {
    name: `usdt-payouts-${id.slice(0, 8)}.csv`,
    csv: tronPayoutList(payouts, tronAddressOf(from, network), network),
  }
}

const pages = (house: House) => [
  route(getPayoutListsCsv, (call) => exportedCsv(house, fileOf(house), call)),
  route(getPayoutLists, async ({ query }) => {
    const { shown, nextCursor } = await reading.page(house.pool, query)
    const reached = await heightOf(house)
    return succeeded({
      from: await readFrom(house),
      lists: shown.map((list) => presentList(list, reached)),
      ...(await readWaiting(house)),
      nextCursor,
    })
  }),
  route(getPayoutList, async ({ params: { id }, asked }) => {
    const list = await mustHaveList(house, id)
    const cancelling = (await readDeeds(house.pool, ['CancelPayoutList'], 'list', list)).at(-1)
    const carried = await readCarried(house, listCarrier, id, asked.requestId)
    return succeeded({
      list: presentList(list, await heightOf(house)),
      difference: carried?.difference ?? null,
      from: tronAddressOf(list.from, mustTakeUsdt(house).network),
      payments: await presentLines(house, id, asked),
      cancelledBy: cancelling ? party(cancelling.actor, cancelling.name) : null,
    })
  }),
  route(getPayoutListFile, async ({ params, asked }) =>
    succeeded(await readFile(house, params.id, asked)),
  ),
]

/** It is kept outside of the database before anybody reads that it was released: a restore must not forget it. */
async function release(
  house: House,
  asked: Asked,
  id: string,
  shown: { amount: number; payments: number },
) {
  const { proving } = mustTakeUsdt(house)
  const prepare = async () => {
    await mustBeProved({ proving }, 'changed')
    const list = await mustHaveList(house, id)
    if (dollarsFromCents(list.amount) !== shown.amount || list.payments !== shown.payments)
      throw new ProblemError('not_as_shown')
    await mustAgreeInUsdt(house)
    return { list: id, ...(await prepareRelease(house, reading, id)) }
  }
  return keepSeen(house.seen, () =>
    house.desk.runPrepared({ ...asked, kind: 'ReleasePayoutList', prepare }),
  )
}

const decisions = (house: House) => [
  route(buildPayoutList, async ({ asked, body: { withdrawals } }) => {
    const tron = mustTakeUsdt(house)
    const prepare = async () => {
      await mustBeProved(tron, 'listed')
      await mustAgreeInUsdt(house)
      return listing.saidPlainly(() => prepareList({ pool: house.pool, tron }, withdrawals))
    }
    return house.desk.runPrepared({ ...asked, id: newId(), kind: 'BuildPayoutList', prepare })
  }),
  route(releasePayoutList, ({ asked, params, body }) => release(house, asked, params.id, body)),
  route(cancelPayoutList, async ({ asked, params: { id: list } }) => {
    const { node } = mustTakeUsdt(house)
    const prepare = async () => {
      const [{ solid }, reached] = await Promise.all([
        preparing('list_not_built', 'changed').saidPlainly(() => node.state()),
        heightOf(house),
      ])
      // A node that is behind would have the requests free too early.
      return { list, height: Math.max(solid, reached ?? 0) }
    }
    return house.desk.runPrepared({ ...asked, kind: 'CancelPayoutList', prepare })
  }),
]

const fileOf = (house: House) => ({
  file: 'payout-lists.csv',
  columns: payoutListColumns,
  async readPage(db: Database, query: Parameters<typeof reading.page>[1]) {
    const { shown, nextCursor } = await reading.page(db, query)
    const reached = await heightOf(house)
    return { rows: shown.map((list) => presentList(list, reached)), nextCursor }
  },
})

export const routes: RoutesOf = (house) => [...pages(house), ...decisions(house)]
