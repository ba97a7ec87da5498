/** The rate of a coin, asked of the sources in the settings and kept for a while. A demonstration without sources has a sample rate. */
import {
  settleRate,
  type Coin,
  type SettledRate,
  type UnsettledRate,
} from '../../lib/exchange-rate.ts'
import { CannotStart } from '../cannot-start.ts'
import {
  askRate,
  RateFault,
  rateSourcesOf,
  type RateSetting,
  type RateSource,
} from '../rate-source.ts'

export type RateNow = SettledRate | UnsettledRate
export type Rates = { now(): Promise<RateNow> }

/** A third of the age at which a rate counts no more. */
const keptForMs = 20_000
const withinMs = 8_000

/** What is made up says so wherever it is shown. */
const sampleRates: Record<Coin, SettledRate> = {
  BTC: { rate: 64_000_000_000n, sources: ['sample rate'] },
  USDT: { rate: 1_000_000n, sources: ['sample rate'] },
}

async function settled(sources: readonly RateSource[]): Promise<RateNow> {
  const asked = await Promise.allSettled(sources.map((source) => askRate(source, withinMs)))
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const faults = asked.flatMap((one) => {
    if (one.status === 'fulfilled') return []
    if (one.reason instanceof RateFault) return [one.reason.message]
    throw one.reason
  })
  const found = settleRate(answers, Date.now())
  return 'rate' in found ? found : { ...found, says: [found.says, ...faults].join(' ') }
}

/** Throws CannotStart. */
export function readSources(text: string, setting: RateSetting): RateSource[] {
  try {
    return rateSourcesOf(text, setting)
  } catch (error) {
    if (!(error instanceof RateFault)) throw error
    throw new CannotStart(`Wrong settings: ${error.message}.`)
  }
}

/** Each answer is asked for anew when it is older than a third of a minute; what couldn't be settled, each time. */
export function ratesOf(sources: readonly RateSource[] | null, coin: Coin = 'BTC'): Rates {
  if (sources === null) return { now: () => Promise.resolve(sampleRates[coin]) }
  let kept: { found: RateNow; at: number } | null = null
  return {
    async now() {
      if (kept !== null && 'rate' in kept.found && Date.now() - kept.at < keptForMs)
        return kept.found
      const at = Date.now()
      kept = { found: await settled(sources), at }
      return kept.found
    },
  }
}
