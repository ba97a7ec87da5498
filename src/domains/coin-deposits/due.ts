/** Credits what is deep enough in the chain, takes away what the chain took away, and releases what fits a limit by now. */
import type { BitcoinNode } from '../../platform/bitcoin/node.ts'
import { idFromName, newId } from '../../platform/ids.ts'
import type { RateNow } from '../../platform/bitcoin/rates.ts'
import { usualTerms } from '../content/bitcoin-terms.ts'
import type { FirmFacts, House } from '../house-desk.ts'
import { readPlaces } from '../wallets/queries.ts'
import type { Block } from '../wallets/scan.ts'
import { placeIn } from '../../lib/wallet-place.ts'
import { maxBlocks } from '../../lib/confirmations.ts'
import { fitsNow } from '../verification/fits.ts'
import { limitsOf } from '../verification/terms.ts'
import { readAside, readCoinsHeld, readGone, readOpen, type Aside } from './arrivals.ts'
import type { Arrival } from './table.ts'
import { waitsOf } from './waits.ts'

export type Parts = Pick<House, 'pool' | 'desk' | 'firm'> & { node: BitcoinNode }

export const termsOf = ({ bitcoin }: FirmFacts) => bitcoin ?? usualTerms

const bySystem = (id: string) => ({
  id,
  actor: null,
  key: null,
  bodyHash: '',
  requestId: id,
  background: true,
})

/** The address is made again of its wallet: nothing is credited by what somebody wrote into a row. */
export async function isOfWallet(
  { pool }: Pick<Parts, 'pool'>,
  { script, address }: Arrival,
): Promise<boolean> {
  const [place] = await readPlaces(pool, [address])
  return place !== undefined && placeIn(place, place.branch, place.index).script === script
}

/** The node is asked again, and its block read again: the rows of the chain are a copy that somebody may have changed. */
async function isInChain(node: BitcoinNode, one: Arrival): Promise<boolean> {
  const { height, block: hash, txid, output, script, quantity } = one
  if (height === null || hash === null || (await node.hashAt(height)) !== hash) return false
  const { transactions } = await node.block(hash)
  const found = transactions.find((transaction) => transaction.txid === txid)?.outputs[output]
  return found?.script === script && found.amount === quantity
}

/** `chain`: with the output it names the credit, which is made once by its name. */
export async function credit(
  { desk, firm }: Pick<Parts, 'desk' | 'firm'>,
  chain: 'bitcoin' | 'tron',
  one: Arrival,
  rate: RateNow,
): Promise<boolean> {
  if (!('rate' in rate)) return false
  const { owner, address, txid, output, times, quantity, height, block } = one
  const { outcome } = await desk.run({
    ...bySystem(idFromName(`credit ${chain} ${txid}:${output} ${times}`)),
    kind: 'CreditDeposit',
    command: {
      owner,
      address,
      txid,
      output,
      times,
      quantity,
      height: height!,
      block: block!,
      rate: rate.rate,
      sources: rate.sources.join(', '),
      limits: limitsOf(firm),
    },
  })
  return outcome === 'done'
}

/** `refused`: what isn't what was recorded of it, in the database or on the chain; nothing is booked of it. */
export type Booked = { credited: number; undone: number; refused: number; rate: RateNow | null }

/** Whether it would be credited, if there is any rate. */
function couldBeDue(
  one: Arrival,
  open: readonly Arrival[],
  parts: Parts,
  reached: number,
): boolean {
  const { state } = waitsOf(one, open, termsOf(parts.firm), { reached, rate: null, held: 0n })
  return one.deposit === null && state !== 'seen' && state !== 'gone'
}

/** Oldest first. The rate is asked for only where something may need it. */
async function creditDue(
  parts: Parts,
  { height: reached }: Block,
  rates: { now(): Promise<RateNow> },
): Promise<Omit<Booked, 'undone'>> {
  const { pool, firm, node } = parts
  const terms = termsOf(firm)
  const open = await readOpen(pool, reached - maxBlocks(terms.confirmations))
  const waiting = open.filter((one) => couldBeDue(one, open, parts, reached))
  let [credited, refused] = [0, 0]
  if (waiting.length === 0) return { credited, refused, rate: null }
  const found = await rates.now()
  const rate = 'rate' in found ? found.rate : null
  for (const one of waiting) {
    const moment = { reached, rate, held: await readCoinsHeld(pool, 'BTC') }
    if (waitsOf(one, open, terms, moment).state !== 'due') continue
    if (!(await isOfWallet(parts, one)) || !(await isInChain(node, one))) refused += 1
    else if (await credit(parts, 'bitcoin', one, found)) credited += 1
  }
  return { credited, refused, rate: found }
}

/** What nobody can bear stays booked, its owner frozen: then the books say more than the chain, and reconciliation says so. */
async function undoGone({ pool, desk, node }: Parts): Promise<Pick<Booked, 'undone' | 'refused'>> {
  let [undone, refused] = [0, 0]
  const gone = await readGone(pool)
  if (gone.length === 0) return { undone, refused }
  const waiting = new Set(await node.waiting())
  for (const one of gone) {
    // The node still has the block that it was credited in: somebody has changed what was read of it.
    const isThere = (await node.hashAt(one.height)) === one.block
    if (isThere) refused += 1
    const canBeBorne = one.behind >= one.amount
    if (isThere || waiting.has(one.txid) || !(canBeBorne || one.isActive)) continue
    const { outcome } = await desk.run({
      ...bySystem(newId()),
      kind: 'UndoDeposit',
      command: { deposit: one.deposit },
    })
    if (outcome === 'done' && canBeBorne) undone += 1
  }
  return { undone, refused }
}

/** To be called where the chain was read to its end, up to this block: nothing is concluded from less. */
export async function bookArrivals(
  parts: Parts,
  reached: Block,
  rates: { now(): Promise<RateNow> },
): Promise<Booked> {
  // First what is gone: it may have come again in another block.
  const gone = await undoGone(parts)
  const due = await creditDue(parts, reached, rates)
  return { ...due, undone: gone.undone, refused: gone.refused + due.refused }
}

/** Answers how many came to their owners' balances. */
export async function releaseCoins(parts: Pick<Parts, 'pool' | 'desk' | 'firm'>): Promise<number> {
  let released = 0
  for (const one of await readAside(parts.pool))
    if ((await fitsNow(parts.pool, one, limitsOf(parts.firm))) && (await release(parts, one)))
      released += 1
  return released
}

async function release(
  { desk, firm }: Pick<Parts, 'desk' | 'firm'>,
  { deposit, owner }: Aside,
): Promise<boolean> {
  const { outcome } = await desk.run({
    ...bySystem(newId()),
    kind: 'ReleaseDeposit',
    command: { deposit, owner, limits: limitsOf(firm) },
  })
  return outcome === 'done'
}
