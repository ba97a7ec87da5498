/**
 * Follows batches in the chain. What was sent and isn't known to the node is handed in again, the same each time; what is deep
 * enough is booked; what can never confirm, because something else spends a coin of it, is cancelled. Looked for here by what was
 * read of the chain, asked of the node once more, and decided under the locks.
 */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { Journal } from '../../desk/read-back.ts'
import { firm } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { blocksFor, maxBlocks, usualSteps, type DepthStep } from '../../lib/confirmations.ts'
import { costOf } from '../../lib/exchange-rate.ts'
import { NodeFault, type PayingNode } from '../../platform/bitcoin/node.ts'
import { runNamed } from '../../desk/by-system.ts'
import type { House, HouseDesk } from '../house-desk.ts'
import { bookFound, sayingOnce } from '../payout-rails/pages/follow.ts'
import { readSpending, type Spending } from '../wallets/coins.ts'
import { readReached, type Block } from '../wallets/scan.ts'
import { sweepFiles } from './files.ts'
import { reading, readUnended, type BatchRow } from './queries.ts'
import { readTransactionOf } from './sign.ts'
import { inputsOf, outputReference } from '../payouts/batches/table.ts'

type Parts = Journal & {
  desk: Pick<HouseDesk, 'run'>
  node: PayingNode
  steps?: readonly DepthStep[] | undefined
}

/** What came of one round; `says`: of each batch that something is in the way of. */
export type Followed = {
  paid: number
  settled: number
  voided: number
  handedIn: number
  says: { batch: string; text: string }[]
}

/** Up to where the chain was read. What is refused is asked once for each block, and stands in the journal no more often. */
type Round = { reached: Block; followed: Followed }

/** Whether the node's own chain has this in that block, and so many blocks from there on. */
async function confirms(
  node: PayingNode,
  { by, height, block }: Spending,
  blocks: number,
): Promise<boolean> {
  if ((await node.hashAt(height)) !== block || (await node.hashAt(height + blocks - 1)) === null)
    return false
  const { transactions } = await node.block(block)
  return transactions.some(({ txid }) => txid === by)
}

/** Books what a batch pays, where the chain has all of it. */
async function pay(parts: Parts, batch: BatchRow, at: Spending, { reached, followed }: Round) {
  const payments = await reading.lines(parts.pool, batch.id)
  for (const { withdrawal, output, paidAt } of payments) {
    if (paidAt !== null) continue
    const reference = outputReference(batch.txid, output)
    const { height, block } = at
    const text = await bookFound(parts.pool, { withdrawal, reference }, () =>
      runNamed(parts, `payout ${batch.id} ${withdrawal} ${reached.hash}`, {
        kind: 'BookBatchPayment',
        command: { batch: batch.id, withdrawal, reference, height, block },
      }),
    )
    if (text === null) followed.paid += 1
    else followed.says.push({ batch: batch.id, text })
  }
}

const waits = async (node: PayingNode, { txid }: BatchRow): Promise<boolean> =>
  (await node.waiting()).includes(txid)

/** The same transaction as ever: whether it came through before doesn't matter. Answers why it doesn't wait to be mined now, or null. */
export async function handIn(
  { node, ...journal }: Journal & Pick<Parts, 'node'>,
  batch: BatchRow,
): Promise<string | null> {
  const why = await node.send(await readTransactionOf(journal, batch.id))
  if (await waits(node, batch)) return null
  return `The Bitcoin node doesn’t take the batch${why === null ? '' : `: ${why}`}. It is handed in again until it does.`
}

async function handInAgain(parts: Parts, batch: BatchRow, followed: Followed) {
  if (await waits(parts.node, batch)) return
  const text = await handIn(parts, batch)
  if (text === null) followed.handedIn += 1
  else followed.says.push({ batch: batch.id, text })
}

