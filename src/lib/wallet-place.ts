/** Where in a wallet of the firm an address is, of whichever coin: made of public keys alone. */
import type { Coin } from './exchange-rate.ts'
import { keepingLast } from './keeping-last.ts'
import { placeAt, readDescriptor, type BitcoinNetwork, type Branch } from './output-descriptor.ts'
import { readTronAccount, tronAddressAt, tronHexOf, type TronNetwork } from './tron-address.ts'

export type WalletNetwork = BitcoinNetwork | TronNetwork

/** `descriptor`: as `readDescriptor` spells it, or of TRON the account's extended public key. */
export type WalletKeys = { network: WalletNetwork; descriptor: string }

export const isTron = (network: WalletNetwork): network is TronNetwork =>
  network === 'tron' || network === 'tron-sample'

/** A wallet whose coins are outputs. */
export type OnBitcoin<Wallet extends { network: WalletNetwork }> = Wallet & {
  network: BitcoinNetwork
}

export const isOnBitcoin = <Wallet extends { network: WalletNetwork }>(
  wallet: Wallet,
): wallet is OnBitcoin<Wallet> => !isTron(wallet.network)

export const coinOf = (network: WalletNetwork): Coin => (isTron(network) ? 'USDT' : 'BTC')

type Place = Readonly<{ script: string; address: string }>
type Asked = WalletKeys & { branch: Branch; index: number }

function makePlace({ network, descriptor, branch, index }: Asked): Place {
  if (!isTron(network)) {
    const { script, address } = placeAt(readDescriptor(descriptor, network), branch, index)
    return { script, address }
  }
  if (branch !== 'people') throw new RangeError('A wallet on TRON has addresses for people alone')
  const address = tronAddressAt(readTronAccount(descriptor), index, network)
  return { script: tronHexOf(address, network), address }
}

/** A command asks for a place several times while it is decided, and arithmetic on the curve takes most of that. */
const keptPlaces = 1_000

const place = keepingLast<Asked, Place>(keptPlaces, {
  keyOf: ({ network, descriptor, branch, index }) => [network, branch, index, descriptor].join(' '),
  make: makePlace,
})

/** `script`: what the chain knows it by, in hex. TRON has no branches: nothing comes back as change. */
export const placeIn = (
  { network, descriptor }: WalletKeys,
  branch: Branch,
  index: number,
): Place => place({ network, descriptor, branch, index })
