import { NativeSelect } from '@mantine/core'
import { asPercent, type LoanOffer } from '../../../contract/loan.ts'
import { showDay } from '../../../lib/calendar.ts'
import { formatUsd } from '../../../lib/money.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { writtenCents } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Instalment } from '../../../lib/loan.ts'
import { loanFault, reckonLoan, type ReckonedLoan } from './reckon.ts'
import type { Wanted } from './wanted.ts'

const monthsOf = ({ minMonths, maxMonths }: LoanOffer) =>
  Array.from({ length: maxMonths - minMonths + 1 }, (_, at) => minMonths + at)

type FieldsProps = { offer: LoanOffer; wanted: Wanted; onChange(wanted: Wanted): void }

/** How much, and over how many months. */
export function LoanFields({ offer, wanted, onChange }: FieldsProps) {
  return (
    <>
      <AmountField
        label="Amount"
        data-path="amount"
        value={wanted.amount}
        onChange={(event) => onChange({ ...wanted, amount: event.currentTarget.value })}
        upTo={BigInt(offer.largestCents)}
        error={loanFault(wanted.amount, offer)}
      />
      <NativeSelect
        label="Months"
        value={String(wanted.months)}
        onChange={(event) => onChange({ ...wanted, months: Number(event.currentTarget.value) })}
        data={monthsOf(offer).map((count) => ({
          value: String(count),
          label: `${count} months`,
        }))}
      />
    </>
  )
}

/** `today`: by business time, which a demonstration may have moved. Null where no such loan is offered. */
export const wantedLoan = ({ amount, months }: Wanted, offer: LoanOffer, today: string) =>
  loanFault(amount, offer) === null
    ? reckonLoan({ amount: writtenCents(amount)!, months, today }, offer)
    : null

export function LoanCalculator({ today, ...fields }: FieldsProps & { today: string }) {
  const { offer, wanted } = fields
  const loan = wantedLoan(wanted, offer, today)
  return (
    <Sheet title="Loan calculator">
      <div className="stack">
        <LoanFields {...fields} />
        {loan && <Outcome loan={loan} offer={offer} />}
      </div>
    </Sheet>
  )
}

/** What a loan comes to, the true price beside the rate. */
export function outcomeLines(loan: ReckonedLoan, offer: LoanOffer): Line[] {
  const { received, security, interest, instalments, effectiveRate } = loan
  const [first, last] = [instalments[0]!, instalments.at(-1)!]
  return [
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
  ]
}

function Outcome({ loan, offer }: { loan: ReckonedLoan; offer: LoanOffer }) {
  const { instalments } = loan
  return (
    <>
      <div aria-live="polite">
        <Explain lines={outcomeLines(loan, offer)} />
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
