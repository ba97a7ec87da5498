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

/** In cents, below zero where the books hold less than nothing; null where there are coins and no rate. */
function valueOf(quantity: bigint, rate: string | null, coin: Coin): Cents | null {
  if (quantity === 0n) return 0n
  const known = rate === null ? 0n : BigInt(rate)
  if (known <= 0n) return null
  return quantity > 0n ? centsOf(quantity, known, coin) : -centsOf(-quantity, known, coin)
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
): Pick<PublishedProof, 'holds' | 'uncovered' | 'unvalued'> {
  const bank = BigInt(holds.bank)
  const coins = (['BTC', 'USDT'] as const).map((coin) => {
    const quantity = BigInt(holds[coin])
    return { quantity, value: valueOf(quantity, rates[coin], coin) }
  })
  const held = coins.reduce((sum, { value }) => sum + (value ?? 0n), bank)
  const unvalued = coins.filter(({ value }) => value === null)
  const isUnknown = unvalued.some(({ quantity }) => quantity < 0n)
  return {
    holds: {
      bank: dollarsFromCents(bank),
      BTC: presentCoins(BigInt(holds.BTC), rates.BTC, 'BTC'),
      USDT: presentCoins(BigInt(holds.USDT), rates.USDT, 'USDT'),
    },
    uncovered: isUnknown ? null : dollarsFromCents(owed > held ? owed - held : 0n),
    unvalued: unvalued.length > 0,
  }
}

/** Of the same moment and at the same rate as what is owed. */
function presentReserves(
  { number, satoshi, coins, height, block, publishedAt }: Reserves,
  { holds, rates }: Manifest,
): PublishedProof['reserves'] {
  const inBooks = BigInt(holds.BTC)
  const more = inBooks - satoshi
  // Less than nothing in the books stays to be seen beside what was proved.
  const unproved = inBooks < 0n ? inBooks : more > 0n ? more : 0n
  return {
    number,
    satoshi: Number(satoshi),
    coins,
    proved: presentCoins(satoshi, rates.BTC, 'BTC'),
    unproved: presentCoins(unproved, rates.BTC, 'BTC'),
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
