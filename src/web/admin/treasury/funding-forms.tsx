import { Button, NativeSelect, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
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
import { useUnsaved } from '../../ui/unsaved.ts'
import { BeforeAfter, changed } from './before-after.tsx'
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
  const form = useForm({
    initialValues: { amount: '', reference: '' },
    validate: { amount: amountProblem, reference: isNotEmpty('Please enter the reference') },
  })
  const [asking, setAsking] = useState(false)
  const [payIn] = usePayInCapitalMutation()
  const { give, busy } = useCommand({
    trigger: payIn,
    otherwise: 'The capital could not be booked. Please try again.',
    done: (reply) => saidOf(reply, 'The capital was booked.'),
    told: 'in toasts',
    onDone() {
      setAsking(false)
      form.reset()
    },
    onRefused: () => setAsking(false),
  })
  const { reference } = form.values
  useUnsaved(form.isDirty())
  const cents = centsFromText(form.values.amount) ?? 0n
  const capital = centsOf(books.capital)
  return (
    <Sheet title="Pay in capital">
      <form className={styles.fields} onSubmit={form.onSubmit(() => setAsking(true))} noValidate>
        <AmountField label="Amount paid in" required {...form.getInputProps('amount')} />
        <TextInput
          label="Bank reference"
          description="Each external reference can be booked once"
          required
          {...form.getInputProps('reference')}
        />
        <Button type="submit" variant="default">
          Book the capital
        </Button>
      </form>
      <Question
        title="Book this capital?"
        open={asking}
        onClose={() => setAsking(false)}
        confirm={`Book ${formatUsd(cents)}`}
        busyText="Processing..."
        busy={busy}
        onConfirm={() => void give({ amount: dollarsFromCents(cents), reference })}
      >
        <BeforeAfter
          asOf={books.asOf}
          lines={[
            { label: 'Bank reference', amount: reference },
            changed('Capital', capital, capital + cents),
          ]}
        />
      </Question>
    </Sheet>
  )
}

const amountProblem = (text: string) => amountFault(text)
