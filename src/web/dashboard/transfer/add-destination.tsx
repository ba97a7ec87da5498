import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { saveDestination } from '../../../contract/destination.ts'
import type { WithdrawalType } from '../../../contract/withdrawal.ts'
import type { User } from '../../../contract/user.ts'
import { accountIdFromText } from '../../../lib/account-id.ts'
import { fieldProblems } from '../../api/failure.ts'
import type { Body } from '../../api/request.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { nameProblem } from './address-check.tsx'
import { bankNumberOf } from './bank-fields.tsx'
import { noPlace, placeErrors, PlaceFields, placeProblems } from './place.tsx'
import { Paste } from './to-whom.tsx'
import { saysWhat, useSave } from './use-save.ts'
import { useForm } from '../../ui/use-form.ts'
import styles from '../../account/form.module.css'

const nothingYet = { ...noPlace, type: 'bank_transfer' as WithdrawalType, name: '' }

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

/** A wallet, a bank account or another account here, by a name of one's own. */
export default function AddDestination({ me, onClose }: AddProps) {
  const { saveIt, busy, problem } = useSave()
  const form = useForm({
    initialValues: { ...nothingYet, holder: me.fullName },
    validate: {
      ...placeProblems<Add>({
        own: me.accountId,
        typeOf: ({ type }) => type,
        nameOf: ({ name }) => name,
      }),
      name: nameProblem('Please enter a name'),
    },
  })

  const [pasted, paste] = useState('')

  async function submit() {
    if (form.validate().hasErrors) return
    const failure = await saveIt(bodyOf(form.values))
    if (!failure) return onClose()
    form.setErrors(placeErrors(fieldProblems(failure), form.values.type, form.values))
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
        <Paste
          text={pasted}
          onText={paste}
          onNew={(type, place = {}) => {
            form.setValues({ type, ...place })
            paste('')
          }}
        />
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
          description="A name to recognise it by, such as “Hardware wallet”"
          autoComplete="off"
          maxLength={100}
          required
          {...form.getInputProps('name')}
        />
        <PlaceFields
          form={form}
          type={form.values.type}
          own={me.accountId}
          accountLabel="Account ID"
        />
        <p className="small">{saysWhat}</p>
      </div>
    </Question>
  )
}
