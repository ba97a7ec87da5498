import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { PoolName, TreasuryBooks } from '../../../contract/treasury.ts'
import { dollarsFromCents, formatUsd } from '../../../lib/money.ts'
import { useFundPoolMutation, usePayInCapitalMutation } from '../../api/treasury.ts'
import { useCommand } from '../../api/use-command.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, centsOf } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { BeforeAfter, changed } from './before-after.tsx'
import { ByReferenceForm } from './by-reference.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from '../../account/form.module.css'

const pools = [
  { value: 'returns', label: 'Returns pool' },
  { value: 'referral', label: 'Referral pool' },
  { value: 'corrections', label: 'Corrections pool' },
  { value: 'loan', label: 'Loan pool' },
] satisfies { value: PoolName; label: string }[]

/** What came of it: where it waits for somebody else, the server says so. */
const saidOf = (reply: object, booked: string) =>
  'message' in reply && typeof reply.message === 'string' ? reply.message : booked

const labelOf = (pool: PoolName) => pools.find(({ value }) => value === pool)!.label

export function FundPool({ books }: { books: TreasuryBooks }) {
  const form = useForm({
    initialValues: { pool: 'returns' as PoolName, amount: '' },
    validate: { amount: amountProblem },
  })
  const [asking, setAsking] = useState(false)
  const [fund] = useFundPoolMutation()
  const { give, busy } = useCommand({
    trigger: fund,
    otherwise: 'The pool could not be funded. Please try again.',
    done: (reply) => saidOf(reply, 'The pool was funded from capital.'),
    told: 'in toasts',
    onDone() {
      setAsking(false)
      form.setFieldValue('amount', '')
    },
    onRefused: () => setAsking(false),
  })
  const { pool } = form.values
  const cents = centsFromText(form.values.amount) ?? 0n
  const [capital, before] = [centsOf(books.capital), centsOf(books.pools[pool])]
  return (
    <Sheet title="Fund a pool">
      <form className={styles.fields} onSubmit={form.onSubmit(() => setAsking(true))} noValidate>
        <NativeSelect label="Pool" data={pools} {...form.getInputProps('pool')} />
        <AmountField label="Amount from capital" required {...form.getInputProps('amount')} />
        <Button type="submit" variant="default">
          Fund the pool
        </Button>
      </form>
      <Question
        title={`Fund the ${labelOf(pool).toLowerCase()}?`}
        open={asking}
        onClose={() => setAsking(false)}
        confirm={`Move ${formatUsd(cents)} to the pool`}
        busyText="Processing..."
        busy={busy}
        onConfirm={() => void give({ pool, amount: dollarsFromCents(cents) })}
      >
        <BeforeAfter
          asOf={books.asOf}
          lines={[
            changed('Capital', capital, capital - cents),
            changed(labelOf(pool), before, before + cents),
          ]}
        />
        {cents > capital && <Note>Capital doesn’t cover this amount.</Note>}
      </Question>
    </Sheet>
  )
}

export function PayInCapital({ books }: { books: TreasuryBooks }) {
  const [payIn] = usePayInCapitalMutation()
  const capital = centsOf(books.capital)
  return (
    <ByReferenceForm
      title="Pay in capital"
      amountLabel="Amount paid in"
      reference={{
        label: 'Bank reference',
        description: 'Each external reference can be booked once',
      }}
      button="Book the capital"
      question={{
        title: 'Book this capital?',
        confirm: (cents) => `Book ${formatUsd(cents)}`,
      }}
      asOf={books.asOf}
      lines={(cents) => [changed('Capital', capital, capital + cents)]}
      trigger={payIn}
      otherwise="The capital could not be booked. Please try again."
      done={(reply) => saidOf(reply, 'The capital was booked.')}
    />
  )
}

const amountProblem = (text: string) => amountFault(text)
