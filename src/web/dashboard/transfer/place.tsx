/** Where money goes, as it is typed: a wallet, an account at a bank or another account here. */
import type { UseFormReturnType } from '@mantine/form'
import type { WithdrawalType } from '../../../contract/withdrawal.ts'
import { accountIdFromText } from '../../../lib/account-id.ts'
import { addressProblem } from './address-check.tsx'
import { BankFields, bankProblems, bankProblemsOf, nothingTyped } from './bank-fields.tsx'
import { AccountIdField, AddressField } from './place-fields.tsx'
import { recipientProblem } from './recipient-problem.ts'

export const noPlace = {
  ...nothingTyped,
  bankNumber: '',
  recipientAccountId: '',
}
export type TypedPlace = typeof noPlace

type Rules<Values> = {
  /** The person's own account ID: nothing goes there. */
  own: string
  /** Null where no place is typed, such as one that is saved. */
  typeOf(values: Values): WithdrawalType | null
  /** What the person calls a wallet: a secret may stand in both. */
  nameOf(values: Values): string
}

/** What is wrong with each field of the chosen type, for the form's `validate`; the server checks each again. */
export function placeProblems<Values extends TypedPlace>({ own, typeOf, nameOf }: Rules<Values>) {
  const of =
    (type: WithdrawalType, problem: (text: string, values: Values) => string | null) =>
    (text: string, values: Values) =>
      typeOf(values) === type ? problem(text, values) : null
  return {
    holder: of('bank_account', bankProblems.holder),
    iban: of('bank_account', bankProblems.iban),
    routing: of('bank_account', bankProblems.routing),
    account: of('bank_account', bankProblems.account),
    bankNumber: of('bank_transfer', (text, values) => addressProblem(text, nameOf(values))),
    recipientAccountId: of('tradehub_transfer', (text) =>
      recipientProblem(accountIdFromText(text), own),
    ),
  }
}

/** Where the form shows what the server said. */
export const placeErrors = (
  problems: Record<string, string>,
  type: WithdrawalType,
  { kind }: TypedPlace,
) => (type === 'bank_account' ? bankProblemsOf(problems, kind) : problems)

type PlaceFieldsProps<Values extends TypedPlace> = {
  form: UseFormReturnType<Values>
  type: WithdrawalType
  own: string
  /** Of the field for another account here. */
  accountLabel: string
}

export function PlaceFields<Values extends TypedPlace>({
  form,
  type,
  own,
  accountLabel,
}: PlaceFieldsProps<Values>) {
  switch (type) {
    case 'bank_account':
      return <BankFields form={form} />
    case 'tradehub_transfer':
      return (
        <AccountIdField
          label={accountLabel}
          own={own}
          {...form.getInputProps('recipientAccountId')}
        />
      )
    default:
      return <AddressField {...form.getInputProps('bankNumber')} />
  }
}
