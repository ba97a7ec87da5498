/** One look at the chain after the other: reads what is new, books what follows from it, and says how it went. */
import { NodeFault } from '../../platform/bitcoin/node.ts'
import type { RateNow } from '../../platform/bitcoin/rates.ts'
import type { Bitcoin } from '../../platform/bitcoin/settings.ts'
import type { House } from '../house-desk.ts'
import { keepWatch, readWatch } from '../wallets/queries.ts'
import { createScanner, type Scanned } from '../wallets/scan.ts'
import type { Watch } from '../wallets/table.ts'
import { bookArrivals, type Booked } from './due.ts'

type Parts = Pick<House, 'pool' | 'desk' | 'firm' | 'log'> & { bitcoin: Bitcoin }

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

export function createChainWatch({ pool, desk, firm, log, bitcoin }: Parts) {
  const { node, network, rates } = bitcoin
  const scanner = createScanner({ node, pool, network })

  /** Nothing is concluded from a chain that wasn't read to its end. */
  const book = async (scanned: Scanned): Promise<Booked | null> =>
    scanned.by === 'this' && scanned.isAtTip
      ? bookArrivals({ pool, desk, firm, node }, scanned.reached, rates)
      : null

  async function rateToShow(booked: Booked | null, before: RateShown): Promise<RateShown> {
    if (booked?.rate) return shown(booked.rate)
    return isOfNow(before) ? before : shown(await rates.now())
  }

  async function keepFault({ message }: NodeFault, before: Watch | null): Promise<void> {
    if (message !== before?.fault) log.warn({ fault: message }, 'the Bitcoin node')
    const kept = before ?? { ...noRate, refused: 0 }
    await keepWatch(pool, { ...kept, fault: message, unknown: null })
  }

  return {
    /** Answers whether there is more to be read at once. */
    async look(shouldContinue: () => boolean = () => true): Promise<boolean> {
      const before = await readWatch(pool)
      const scanned = await orFault(scanner.scan(shouldContinue))
      const booked = scanned instanceof NodeFault ? scanned : await orFault(book(scanned))
      if (booked instanceof NodeFault) {
        await keepFault(booked, before)
        return false
      }
      if (scanned instanceof NodeFault || scanned.by === 'another') return false
      await keepWatch(pool, {
        ...(await rateToShow(booked, before ?? noRate)),
        fault: null,
        unknown: scanned.unknown?.message ?? null,
        refused: booked?.refused ?? before?.refused ?? 0,
      })
      return !scanned.isAtTip
    },
  }
}
