import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { asPercent, type LoanOffer } from '../../../contract/loan.ts'
import { showDay } from '../../../lib/calendar.ts'
import { decimalFromCents, formatUsd } from '../../../lib/money.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { writtenCents } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Explain } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Instalment } from '../../../lib/loan.ts'
import { loanFault, reckonLoan, type ReckonedLoan } from './reckon.ts'

const monthsOf = ({ minMonths, maxMonths }: LoanOffer) =>
  Array.from({ length: maxMonths - minMonths + 1 }, (_, at) => minMonths + at)

/** `today`: by business time, which a demonstration may have moved. */
export function LoanCalculator({ offer, today }: { offer: LoanOffer; today: string }) {
  const [typed, setTyped] = useState(decimalFromCents(BigInt(offer.smallestCents)))
  const [months, setMonths] = useState(offer.minMonths)
  const fault = loanFault(typed, offer)
  const loan =
    fault === null ? reckonLoan({ amount: writtenCents(typed)!, months, today }, offer) : null
  return (
    <Sheet title="Loan calculator">
      <div className="stack">
        <AmountField
          label="Amount"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          upTo={BigInt(offer.largestCents)}
          error={fault}
        />
        <NativeSelect
          label="Months"
          value={String(months)}
          onChange={(event) => setMonths(Number(event.currentTarget.value))}
          data={monthsOf(offer).map((count) => ({
            value: String(count),
            label: `${count} months`,
          }))}
        />
        {loan && <Outcome loan={loan} offer={offer} />}
      </div>
    </Sheet>
  )
}

function Outcome({ loan, offer }: { loan: ReckonedLoan; offer: LoanOffer }) {
  const { received, security, interest, instalments, effectiveRate } = loan
  const [first, last] = [instalments[0]!, instalments.at(-1)!]
  return (
    <>
      <div aria-live="polite">
        <Explain
          lines={[
            { label: 'Paid out to you', amount: formatUsd(received) },
            {
              label: 'Withheld as security',
              amount: formatUsd(security),
              note: 'yours, returned with the last payment',
            },
            { label: 'Monthly payment', amount: formatUsd(first.payment) },
            { label: 'First payment', amount: showDay(first.dueOn) },
            {
              label: 'Last payment',
              amount: showDay(last.dueOn),
              note: last.payment === first.payment ? undefined : formatUsd(last.payment),
            },
            { label: 'Total interest', amount: formatUsd(interest) },
            {
              label: 'Effective yearly rate',
              amount: asPercent(effectiveRate),
              note: `instead of ${asPercent(offer.yearlyRate)}: interest is charged on the whole loan, and part of it is withheld`,
            },
          ]}
        />
      </div>
      <p className="caption">
        The effective yearly rate is the annual percentage rate of charge as Directive (EU)
        2023/2225 on consumer credit defines it. The dates are those of a loan paid out today.
      </p>
      <p className="caption">
        The risk: a missed payment costs {formatUsd(BigInt(offer.lateFeeCents))} once. If you can’t
        pay the loan back, the security covers what you owe as far as it reaches, and you owe the
        rest.
      </p>
      <details>
        <summary>All {instalments.length} payments</summary>
        <DataTable
          label="Payments"
          columns={columns}
          rows={instalments}
          keyOf={({ number }) => String(number)}
          dense="few"
        />
      </details>
    </>
  )
}

const columns: Column<Instalment>[] = [
  { head: 'Due', cell: ({ dueOn }) => showDay(dueOn), kind: 'short' },
  { head: 'Payment', cell: ({ payment }) => formatUsd(payment), kind: 'amount' },
  { head: 'Interest', cell: ({ interest }) => formatUsd(interest), kind: 'amount' },
  { head: 'Left', cell: ({ left }) => formatUsd(left), kind: 'amount' },
]
