import { unitsFor } from '../../../lib/exchange-rate.ts'
import { formatCoins } from '../../../lib/coin-amount.ts'
import { formatUsd, type Cents } from '../../../lib/money.ts'
import { addressKind } from '../../../lib/wallet-address.ts'
import { useCoinDepositsQuery } from '../../api/coin-deposits.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import type { Coin } from '../coin-words.ts'
import { wordsOf } from '../coin-words.ts'
import type { Destination } from './outcome.tsx'

type Sent = { destination: Destination; cents: Cents }

/** What the recipient has in the end, and who pays for the way there. */
export function WhatArrives({ destination, cents }: Sent) {
  if (destination.type !== 'bank_transfer')
    return <Explain lines={[inDollars(destination.type, cents)]} />
  return <InCoins coin={coinOf(destination.bankNumber)} cents={cents} />
}

function inDollars(type: 'bank_account' | 'tradehub_transfer', cents: Cents): Line {
  const note =
    type === 'bank_account'
      ? 'unless a bank on the way keeps a fee of its own'
      : 'the whole amount, once it is approved'
  return { label: 'Arrives', note, amount: formatUsd(cents) }
}

/** Null where an address doesn’t say which coin it takes. */
function coinOf(address: string): Coin | null {
  const kind = addressKind(address)
  return kind && (kind.network === 'TRON' ? 'USDT' : 'BTC')
}

/** At the rate of now, which is said to be no promise. */
function InCoins({ coin, cents }: { coin: Coin | null; cents: Cents }) {
  const data = useCoinDepositsQuery().currentData?.data
  const rate = (coin === 'BTC' ? data?.bitcoin : data?.usdt)?.rate
  if (coin === null || !rate || rate.dollars <= 0)
    return (
      <Explain
        lines={[
          {
            label: 'Arrives',
            note: 'in the coin of this address, at the rate when it is paid',
            amount: `worth ${formatUsd(cents)}`,
          },
        ]}
      />
    )
  const units = unitsFor(cents, centsOf(rate.dollars) * 10_000n, coin)
  return (
    <>
      <Explain
        lines={[
          {
            label: 'Arrives, at the current rate',
            note: `${usd(rate.dollars)} ${wordsOf[coin].one}, ${rate.sources}, ${showDateTime(rate.at)}`,
            amount: `about ${formatCoins(units, coin)}`,
          },
          { label: 'Network fee', amount: 'Paid by us' },
        ]}
      />
      <p className="small">
        An estimate: the rate at the moment of the payout counts, and it may be higher or lower.
      </p>
    </>
  )
}
