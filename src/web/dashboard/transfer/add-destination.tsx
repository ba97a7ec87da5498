import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { saveDestination } from '../../../contract/destination.ts'
import type { User } from '../../../contract/user.ts'
import { accountIdFromText } from '../../../lib/account-id.ts'
import { fieldProblems } from '../../api/failure.ts'
import type { Body } from '../../api/request.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import {
  BankFields,
  bankNumberOf,
  bankProblems,
  bankProblemsOf,
  nothingTyped,
} from './bank-fields.tsx'
import { addressProblem, nameProblem } from './address-check.tsx'
import { AccountIdField, AddressField } from './place-fields.tsx'
import { recipientProblem } from './recipient-problem.ts'
import { saysWhat, useSave } from './use-save.ts'
import { useForm } from '../../ui/use-form.ts'
import styles from '../../account/form.module.css'

const nothingYet = {
  ...nothingTyped,
  type: 'bank_transfer',
  name: '',
  bankNumber: '',
  recipientAccountId: '',
}

/** `me` is whose it is: their own bank account, and no account here but others'. */
type AddProps = { me: Pick<User, 'fullName' | 'accountId'>; onClose(): void }

type Add = typeof nothingYet

function bodyOf({ type, name, ...typed }: Add): Body<typeof saveDestination> {
  if (type === 'bank_account')
    return { type, name, holder: typed.holder, bankNumber: bankNumberOf(typed) }
  return type === 'bank_transfer'
    ? { type, name, bankNumber: typed.bankNumber }
    : {
        type: 'tradehub_transfer',
        name,
        recipientAccountId: accountIdFromText(typed.recipientAccountId),
      }
}

const ofBank =
  (problem: (text: string, values: Add) => string | null) =>
  (text: string, values: Add): string | null =>
    values.type === 'bank_account' ? problem(text, values) : null

function PlaceFields({ form, own }: { form: UseFormReturnType<Add>; own: string }) {
  switch (form.values.type) {
    case 'bank_account':
      return <BankFields form={form} />
    case 'tradehub_transfer':
      return (
        <AccountIdField
          label="Account ID"
          own={own}
          {...form.getInputProps('recipientAccountId')}
        />
      )
    default:
      return <AddressField {...form.getInputProps('bankNumber')} />
  }
}

/** A wallet, a bank account or another account here, by a name of one's own. */
export default function AddDestination({ me, onClose }: AddProps) {
  const { saveIt, busy, problem } = useSave()
  const form = useForm({
    initialValues: { ...nothingYet, holder: me.fullName },
    validate: {
      holder: ofBank(bankProblems.holder),
      iban: ofBank(bankProblems.iban),
      routing: ofBank(bankProblems.routing),
      account: ofBank(bankProblems.account),
      name: nameProblem('Please enter a name'),
      bankNumber: (text, { type, name }) =>
        type === 'bank_transfer' ? addressProblem(text, name) : null,
      recipientAccountId: (text, { type }) =>
        type === 'tradehub_transfer'
          ? recipientProblem(accountIdFromText(text), me.accountId)
          : null,
    },
  })

  async function submit() {
    if (form.validate().hasErrors) return
    const { type, kind } = form.values
    const failure = await saveIt(bodyOf(form.values))
    if (!failure) return onClose()
    const problems = fieldProblems(failure)
    form.setErrors(type === 'bank_account' ? bankProblemsOf(problems, kind) : problems)
  }
  return (
    <Question
      title="Save a destination"
      open
      onClose={onClose}
      confirm="Save destination"
      busyText="Saving..."
      busy={busy}
      onConfirm={() => void submit()}
    >
      <div className={styles.fields}>
        {problem && <Note tone="bad">{problem}</Note>}
        <NativeSelect
          label="Kind"
          data={[
            { value: 'bank_transfer', label: 'A wallet' },
            { value: 'bank_account', label: 'Your bank account' },
            { value: 'tradehub_transfer', label: 'A platform account' },
          ]}
          {...form.getInputProps('type')}
        />
        <TextInput
          label="Name"
          description="As you will find it again, such as “Hardware wallet”"
          autoComplete="off"
          maxLength={100}
          required
          {...form.getInputProps('name')}
        />
        <PlaceFields form={form} own={me.accountId} />
        <p className="small">{saysWhat}</p>
      </div>
    </Question>
  )
}
