import { TextInput } from '@mantine/core'
import { accountIdFromText } from '../../../lib/account-id.ts'
import { cleanAddress } from '../../../lib/wallet-address.ts'
import { writtenCents } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { addressProblem, faultOf, nameProblem } from './address-check.tsx'
import { AccountIdField, AddressField } from './place-fields.tsx'
import { recipientProblem } from './recipient-problem.ts'
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

export function WalletTransferForm(common: TransferFormProps) {
  const { balance, transfer } = common
  const saved = useSaved('bank_transfer')
  const { chosen } = saved
  const smallest = useSmallest()
  const form = useForm({
    initialValues: { bankName: '', bankNumber: '', amount: '' },
    validate: {
      bankName: chosen ? () => null : nameProblem('Please enter the wallet name'),
      bankNumber: (typed, { bankName }) => (chosen ? null : addressProblem(typed, bankName)),
      amount: (text) => amountProblem(text, balance, smallest),
    },
  })
  useUnsaved(form.isDirty())
  const submit = form.onSubmit(async ({ amount, ...typed }) => {
    const fault = chosen ? null : await faultOf(typed.bankNumber)
    if (fault) return form.setErrors({ bankNumber: fault })
    const wallet = chosen
      ? { bankName: chosen.name, bankNumber: chosen.bankNumber ?? '', destinationId: chosen.id }
      : { ...typed, bankNumber: cleanAddress(typed.bankNumber) }
    const problems = await transfer.ask({ type: 'bank_transfer', ...wallet }, writtenCents(amount)!)
    if (problems) form.setErrors(problems)
    else form.reset()
  })
  return (
    <Sheet title="To a wallet">
      <form className={styles.fields} onSubmit={submit} noValidate aria-label="Wallet transfer">
        <SavedChoice {...saved} another="Another wallet" />
        {!chosen && (
          <>
            <TextInput
              label="Wallet name"
              autoComplete="off"
              required
              {...form.getInputProps('bankName')}
            />
            <AddressField {...form.getInputProps('bankNumber')} />
          </>
        )}
        {chosen && form.errors.bankNumber && <Note tone="bad">{form.errors.bankNumber}</Note>}
        <AmountToSend
          input={form.getInputProps('amount')}
          onMax={(text) => form.setFieldValue('amount', text)}
          button={transfer.sending === 'bank_transfer' ? 'Processing...' : 'Request withdrawal'}
          smallest={smallest}
          {...common}
        />
        <UsualTimes type="bank_transfer" />
      </form>
    </Sheet>
  )
}

export function AccountTransferForm({ own, ...common }: TransferFormProps & { own: string }) {
  const { balance, transfer } = common
  const saved = useSaved('tradehub_transfer')
  const { chosen } = saved
  const form = useForm({
    initialValues: { recipientAccountId: '', amount: '' },
    validate: {
      recipientAccountId: (typed) =>
        chosen ? null : recipientProblem(accountIdFromText(typed), own),
      amount: (text) => amountProblem(text, balance),
    },
  })
  useUnsaved(form.isDirty())
  const submit = form.onSubmit(async ({ amount, recipientAccountId }) => {
    const recipient = chosen
      ? { recipientAccountId: chosen.recipientAccountId ?? '', destinationId: chosen.id }
      : { recipientAccountId: accountIdFromText(recipientAccountId) }
    const problems = await transfer.ask(
      { type: 'tradehub_transfer', ...recipient },
      writtenCents(amount)!,
    )
    if (problems) form.setErrors(problems)
    else form.reset()
  })
  return (
    <Sheet title="To a platform account">
      <form className={styles.fields} onSubmit={submit} noValidate aria-label="Account transfer">
        <SavedChoice {...saved} another="Another account" />
        {!chosen && (
          <AccountIdField
            label="Recipient account ID"
            own={own}
            {...form.getInputProps('recipientAccountId')}
          />
        )}
        {chosen && form.errors.recipientAccountId && (
          <Note tone="bad">{form.errors.recipientAccountId}</Note>
        )}
        <AmountToSend
          input={form.getInputProps('amount')}
          onMax={(text) => form.setFieldValue('amount', text)}
          button={
            transfer.sending === 'tradehub_transfer' ? 'Submitting Request...' : 'Request transfer'
          }
          {...common}
        />
      </form>
    </Sheet>
  )
}
