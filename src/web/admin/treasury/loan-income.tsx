import { Button, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useState } from 'react'
import type { TreasuryBooks } from '../../../contract/treasury.ts'
import { dollarsFromCents, formatUsd } from '../../../lib/money.ts'
import { useDrawLoanIncomeMutation, useLoanBookInfiniteQuery } from '../../api/staff-loans.ts'
import { useCommand } from '../../api/use-command.ts'
import { useSite } from '../../site.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, centsOf } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useForm } from '../../ui/use-form.ts'
import { useStaff } from '../staff.ts'
import { BeforeAfter, changed } from './before-after.tsx'
import styles from '../../account/form.module.css'

/** Interest and fees that borrowers have paid, and nobody has drawn yet; null until that is known. */
function useIncome() {
  const { may } = useStaff()
  const { data } = useLoanBookInfiniteQuery({ limit: '1' }, { skip: !may('read-loans') })
  const income = data?.pages[0]?.data.income
  return income === undefined ? null : centsOf(income)
}

/** Nothing where nothing is lent and nothing has come in. */
export function DrawLoanIncome({ books }: { books: TreasuryBooks }) {
  const { loans } = useSite()
  const income = useIncome()
  if (income === null || (loans?.applyAt !== 'here' && income === 0n)) return null
  return <DrawForm books={books} income={income} />
}

function DrawForm({ books, income }: { books: TreasuryBooks; income: bigint }) {
  const form = useForm({
    initialValues: { amount: '', reference: '' },
    validate: {
      amount: (text) => amountFault(text),
      reference: isNotEmpty('Please enter the reference'),
    },
  })
  const [asking, setAsking] = useState(false)
  const [draw] = useDrawLoanIncomeMutation()
  const { give, busy } = useCommand({
    trigger: draw,
    otherwise: 'Nothing was drawn. Please try again.',
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
  return (
    <Sheet title="Draw income of loans">
      <form
        className={styles.fields}
        onSubmit={form.onSubmit(() => setAsking(true))}
        noValidate
        aria-label="Draw income of loans"
      >
        <AmountField
          label="Amount transferred"
          required
          upTo={income}
          {...form.getInputProps('amount')}
        />
        <TextInput
          label="Reference of the transfer"
          description="From the clients’ account to the firm’s own"
          required
          {...form.getInputProps('reference')}
        />
        <Button type="submit" variant="default">
          Draw the income
        </Button>
      </form>
      <Question
        title="Draw this income?"
        open={asking}
        onClose={() => setAsking(false)}
        confirm={`Propose ${formatUsd(cents)}`}
        busyText="Processing..."
        busy={busy}
        onConfirm={() => void give({ amount: dollarsFromCents(cents), reference })}
      >
        <BeforeAfter
          asOf={books.asOf}
          lines={[
            { label: 'Reference of the transfer', amount: reference },
            changed('Income of loans', income, income - cents),
          ]}
        />
        {cents > income && <Note>Borrowers have paid less than this.</Note>}
      </Question>
    </Sheet>
  )
}
