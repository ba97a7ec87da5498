/** What `npm run proof:check` says of a proof of coins. Asks no server and no node. */
import { hash } from 'node:crypto'
import { formatBitcoin } from '../src/lib/bitcoin-amount.ts'
import { formatCoins } from '../src/lib/coin-amount.ts'
import { owedIn, total } from '../src/lib/liabilities/format.ts'
import { readManifest } from '../src/lib/liabilities/proof.ts'
import { formatUsd } from '../src/lib/money.ts'
import { outpointOf } from '../src/lib/payout-batch.ts'
import { ReserveFault } from '../src/lib/reserve-proof.ts'
import { checkReserves, readReserves, type Reserves } from '../src/lib/reserves.ts'

export const isReserves = (text: string): boolean =>
  /^\s*\{\s*"format":\s*"glasshouse-reserves-/.test(text)

/** `kept`: a manifest or its hash; null where there is none. Answers lines. Throws a ReserveFault where it isn't shown. */
export function checkedReserves(text: string, kept: string | null): string[] {
  const reserves = readReserves(text)
  const satoshi = checkReserves(reserves)
  const coins = reserves.wallets.flatMap((wallet) => wallet.coins)
  return [
    `Proved: the keys of ${coins.length} coins have signed for ${formatBitcoin(satoshi)} together, over the manifest of ${reserves.day}.`,
    ...coins.map((coin) => `  ${outpointOf(coin)} ${formatBitcoin(BigInt(coin.amount))}`),
    ...besideManifest(reserves, satoshi, kept),
    `Looked up by the firm at block ${reserves.height}, ${reserves.block}, of the network ${reserves.network}.`,
    'Not seen here: whether these coins are on the chain, have these amounts and are unspent. A node of your own says so: bitcoin-cli gettxout TXID OUTPUT',
    'Nor whose they are: coins can be borrowed for a day or pledged, and others may have the same keys.',
  ]
}

const stated = ({ stated: { bank, USDT, note } }: Reserves) =>
  `Stated: ${formatUsd(BigInt(bank))} at banks and ${formatCoins(BigInt(USDT), 'USDT')}: ${note}.`

function besideManifest(reserves: Reserves, satoshi: bigint, kept: string | null): string[] {
  if (kept === null)
    return [
      stated(reserves),
      `Compared with no manifest: keep ${reserves.day}.json beside it, or give --manifest FILE or --hash HEX. It was signed over ${reserves.manifest}.`,
    ]
  const isHash = /^[0-9a-f]{64}$/i.test(kept.trim())
  const given = isHash ? kept.trim().toLowerCase() : hash('sha256', kept, 'hex')
  if (given !== reserves.manifest)
    throw new ReserveFault(
      `It is over another manifest, ${reserves.manifest}, and the one to compare with is ${given}.`,
    )
  const same = `It is over the manifest with the SHA-256 ${given}.`
  if (isHash) return [stated(reserves), same]
  const manifest = readManifest(kept)
  if (manifest.day !== reserves.day)
    throw new ReserveFault('It says that it is of another day than its manifest.')
  const { holds } = manifest
  if (holds.bank !== reserves.stated.bank || holds.USDT !== reserves.stated.USDT)
    throw new ReserveFault('It states other amounts at banks or on other chains than the manifest.')
  const lacking = BigInt(holds.BTC) - satoshi
  return [
    stated(reserves),
    same,
    `That day ${manifest.firm} said it owes ${formatUsd(total(owedIn(manifest)))}, and its books held ${formatBitcoin(BigInt(holds.BTC))}${lacking > 0n ? `, of which ${formatBitcoin(lacking)} isn’t proved` : ''}.`,
  ]
}
