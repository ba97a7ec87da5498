import type { PublishedProof } from '../../contract/proof.ts'
import { claims, owedIn, total } from '../../lib/liabilities/format.ts'
import { coinsFromUnits } from '../../lib/coin-amount.ts'
import { centsOf, type Coin } from '../../lib/exchange-rate.ts'
import { readManifest, type Manifest } from '../../lib/liabilities/proof.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'

type Published = { hash: string; manifest: string; signature: string | null }

/** In cents; null where there are coins and no rate, and of less than nothing. */
function valueOf(quantity: bigint, rate: string | null, coin: Coin): Cents | null {
  if (quantity === 0n) return 0n
  const known = rate === null ? 0n : BigInt(rate)
  return known > 0n && quantity > 0n ? centsOf(quantity, known, coin) : null
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
  const coins = (coin: Coin, value: Cents | null) => ({
    coins: coinsFromUnits(BigInt(holds[coin]), coin),
    value: value === null ? null : dollarsFromCents(value),
  })
  return {
    holds: {
      bank: dollarsFromCents(bank),
      BTC: coins('BTC', values[0]!),
      USDT: coins('USDT', values[1]!),
    },
    uncovered: held === null ? null : dollarsFromCents(owed > held ? owed - held : 0n),
  }
}

export function present({ hash, manifest: text, signature }: Published): PublishedProof {
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
    signed: signature !== null,
  }
}
