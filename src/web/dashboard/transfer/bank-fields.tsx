/** An account at a bank as it is typed: an IBAN, or the two numbers that banks of the United States go by. */
import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ibanFault, isRoutingNumber, plainBankAccount } from '../../../lib/bank-account.ts'
import styles from '../../account/form.module.css'

type Typed = { holder: string; kind: string; iban: string; routing: string; account: string }

export const nothingTyped: Typed = { holder: '', kind: 'iban', iban: '', routing: '', account: '' }

export const bankNumberOf = ({ kind, iban, routing, account }: Typed): string =>
  plainBankAccount(kind === 'iban' ? iban : `${routing}/${account}`)

/** What is wrong with one field, for the form's `validate`; the server checks each again. */
export const bankProblems = {
  holder: (text: string) => (text.trim() ? null : 'Please enter the account holder'),
  iban(text: string, { kind }: Pick<Typed, 'kind'>) {
    if (kind !== 'iban') return null
    return text.trim() ? ibanFault(text) : 'Please enter the IBAN'
  },
  routing: (text: string, { kind }: Pick<Typed, 'kind'>) =>
    kind === 'iban' || isRoutingNumber(text) ? null : 'Please check the nine digits',
  account: (text: string, { kind }: Pick<Typed, 'kind'>) =>
    kind === 'iban' || /^[\d\s-]{4,24}$/.test(text.trim())
      ? null
      : 'Please enter the account number',
}

/** Where the form shows what the server said of the holder and of the account. */
export const bankProblemsOf = (problems: Record<string, string>, kind: string) => {
  const { bankName, bankNumber, ...others } = problems
  return {
    ...others,
    ...(bankName ? { holder: bankName } : {}),
    ...(bankNumber ? { [kind === 'iban' ? 'iban' : 'account']: bankNumber } : {}),
  }
}

/** Of a form whose values have these among others. */
export function BankFields<Values extends Typed>({ form }: { form: UseFormReturnType<Values> }) {
  const { kind, iban } = form.values
  const plain = { autoComplete: 'off', spellCheck: false, required: true } as const
  return (
    <>
      <TextInput
        label="Account holder"
        autoComplete="name"
        maxLength={70}
        required
        {...form.getInputProps('holder')}
      />
      <NativeSelect
        label="Account by"
        data={[
          { value: 'iban', label: 'IBAN' },
          { value: 'us', label: 'US account number' },
        ]}
        {...form.getInputProps('kind')}
      />
      {kind === 'iban' ? (
        <div>
          <TextInput label="IBAN" {...plain} {...form.getInputProps('iban')} />
          <p className={`caption ${styles.below}`} role="status">
            {ibanFault(iban) === null && 'Its check digits are right.'}
          </p>
        </div>
      ) : (
        <>
          <TextInput
            label="Routing number"
            inputMode="numeric"
            {...plain}
            {...form.getInputProps('routing')}
          />
          <TextInput
            label="Account number"
            inputMode="numeric"
            {...plain}
            {...form.getInputProps('account')}
          />
        </>
      )}
    </>
  )
}
