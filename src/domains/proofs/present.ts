import type { PublishedProof } from '../../contract/proof.ts'
import { claims, owedIn, total } from '../../lib/liabilities/format.ts'
import { coinsFromUnits } from '../../lib/coin-amount.ts'
import { centsOf, type Coin } from '../../lib/exchange-rate.ts'
import { readManifest, type Manifest } from '../../lib/liabilities/proof.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { isSignedBy, readPublicKey } from '../../lib/minisign.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'

type Published = { hash: string; manifest: string; signature: string | null }

type Reserves = {
  number: number
  satoshi: bigint
  coins: number
  height: number
  block: string
  publishedAt: Instant
}

/** In cents; null where there are coins and no rate, and of less than nothing. */
function valueOf(quantity: bigint, rate: string | null, coin: Coin): Cents | null {
  if (quantity === 0n) return 0n
  const known = rate === null ? 0n : BigInt(rate)
  return known > 0n && quantity > 0n ? centsOf(quantity, known, coin) : null
}

const presentCoins = (
  quantity: bigint,
  rate: string | null,
  coin: Coin,
): PublishedProof['holds'][Coin] => {
  const value = valueOf(quantity, rate, coin)
  return {
    coins: coinsFromUnits(quantity, coin),
    value: value === null ? null : dollarsFromCents(value),
  }
}

/** What the books say is there, and how much of what is owed that leaves without cover. */
function presentHeld(
  holds: Manifest['holds'],
  rates: Manifest['rates'],
  owed: Cents,
): Pick<PublishedProof, 'holds' | 'uncovered'> {
  const bank = BigInt(holds.bank)
  const values = (['BTC', 'USDT'] as const).map((coin) =>
    valueOf(BigInt(holds[coin]), rates[coin], coin),
  )
  const held = values.reduce<Cents | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    bank,
  )
  return {
    holds: {
      bank: dollarsFromCents(bank),
      BTC: presentCoins(BigInt(holds.BTC), rates.BTC, 'BTC'),
      USDT: presentCoins(BigInt(holds.USDT), rates.USDT, 'USDT'),
    },
    uncovered: held === null ? null : dollarsFromCents(owed > held ? owed - held : 0n),
  }
}

/** Of the same moment and at the same rate as what is owed. */
function presentReserves(
  { number, satoshi, coins, height, block, publishedAt }: Reserves,
  { holds, rates }: Manifest,
): PublishedProof['reserves'] {
  const more = BigInt(holds.BTC) - satoshi
  return {
    number,
    satoshi: Number(satoshi),
    coins,
    proved: presentCoins(satoshi, rates.BTC, 'BTC'),
    unproved: presentCoins(more > 0n ? more : 0n, rates.BTC, 'BTC'),
    beyond: coinsFromUnits(more < 0n ? -more : 0n, 'BTC'),
    height,
    block,
    publishedAt: isoFromInstant(publishedAt),
  }
}

/** What was found out of a signature: the list is asked for all the time, and none of them changes. */
const found = new Map<string, boolean>()

/** Whether it is the key's over this manifest: what stands in the row may be anything. */
function isSigned(key: string | null, manifest: string, signature: string | null): boolean {
  if (key === null || signature === null) return false
  const of = `${key} ${signature} ${manifest}`
  const known = found.get(of) ?? isSignedBy(readPublicKey(key)!, manifest, signature)
  found.set(of, known)
  return known
}

/** `reserves`: the last proof of coins over this manifest, where there is one. */
export function present(
  { hash, manifest: text, signature }: Published,
  reserves: Reserves | null = null,
): PublishedProof {
  const manifest = readManifest(text)
  const { day, at, auditRoot, leaves } = manifest
  const cents = owedIn(manifest)
  const dollars = Object.fromEntries(
    claims.map((claim) => [claim, dollarsFromCents(cents[claim])]),
  ) as PublishedProof['owed']
  return {
    day,
    at,
    hash,
    auditRoot,
    leaves,
    owed: dollars,
    total: dollarsFromCents(total(cents)),
    ...presentHeld(manifest.holds, manifest.rates, total(cents)),
    key: manifest.key,
    signed: isSigned(manifest.key, text, signature),
    reserves: reserves && presentReserves(reserves, manifest),
  }
}
