/** Money to one's own account at a bank. */
import type { User } from '../../../contract/user.ts'
import { writtenCents } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import {
  BankFields,
  bankNumberOf,
  bankProblems,
  bankProblemsOf,
  nothingTyped,
} from './bank-fields.tsx'
import {
  AmountToSend,
  amountProblem,
  SavedChoice,
  useSaved,
  useSmallest,
  type TransferFormProps,
} from './form-parts.tsx'
import { UsualTimes } from './usual-times.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from '../../account/form.module.css'

export function BankTransferForm({
  me,
  ...common
}: TransferFormProps & { me: Pick<User, 'fullName'> }) {
  const { balance, transfer } = common
  const saved = useSaved('bank_account')
  const { chosen } = saved
  const smallest = useSmallest()
  const form = useForm({
    initialValues: { ...nothingTyped, holder: me.fullName, amount: '' },
    validate: {
      ...(chosen ? {} : bankProblems),
      amount: (text) => amountProblem(text, balance, smallest),
    },
  })
  useUnsaved(form.isDirty())
  const submit = form.onSubmit(async ({ amount, ...typed }) => {
    const to = chosen
      ? {
          bankName: chosen.holder ?? '',
          bankNumber: chosen.bankNumber ?? '',
          destinationId: chosen.id,
        }
      : { bankName: typed.holder, bankNumber: bankNumberOf(typed) }
    const problems = await transfer.ask({ type: 'bank_account', ...to }, writtenCents(amount)!)
    if (problems) form.setErrors(bankProblemsOf(problems, typed.kind))
    else form.reset()
  })
  const refused = form.errors.iban ?? form.errors.account
  return (
    <Sheet title="To your bank account" lit>
      <form className={styles.fields} onSubmit={submit} noValidate aria-label="Bank transfer">
        <SavedChoice {...saved} another="Another bank account" />
        {!chosen && <BankFields form={form} />}
        {chosen && refused && <Note tone="bad">{refused}</Note>}
        <AmountToSend
          input={form.getInputProps('amount')}
          onMax={(text) => form.setFieldValue('amount', text)}
          button={transfer.sending === 'bank_account' ? 'Processing...' : 'Request bank transfer'}
          smallest={smallest}
          {...common}
        />
        <UsualTimes type="bank_account" />
      </form>
    </Sheet>
  )
}
