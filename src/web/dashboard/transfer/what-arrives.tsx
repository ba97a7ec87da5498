import { unitsFor } from '../../../lib/exchange-rate.ts'
import { formatCoins } from '../../../lib/coin-amount.ts'
import { formatUsd, type Cents } from '../../../lib/money.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { agoOf } from '../../ui/ages.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Note } from '../../ui/states.tsx'
import type { Coin } from '../coin-words.ts'
import { wordsOf } from '../coin-words.ts'
import type { Destination } from './outcome.tsx'
import { coinOf, type ReviewedRate } from './reviewed-rate.ts'

type Sent = { destination: Destination; cents: Cents; reviewed: ReviewedRate }

/** What the recipient has in the end, and who pays for the way there. */
export function WhatArrives({ destination, cents, reviewed }: Sent) {
  if (destination.type !== 'bank_transfer')
    return <Explain lines={[inDollars(destination.type, cents)]} />
  return <InCoins coin={coinOf(destination)} cents={cents} reviewed={reviewed} />
}

function inDollars(type: 'bank_account' | 'tradehub_transfer', cents: Cents): Line {
  const note =
    type === 'bank_account'
      ? 'unless a bank on the way keeps a fee of its own'
      : 'the whole amount, once it is approved'
  return { label: 'Arrives', note, amount: formatUsd(cents) }
}

const inDollarsOf = (cents: Cents, note: string) => (
  <Explain lines={[{ label: 'Arrives', note, amount: `worth ${formatUsd(cents)}` }]} />
)

type InCoinsProps = { coin: Coin | null; cents: Cents; reviewed: ReviewedRate }

/** At the rate of now, which is said to be no promise. */
function InCoins({ coin, cents, reviewed: { rate, wasAskedAgain } }: InCoinsProps) {
  if (coin === null || rate === null)
    return inDollarsOf(cents, 'in the coin of this address, at the rate when it is paid')
  const read = `${usd(rate.dollars)} ${wordsOf[coin].one}, ${rate.sources}, read ${agoOf(rate.ageMs)}`
  if (rate.isOld)
    return (
      <>
        {inDollarsOf(cents, `at the rate when it is paid; the last one we have: ${read}`)}
        {wasAskedAgain && (
          <Note>
            Nothing was sent: the rate is more than a minute old, and we have no newer one. You can
            still request the withdrawal. The rate when it is paid counts.
          </Note>
        )}
      </>
    )
  return (
    <>
      <Explain
        lines={[
          {
            label: 'Arrives, at the current rate',
            note: read,
            amount: `about ${formatCoins(unitsFor(cents, centsOf(rate.dollars) * 10_000n, coin), coin)}`,
          },
          { label: 'Network fee', amount: 'Paid by us' },
        ]}
      />
      {wasAskedAgain && (
        <Note>
          Nothing was sent: the rate was more than a minute old. This is the current one. Check what
          arrives and request again.
        </Note>
      )}
      <p className="small">
        An estimate: the rate at the moment of the payout counts, and it may be higher or lower.
      </p>
    </>
  )
}
