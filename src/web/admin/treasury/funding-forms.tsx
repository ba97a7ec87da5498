import { Button, NativeSelect, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import type { PoolName } from '../../../contract/treasury.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { useFundPoolMutation, usePayInCapitalMutation } from '../../api/treasury.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { centsFromText } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'
import styles from '../../account/form.module.css'

const pools = [
  { value: 'returns', label: 'Returns pool' },
  { value: 'referral', label: 'Referral pool' },
  { value: 'corrections', label: 'Corrections pool' },
]

export function FundPool() {
  const form = useForm({
    initialValues: { pool: 'returns' as PoolName, amount: '' },
    validate: { amount: amountProblem },
  })
  const [fund] = useFundPoolMutation()
  const { send, busy } = useSend(fund)
  const submit = form.onSubmit(async ({ pool, amount }) => {
    const outcome = await send({ pool, amount: dollarsFromCents(centsFromText(amount)!) })
    if (outcome?.failure)
      return toastBad(
        failureText(outcome.failure, 'The pool could not be funded. Please try again.'),
      )
    if (!outcome) return
    toastGood('The pool was funded from capital.')
    form.setFieldValue('amount', '')
  })
  return (
    <Sheet title="Fund a pool">
      <form className={styles.fields} onSubmit={submit} noValidate>
        <NativeSelect label="Pool" data={pools} {...form.getInputProps('pool')} />
        <AmountField label="Amount from capital" required {...form.getInputProps('amount')} />
        <Button type="submit" variant="default" disabled={busy}>
          {busy ? 'Processing...' : 'Fund the pool'}
        </Button>
      </form>
    </Sheet>
  )
}

export function PayInCapital() {
  const form = useForm({
    initialValues: { amount: '', reference: '' },
    validate: { amount: amountProblem, reference: isNotEmpty('Please enter the reference') },
  })
  const [payIn] = usePayInCapitalMutation()
  const { send, busy } = useSend(payIn)
  const submit = form.onSubmit(async ({ amount, reference }) => {
    const outcome = await send({ amount: dollarsFromCents(centsFromText(amount)!), reference })
    if (outcome?.failure)
      return toastBad(
        failureText(outcome.failure, 'The capital could not be booked. Please try again.'),
      )
    if (!outcome) return
    toastGood('The capital was booked.')
    form.reset()
  })
  return (
    <Sheet title="Pay in capital">
      <form className={styles.fields} onSubmit={submit} noValidate>
        <AmountField label="Amount paid in" required {...form.getInputProps('amount')} />
        <TextInput
          label="Bank reference"
          description="Each external reference can be booked once"
          required
          {...form.getInputProps('reference')}
        />
        <Button type="submit" variant="default" disabled={busy}>
          {busy ? 'Processing...' : 'Book the capital'}
        </Button>
      </form>
    </Sheet>
  )
}

function amountProblem(text: string): string | null {
  const cents = centsFromText(text)
  return cents === null || cents <= 0n ? 'Please enter a valid amount' : null
}
