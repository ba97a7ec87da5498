import { TextInput, type TextInputProps } from '@mantine/core'
import { accountIdFromText } from '../../../lib/account-id.ts'
import { AddressCheck } from './address-check.tsx'
import { Recipient } from './recipient.tsx'
import { problemWhileTyping } from './recipient-problem.ts'

/** What a form gives to a field. */
type FieldProps = Omit<TextInputProps, 'value'> & { value?: string }

/** The address of a wallet, checked while it is typed. */
export function AddressField({ value = '', ...input }: FieldProps) {
  return (
    <div>
      <TextInput
        label="Wallet address"
        autoComplete="off"
        spellCheck={false}
        required
        {...input}
        value={value}
      />
      {!input.error && <AddressCheck typed={value} />}
    </div>
  )
}

/** The ID of somebody else's account, checked while it is typed; below it, whose it is. */
export function AccountIdField({ own, value = '', ...input }: FieldProps & { own: string }) {
  const accountId = accountIdFromText(value)
  const problem = input.error ?? problemWhileTyping(accountId, own)
  return (
    <div>
      <TextInput
        placeholder="GH-"
        autoComplete="off"
        required
        {...input}
        value={value}
        error={problem}
      />
      {!problem && <Recipient accountId={accountId} />}
    </div>
  )
}
