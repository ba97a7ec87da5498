/** Wallets and the watching of their chain, as the wire has them. Pure. */
import { dollarsOfOne } from '../../lib/exchange-rate.ts'
import type { FirmWallet, Watching } from '../../contract/wallet.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { readDescriptor } from '../../lib/output-descriptor.ts'
import { isTron } from '../../lib/wallet-place.ts'
import type { KeptWallet, OfSettings, Watch } from './table.ts'

export const atOrNull = (time: Instant | null) => (time === null ? null : isoFromInstant(time))

/** An account on TRON doesn't say of which seed it is. */
function keysOf({ network, descriptor }: OfSettings) {
  if (isTron(network)) return { threshold: 1, keys: [{ fingerprint: null, path: '44h/195h/0h' }] }
  const { keys, threshold } = readDescriptor(descriptor, network)
  return { threshold, keys: keys.map(({ fingerprint, path }) => ({ fingerprint, path })) }
}

export function unknownWallet({ network, descriptor }: OfSettings): FirmWallet {
  return {
    descriptor,
    network,
    ...keysOf({ network, descriptor }),
    status: 'new',
    addresses: 0,
    comparedBy: null,
    comparedAt: null,
    confirmedBy: null,
    confirmedAt: null,
  }
}

export function presentWallet(wallet: KeptWallet): FirmWallet {
  const { status, nextIndex, comparedAt, comparedBy, confirmedAt, confirmedBy } = wallet
  return {
    ...unknownWallet(wallet),
    status,
    // The first place is the firm's own.
    addresses: nextIndex - 1,
    comparedBy,
    comparedAt: isoFromInstant(comparedAt),
    confirmedBy,
    confirmedAt: atOrNull(confirmedAt),
  }
}

/** Before the first look nothing is known. */
export function presentWatch(watch: Watch | null, reached: { height: number } | null): Watching {
  const height = reached?.height ?? null
  if (watch === null)
    return {
      lookedAt: null,
      height,
      fault: null,
      unknown: null,
      refused: 0,
      rate: null,
      rateAt: null,
      rateSources: null,
      rateFault: null,
    }
  return {
    ...watch,
    height,
    lookedAt: isoFromInstant(watch.lookedAt),
    // Millionths of a dollar, shown in whole cents.
    rate: watch.rate === null ? null : dollarsOfOne(watch.rate),
    rateAt: atOrNull(watch.rateAt),
  }
}