async function voidIt(
  parts: Parts,
  { id }: BatchRow,
  { by, height, block }: Spending,
  { reached }: Round,
) {
  return runNamed(parts, `void batch ${id} ${reached.hash}`, {
    kind: 'CancelPayoutBatch',
    command: { batch: id, spent: { by, height, block } },
  })
}

async function followOne(parts: Parts, batch: BatchRow, isDearest: boolean, round: Round) {
  const { reached, followed } = round
  const { node, steps = usualSteps } = parts
  const spending = await readSpending(parts.pool, inputsOf(batch))
  const other = spending.find(({ by }) => by !== batch.txid)
  if (other) {
    const blocks = maxBlocks(steps)
    const isDeep =
      reached.height - other.height + 1 >= blocks && (await confirms(node, other, blocks))
    if (isDeep && (await voidIt(parts, batch, other, round)) === 'done') followed.voided += 1
    return
  }
  const at = spending[0]
  if (!at) {
    if (isDearest) await handInAgain(parts, batch, followed)
    return
  }
  const blocks = blocksFor(batch.amount, steps)
  if (reached.height - at.height + 1 >= blocks && (await confirms(node, at, blocks)))
    await pay(parts, batch, at, round)
}

/** Of those that exclude each other the one with the highest fee rate is handed in: nodes take no other in its place. */
const dearestSent = (batches: readonly BatchRow[]): ReadonlySet<string> =>
  new Set(
    new Map(
      batches
        .filter(({ status }) => status === 'sent')
        .toSorted((one, other) => Number(one.feeRate - other.feeRate))
        .map(({ anchor, id }) => [anchor, id]),
    ).values(),
  )

async function readCapital(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ capital: bigint }>({
    name: 'payout-batches.capital',
    text: `select ${balanceOf(`'${firm}'`, 'capital')}::bigint as capital`,
  })
  return rows[0]!.capital
}

/** The fee of what is paid; where capital is short it waits. */
async function settle(parts: Parts, { id, fee, rate }: BatchRow, { reached, followed }: Round) {
  if ((await readCapital(parts.pool)) < costOf(fee, rate)) {
    followed.says.push({
      batch: id,
      text: 'The network’s fee is not booked: the firm’s capital is short.',
    })
    return
  }
  const outcome = await runNamed(parts, `settle batch ${id} ${reached.hash}`, {
    kind: 'SettlePayoutBatch',
    command: { batch: id },
  })
  if (outcome === 'done') followed.settled += 1
}

/** One round, after the chain was read. One batch that something is wrong with keeps back no other. */
export async function followBatches(parts: Parts): Promise<Followed> {
  const followed: Followed = { paid: 0, settled: 0, voided: 0, handedIn: 0, says: [] }
  const { pool } = parts
  await sweepFiles(pool)
  const reached = await readReached(pool)
  if (reached === null) return followed
  const failures: unknown[] = []
  const each = async (batches: readonly BatchRow[], work: (batch: BatchRow) => Promise<void>) => {
    for (const batch of batches)
      try {
        await work(batch)
      } catch (error) {
        if (error instanceof NodeFault || error instanceof ProblemError)
          followed.says.push({ batch: batch.id, text: error.message })
        else failures.push(error)
      }
  }
  const unended = await readUnended(pool)
  const dearest = dearestSent(unended)
  await each(
    unended.filter(({ status }) => status !== 'paid'),
    (batch) => followOne(parts, batch, dearest.has(batch.id), { reached, followed }),
  )
  const paid = (await readUnended(pool)).filter(({ status }) => status === 'paid')
  await each(paid, (batch) => settle(parts, batch, { reached, followed }))
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} batches of payouts could not be followed`,
    )
  return followed
}

export const createBatchFollower = (
  house: Pick<House, 'pool' | 'desk' | 'firm' | 'log' | 'macKeys'> & { node: PayingNode },
) =>
  sayingOnce(house.log, 'a batch of payouts', async () => {
    const { says } = await followBatches({ ...house, steps: house.firm.bitcoin?.confirmations })
    return says
  })
