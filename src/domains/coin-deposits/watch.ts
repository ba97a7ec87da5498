/** One look at a chain after the other: reads what is new, books what follows from it, and says how it went. */
import type { Coin } from '../../lib/exchange-rate.ts'
import { NodeFault } from '../../platform/bitcoin/node.ts'
import type { RateNow, Rates } from '../../platform/bitcoin/rates.ts'
import type { Bitcoin } from '../../platform/bitcoin/settings.ts'
import type { TronState } from '../../platform/tron/node.ts'
import { notOfNow } from '../../platform/tron/proofs.ts'
import type { Tron } from '../../platform/tron/settings.ts'
import type { House } from '../house-desk.ts'
import { scanTron } from '../tron/scan.ts'
import { keepWatch, readWatch } from '../wallets/queries.ts'
import { termsToTry } from '../wallets/tried.ts'
import { createScanner } from '../wallets/scan.ts'
import type { Watch } from '../wallets/table.ts'
import { bookArrivals, termsOf, type Booked } from './due.ts'
import { creditTransfers, usdtTermsOf } from './usdt.ts'

type Parts = Pick<House, 'pool' | 'desk' | 'firm' | 'log'>

/** What a look came to; `booked` null: nothing is concluded from a chain that wasn't read to its end. */
type Looked = {
  isAtEnd: boolean
  /** Why it isn't known what waits to be mined. */
  unknown: string | null
  booked: Pick<Booked, 'refused' | 'rate'> | null
}

type Chain = {
  coin: Coin
  rates: Rates
  /** For the log. */
  called: string
  /** Null where another process looks. Throws a NodeFault. */
  look(shouldContinue: () => boolean): Promise<Looked | null>
}

/** A rate is shown beside what arrives: it is asked for this often even where nothing needs it. */
const shownRateMs = 30_000

type RateShown = Pick<Watch, 'rate' | 'rateSources' | 'rateAt' | 'rateFault'>
const noRate: RateShown = { rate: null, rateSources: null, rateAt: null, rateFault: null }

const shown = (found: RateNow): RateShown =>
  'rate' in found
    ? { ...noRate, rate: found.rate, rateSources: found.sources.join(', '), rateAt: Date.now() }
    : { ...noRate, rateFault: found.says }

const isOfNow = ({ rateAt }: RateShown): boolean =>
  rateAt !== null && Date.now() - rateAt < shownRateMs

/** What came of it, or why the node can't be believed. */
async function orFault<T>(work: Promise<T>): Promise<T | NodeFault> {
  try {
    return await work
  } catch (error) {
    if (error instanceof NodeFault) return error
    throw error
  }
}

function createWatch(
  { pool, log }: Pick<Parts, 'pool' | 'log'>,
  { coin, rates, called, look }: Chain,
) {
  async function rateToShow(booked: Looked['booked'], before: RateShown): Promise<RateShown> {
    if (booked?.rate) return shown(booked.rate)
    return isOfNow(before) ? before : shown(await rates.now())
  }

  async function keepFault({ message }: NodeFault, before: Watch | null): Promise<void> {
    if (message !== before?.fault) log.warn({ fault: message }, called)
    const kept = before ?? { ...noRate, refused: 0 }
    await keepWatch(pool, coin, { ...kept, fault: message, unknown: null })
  }

  return {
    /** Answers whether there is more to be read at once. */
    async look(shouldContinue: () => boolean = () => true): Promise<boolean> {
      const before = await readWatch(pool, coin)
      const looked = await orFault(look(shouldContinue))
      if (looked instanceof NodeFault) {
        await keepFault(looked, before)
        return false
      }
      if (looked === null) return false
      const { booked, unknown, isAtEnd } = looked
      await keepWatch(pool, coin, {
        ...(await rateToShow(booked, before ?? noRate)),
        fault: null,
        unknown,
        refused: booked?.refused ?? before?.refused ?? 0,
      })
      return !isAtEnd
    },
  }
}

export function createChainWatch(parts: Parts & { bitcoin: Bitcoin }) {
  const { pool, bitcoin } = parts
  const { node, network, rates } = bitcoin
  const scanner = createScanner({ node, pool, network })
  return createWatch(parts, {
    coin: 'BTC',
    rates,
    called: 'the Bitcoin node',
    async look(shouldContinue) {
      const scanned = await scanner.scan(shouldContinue)
      if (scanned.by === 'another') return null
      const { isAtTip: isAtEnd, reached, unknown } = scanned
      const firm = { ...parts.firm, bitcoin: await termsToTry(pool, bitcoin, termsOf(parts.firm)) }
      const booked = isAtEnd ? await bookArrivals({ ...parts, firm, node }, reached, rates) : null
      return { isAtEnd, unknown: unknown?.message ?? null, booked }
    },
  })
}

/** A node that stands still answers well, and shows nothing that arrives. */
function mustBeOfNow(state: TronState): void {
  const found = notOfNow(state, Date.now())
  if (found !== null) throw new NodeFault(`The TRON node stands still: ${found}.`)
}

export function createTronWatch(parts: Parts & { tron: Tron }) {
  const { pool, tron } = parts
  const { node, second, network, rates, proving } = tron
  return createWatch(parts, {
    coin: 'USDT',
    rates,
    called: 'the TRON node',
    async look(shouldContinue) {
      const why = await proving.why()
      if (why !== null) throw new NodeFault(why)
      const scanned = await scanTron({ node, pool }, shouldContinue)
      if (scanned.by === 'another') return null
      const { isAtEnd, reached, state } = scanned
      mustBeOfNow(state)
      const firm = { ...parts.firm, usdt: await termsToTry(pool, tron, usdtTermsOf(parts.firm)) }
      const booked = isAtEnd
        ? await creditTransfers({ ...parts, firm, node, second, network }, reached, rates)
        : null
      return { isAtEnd, unknown: null, booked }
    },
  })
}
