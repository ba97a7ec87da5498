/** Credits what is deep enough in the chain, takes away what the chain took away, and releases what fits a limit by now. */
import type { BitcoinNode } from '../../platform/bitcoin/node.ts'
import { idFromName, newId } from '../../platform/ids.ts'
import type { RateNow, Rates } from '../../platform/bitcoin/rates.ts'
import { usualTerms } from '../content/bitcoin-terms.ts'
import type { FirmFacts, House } from '../house-desk.ts'
import { readPlaces } from '../wallets/queries.ts'
import type { Block } from '../wallets/scan.ts'
import { placeIn } from '../../lib/wallet-place.ts'
import { maxBlocks } from '../../lib/confirmations.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import { fitsNow } from '../verification/fits.ts'
import { limitsOf } from '../verification/terms.ts'
import { bySystem } from '../../desk/by-system.ts'
import { readAside, readCoinsHeld, readGone, readOpen, type Aside } from './arrivals.ts'
import type { Arrival } from './table.ts'
import { summed, waitsOf, type Moment, type Open, type Waits } from './waits.ts'

export type Parts = Pick<House, 'pool' | 'desk' | 'firm'> & { node: BitcoinNode }

export const termsOf = ({ bitcoin }: FirmFacts) => bitcoin ?? usualTerms

/** The address is made again of its wallet: nothing is credited by what somebody wrote into a row. */
async function isOfWallet(
  { pool }: Pick<Parts, 'pool'>,
  { script, address }: Arrival,
): Promise<boolean> {
  const [place] = await readPlaces(pool, [address])
  return place !== undefined && placeIn(place, place.branch, place.index).script === script
}

/** Its block, read again, where that has it as it was read. */
async function blockInChain(node: BitcoinNode, one: Arrival): Promise<string | null> {
  const { height, block: hash, txid, output, script, quantity } = one
  if (height === null || hash === null || (await node.hashAt(height)) !== hash) return null
  const { transactions } = await node.block(hash)
  const found = transactions.find((transaction) => transaction.txid === txid)?.outputs[output]
  return found?.script === script && found.amount === quantity ? hash : null
}

/** The name of a credit. */
const chains: Record<Coin, string> = { BTC: 'bitcoin', USDT: 'tron' }

/** Once, by its name. */
async function credit(
  { desk, firm }: Pick<Parts, 'desk' | 'firm'>,
  coin: Coin,
  one: Arrival,
  rate: RateNow,
): Promise<boolean> {
  if (!('rate' in rate)) return false
  const { owner, address, txid, output, times, quantity, height, block } = one
  const { outcome } = await desk.run({
    ...bySystem(idFromName(`credit ${chains[coin]} ${txid}:${output} ${times}`)),
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
export type Booked = { credited: number; reversed: number; refused: number; rate: RateNow | null }

/** Whether it would be credited, if there is any rate. */
function couldBeDue(one: Arrival, open: Open, parts: Parts, reached: number): boolean {
  const { state } = waitsOf(one, open, termsOf(parts.firm), { reached, rate: null, held: 0n })
  return one.deposit === null && state !== 'seen' && state !== 'gone'
}

type Crediting = {
  coin: Coin
  /** Height of the last block that was read. */
  reached: number
  rates: Pick<Rates, 'now'>
  waits(one: Arrival, moment: Moment): Waits
  /** Its block, as the node says when it is asked again: the rows of the chain are a copy that somebody may have changed. Null where it has it otherwise. */
  blockOf(one: Arrival): Promise<string | null>
}

/** In their order. The rate is asked for only where something may need it. */
export async function creditEach(
  parts: Omit<Parts, 'node'>,
  waiting: readonly Arrival[],
  { coin, reached, rates, waits, blockOf }: Crediting,
): Promise<Omit<Booked, 'reversed'>> {
  let [credited, refused] = [0, 0]
  if (waiting.length === 0) return { credited, refused, rate: null }
  const found = await rates.now()
  const rate = 'rate' in found ? found.rate : null
  let held = await readCoinsHeld(parts.pool, coin)
  for (const one of waiting) {
    const moment = { reached, rate, held }
    if (waits(one, moment).state !== 'due') continue
    const block = (await isOfWallet(parts, one)) ? await blockOf(one) : null
    if (block === null) refused += 1
    else if (await credit(parts, coin, { ...one, block }, found)) {
      credited += 1
      held = await readCoinsHeld(parts.pool, coin)
    }
  }
  return { credited, refused, rate: found }
}

/** Oldest first. */
async function creditDue(
  parts: Parts,
  { height: reached }: Block,
  rates: Pick<Rates, 'now'>,
): Promise<Omit<Booked, 'reversed'>> {
  const terms = termsOf(parts.firm)
  const arrivals = await readOpen(parts.pool, reached - maxBlocks(terms.confirmations))
  const open = summed(arrivals)
  const waiting = arrivals.filter((one) => couldBeDue(one, open, parts, reached))
  return creditEach(parts, waiting, {
    coin: 'BTC',
    reached,
    rates,
    waits: (one, moment) => waitsOf(one, open, terms, moment),
    blockOf: (one) => blockInChain(parts.node, one),
  })
}

/** What nobody can bear stays booked, its owner frozen: then the books say more than the chain, and reconciliation says so. */
async function reverseGone({
  pool,
  desk,
  node,
}: Parts): Promise<Pick<Booked, 'reversed' | 'refused'>> {
  let [reversed, refused] = [0, 0]
  const gone = await readGone(pool)
  if (gone.length === 0) return { reversed, refused }
  const waiting = new Set(await node.waiting())
  for (const one of gone) {
    // The node still has the block that it was credited in: somebody has changed what was read of it.
    const isThere = (await node.hashAt(one.height)) === one.block
    if (isThere) refused += 1
    const canBeBorne = one.behind >= one.amount
    if (isThere || waiting.has(one.txid) || !(canBeBorne || one.isActive)) continue
    const { outcome } = await desk.run({
      ...bySystem(newId()),
      kind: 'ReverseDeposit',
      command: { deposit: one.deposit },
    })
    if (outcome === 'done' && canBeBorne) reversed += 1
  }
  return { reversed, refused }
}

/** To be called where the chain was read to its end, up to this block: nothing is concluded from less. */
export async function bookArrivals(
  parts: Parts,
  reached: Block,
  rates: { now(): Promise<RateNow> },
): Promise<Booked> {
  // First what is gone: it may have come again in another block.
  const gone = await reverseGone(parts)
  const due = await creditDue(parts, reached, rates)
  return { ...due, reversed: gone.reversed, refused: gone.refused + due.refused }
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
