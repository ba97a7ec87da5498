/** Where in a wallet of the firm an address is, of whichever coin: made of public keys alone. */
import type { Coin } from './exchange-rate.ts'
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

/** `script`: what the chain knows it by, in hex. TRON has no branches: nothing comes back as change. */
export function placeIn(
  { network, descriptor }: WalletKeys,
  branch: Branch,
  index: number,
): { script: string; address: string } {
  if (!isTron(network)) {
    const { script, address } = placeAt(readDescriptor(descriptor, network), branch, index)
    return { script, address }
  }
  if (branch !== 'people') throw new RangeError('A wallet on TRON has addresses for people alone')
  const address = tronAddressAt(readTronAccount(descriptor), index, network)
  return { script: tronHexOf(address, network), address }
}
