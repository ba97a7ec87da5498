/** Whether the firm takes USDT on TRON: its account and its node, out of the settings. */
import { readTronAccount, TronAddressFault, type TronNetwork } from '../../lib/tron-address.ts'
import { ratesOf, type Rates } from '../bitcoin/rates.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Config } from '../config.ts'
import { tronNodeAt, type TronNode } from './node.ts'

export type Tron = {
  network: TronNetwork
  /** The account's extended public key, as `readTronAccount` spells it. */
  descriptor: string
  node: TronNode
  rates: Rates
}

type Given = Pick<Config, 'mode' | 'tronAccount' | 'tronApiUrl'>

const wrong = (what: string) => new CannotStart(`Wrong settings: ${what}.`)

function accountOf(text: string): string {
  try {
    return readTronAccount(text).xpub
  } catch (error) {
    if (!(error instanceof TronAddressFault)) throw error
    throw wrong(`TRON_ACCOUNT: ${error.message.replace(/\.$/, '')}`)
  }
}

/** Null where it takes none. A demonstration has a network of its own: no address of it can be paid on the main one. Throws CannotStart. */
export function tronOf({ mode, tronAccount, tronApiUrl }: Given): Tron | null {
  if (tronAccount === null && tronApiUrl === null) return null
  if (mode === 'live')
    throw wrong(
      'TRON_ACCOUNT and TRON_API_URL are for demonstrations so far, since no real node was ever read (docs/tron.md): leave them out',
    )
  if (tronAccount === null || tronApiUrl === null)
    throw wrong('TRON_ACCOUNT and TRON_API_URL go together: give both, or none')
  const network = 'tron-sample'
  return {
    network,
    descriptor: accountOf(tronAccount),
    node: tronNodeAt(tronApiUrl, network),
    rates: ratesOf(null, 'USDT'),
  }
}
