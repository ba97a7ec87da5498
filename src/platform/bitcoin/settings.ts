/** Whether the firm takes bitcoin: its wallet, its node and its rates, out of the settings. */
import type { BitcoinNetwork } from '../../lib/output-descriptor.ts'
import { DescriptorFault, readDescriptor } from '../../lib/output-descriptor.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Config } from '../config.ts'
import { bitcoinNodeAt, type PayingNode } from './node.ts'
import { ratesOf, readSources, type Rates } from './rates.ts'

export type Bitcoin = {
  network: BitcoinNetwork
  /** As `readDescriptor` spells it. */
  descriptor: string
  node: PayingNode
  rates: Rates
}

type Given = Pick<Config, 'mode' | 'bitcoinDescriptor' | 'bitcoinRpcUrl' | 'ratesBtcUsd'>

const wrong = (what: string) => new CannotStart(`Wrong settings: ${what}.`)

function descriptorOf(text: string, network: BitcoinNetwork): string {
  try {
    return readDescriptor(text, network).descriptor
  } catch (error) {
    if (!(error instanceof DescriptorFault)) throw error
    throw wrong(`BITCOIN_DESCRIPTOR: ${error.message.replace(/\.$/, '')}`)
  }
}

/** A demonstration has no coins but those of a network that anybody makes for themselves; real money none but real ones. */
const networkOf = { demo: 'regtest', live: 'main' } as const

/** Null where it takes none. Throws CannotStart. */
export function bitcoinOf(config: Given): Bitcoin | null {
  const { mode, bitcoinDescriptor, bitcoinRpcUrl, ratesBtcUsd } = config
  if (bitcoinDescriptor === null && bitcoinRpcUrl === null && ratesBtcUsd === null) return null
  if (bitcoinDescriptor === null || bitcoinRpcUrl === null)
    throw wrong('BITCOIN_DESCRIPTOR and BITCOIN_RPC_URL go together: give both, or none')
  if (mode === 'live' && ratesBtcUsd === null)
    throw wrong(
      'RATES_BTC_USD is missing: what real bitcoin is worth is read from at least two sources',
    )
  const network = networkOf[mode]
  return {
    network,
    descriptor: descriptorOf(bitcoinDescriptor, network),
    node: bitcoinNodeAt(bitcoinRpcUrl),
    rates: ratesOf(ratesBtcUsd === null ? null : readSources(ratesBtcUsd, 'RATES_BTC_USD')),
  }
}
