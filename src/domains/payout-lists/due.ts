/**
 * Finds the payments of released lists on TRON: what was read of the chain, asked of the node once more, and decided under the locks.
 * Also frees the requests of a list that was cancelled, once nothing that was signed for it can count any more.
 */
import { hexOnTron, tronAddressOf } from '../../lib/tron-address.ts'
import { lifeOfSigned, verifyTronPayout } from '../../lib/tron-payouts.ts'
import { NodeFault } from '../../platform/bitcoin/node.ts'
import type { TronNode } from '../../platform/tron/node.ts'
import type { Tron } from '../../platform/tron/settings.ts'
import { runNamed } from '../../desk/by-system.ts'
import type { House } from '../house-desk.ts'
import { bookFound, sayingOnce } from '../payout-rails/pages/follow.ts'
import { withAddressees } from '../payout-rails/pages/requests.ts'
import { readReached, type Reached } from '../tron/transfers.ts'
import { findPayments, type OpenLine, type OutgoingTransfer } from './find.ts'
import { readOpenLines, readOutgoing, readRecalled } from './queries.ts'
import { transferReference } from '../payouts/lists/table.ts'

type Parts = Pick<House, 'pool' | 'desk' | 'log' | 'metrics' | 'macKeys'> & {
  tron: Pick<Tron, 'node' | 'second' | 'network' | 'proving'>
}

/** What came of one round; `says`: what is in the way of a payment. */
export type FollowedLists = { paid: number; freed: number; says: string[] }

/** The lines with where they go, as far as that is what was recorded of each request. */
async function linesToPay(parts: Parts): Promise<OpenLine[]> {
  const lines = await readOpenLines(parts.pool)
  if (lines.length === 0) return []
  const addressed = await withAddressees(parts, lines, ({ list }) => list)
  return addressed.flatMap(({ address, ...line }) => {
    const to = address === null ? null : hexOnTron(address, parts.tron.network)
    return to === null ? [] : [{ ...line, to }]
  })
}

/** What is wrong is asked about once in an hour of blocks, and stands in the journal no more often. */
const hourOf = ({ height }: Reached): number => Math.floor(height / 1200)

/** Null: it is booked. */
async function book(
  parts: Parts,
  { list, withdrawal, from, to, quantity, height: listedAtHeight }: OpenLine,
  { txid, logIndex }: OutgoingTransfer,
  reached: Reached,
): Promise<string | null> {
  const payment = { id: withdrawal, address: tronAddressOf(to), amount: quantity }
  async function verdictOf(node: TronNode) {
    const [receipt, { solid: solidHeight }] = await Promise.all([node.receipt(txid), node.state()])
    const seen = { from: tronAddressOf(from), listedAtHeight, logIndex, receipt, solidHeight }
    return verifyTronPayout(payment, seen)
  }
  const { node, second } = parts.tron
  const verdict = await verdictOf(node)
  const reference = transferReference(txid, logIndex)
  if (!verdict.isPaid) return `${reference} is not booked. ${verdict.why}`
  // Whoever runs one node can make it say anything.
  const other = second === null ? verdict : await verdictOf(second)
  if (!other.isPaid)
    return `${reference} is not booked. The second node says otherwise: ${other.why}`
  return bookFound(parts.pool, { withdrawal, reference }, () =>
    runNamed(parts, `listed ${list} ${reference} ${hourOf(reached)}`, {
      kind: 'BookListPayment',
      command: { list, withdrawal, reference, height: verdict.height },
    }),
  )
}

/** Answers how many lists it has freed the requests of. */
async function freeRecalled(parts: Parts, { height }: Reached): Promise<number> {
  let freed = 0
  for (const { id: list, recalledHeight } of await readRecalled(parts.pool)) {
    if (height < recalledHeight + lifeOfSigned) continue
    const command = { list, height }
    const outcome = await runNamed(parts, `free list ${list}`, {
      kind: 'CancelPayoutList',
      command,
    })
    if (outcome === 'done') freed += 1
  }
  return freed
}

/** One round, after the chain was read to its end. */
export async function followLists(parts: Parts): Promise<FollowedLists> {
  const { pool } = parts
  const followed: FollowedLists = { paid: 0, freed: 0, says: [] }
  const why = await parts.tron.proving.why()
  if (why !== null) return { ...followed, says: [why] }
  const reached = await readReached(pool)
  if (reached === null) return followed
  const lines = await linesToPay(parts)
  for (const { line, transfer } of findPayments(lines, await readOutgoing(pool, lines)))
    try {
      const why = await book(parts, line, transfer, reached)
      if (why === null) followed.paid += 1
      else followed.says.push(why)
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error
      followed.says.push(error.message)
    }
  followed.freed = await freeRecalled(parts, reached)
  return followed
}

export const createListFollower = (parts: Parts) =>
  sayingOnce(parts.log, 'a list of payouts', async () =>
    (await followLists(parts)).says.map((text) => ({ text })),
  )
