/** Whether the firm takes USDT on TRON: its account and its node, out of the settings. */
import {
  hexOnTron,
  readTronAccount,
  TronAddressFault,
  type TronNetwork,
} from '../../lib/tron-address.ts'
import { millionthsFromUsdt } from '../../lib/coin-amount.ts'
import { ratesOf, readSources, type Rates } from '../bitcoin/rates.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Config } from '../config.ts'
import { tronNodeAt, type TronNode } from './node.ts'
import {
  createProving,
  proveTron,
  type KnownPayment,
  type Proving,
  type TronProof,
} from './proofs.ts'

export type Tron = {
  network: TronNetwork
  /** The account's extended public key, as `readTronAccount` spells it. */
  descriptor: string
  node: TronNode
  /** Of somebody else: nothing is credited that it doesn’t have as well. Null: none is set. */
  second: TronNode | null
  rates: Rates
  proving: Proving
}

type Asked = Pick<Config, 'tronApiUrl' | 'tronSecondApiUrl' | 'tronKnownPayment'>
type Given = Asked & Pick<Config, 'mode' | 'tronAccount' | 'ratesUsdtUsd'>

const wrong = (what: string) => new CannotStart(`Wrong settings: ${what}.`)

function accountOf(text: string): string {
  try {
    return readTronAccount(text).xpub
  } catch (error) {
    if (!(error instanceof TronAddressFault)) throw error
    throw wrong(`TRON_ACCOUNT: ${error.message.replace(/\.$/, '')}`)
  }
}

const paymentForm = /^(?<txid>[\da-f]{64}) (?<from>\S+) (?<to>\S+) (?<amount>\S+)$/

/** Throws CannotStart. */
function knownPaymentOf(text: string | null): KnownPayment | null {
  if (text === null) return null
  const { txid, from = '', to = '', amount = '' } = paymentForm.exec(text)?.groups ?? {}
  const units = millionthsFromUsdt(amount)
  if (!txid || units === null || [from, to].some((one) => hexOnTron(one, 'tron') === null))
    throw wrong(
      'TRON_KNOWN_PAYMENT must be a transaction, who paid, who was paid and how many USDT, with spaces between',
    )
  return { txid, from, to, amount: units }
}

const nodesOf = (url: string, config: Asked, network: TronNetwork) => ({
  node: tronNodeAt(url, network),
  second: config.tronSecondApiUrl === null ? null : tronNodeAt(config.tronSecondApiUrl, network),
  known: knownPaymentOf(config.tronKnownPayment),
})

const networkOf = { demo: 'tron-sample', live: 'tron' } as const

/** What the node of the settings proves now; nothing where none is set. */
export async function askProofs(config: Asked & Pick<Config, 'mode'>): Promise<TronProof[]> {
  const { tronApiUrl, mode } = config
  return tronApiUrl === null ? [] : proveTron(nodesOf(tronApiUrl, config, networkOf[mode]))
}

/** What real money takes besides. Throws CannotStart. */
function mustProveMuch({ ratesUsdtUsd, tronKnownPayment }: Given): void {
  if (ratesUsdtUsd === null)
    throw wrong(
      'RATES_USDT_USD is missing: what real USDT is worth is read from at least two sources',
    )
  if (tronKnownPayment === null)
    throw wrong(
      'TRON_KNOWN_PAYMENT is missing: a node of the main network must have a payment that people of the firm have seen on an explorer',
    )
}

/** Null where it takes none. A demonstration has a network of its own: no address of it can be paid on the main one. Throws CannotStart. */
export function tronOf(config: Given): Tron | null {
  const { mode, tronAccount, tronApiUrl, ratesUsdtUsd } = config
  if (tronAccount === null && tronApiUrl === null && ratesUsdtUsd === null) return null
  if (tronAccount === null || tronApiUrl === null)
    throw wrong('TRON_ACCOUNT and TRON_API_URL go together: give both, or none')
  if (mode === 'live') mustProveMuch(config)
  const network = networkOf[mode]
  const nodes = nodesOf(tronApiUrl, config, network)
  return {
    network,
    descriptor: accountOf(tronAccount),
    node: nodes.node,
    second: nodes.second,
    rates: ratesOf(
      ratesUsdtUsd === null ? null : readSources(ratesUsdtUsd, 'RATES_USDT_USD'),
      'USDT',
    ),
    proving: createProving(nodes),
  }
}
