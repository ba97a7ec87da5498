import { Button, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { accountIdFromText, isAccountId } from '../../../lib/account-id.ts'
import type { Cents } from '../../../lib/money.ts'
import { addressKind } from '../../../lib/wallet-address.ts'
import { failureText } from '../../api/failure.ts'
import { useRecipientQuery } from '../../api/withdrawals.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { writtenCents } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { problemWhileTyping, recipientProblem } from './recipient-problem.ts'
import type { Transfer } from './outcome.tsx'
import styles from '../../account/form.module.css'

type TransferFormProps = { balance: Cents; frozen: boolean; transfer: Transfer }

export function WalletTransferForm({ balance, frozen, transfer }: TransferFormProps) {
  const form = useForm({
    initialValues: { bankName: '', bankNumber: '', amount: '' },
    validate: {
      bankName: isNotEmpty('Please enter the wallet name'),
      bankNumber: isNotEmpty('Please enter the wallet address'),
      amount: (text) => amountProblem(text, balance),
    },
  })
  const submit = form.onSubmit(async ({ amount, ...wallet }) => {
    const problems = await transfer.submit(
      { type: 'bank_transfer', ...wallet },
      writtenCents(amount)!,
    )
    if (problems) form.setErrors(problems)
    else form.reset()
  })
  return (
    <Sheet title="To a wallet" lit>
      <form className={styles.fields} onSubmit={submit} noValidate aria-label="Wallet transfer">
        <TextInput
          label="Wallet name"
          autoComplete="off"
          required
          {...form.getInputProps('bankName')}
        />
        <div>
          <TextInput
            label="Wallet address"
            autoComplete="off"
            spellCheck={false}
            required
            {...form.getInputProps('bankNumber')}
          />
          {!form.errors.bankNumber && <AddressNote address={form.values.bankNumber.trim()} />}
        </div>
        <AmountField label="Amount" upTo={balance} required {...form.getInputProps('amount')} />
        {frozen && <Note>Nothing can be sent while this account is frozen.</Note>}
        <Button type="submit" disabled={frozen || transfer.busy}>
          {transfer.sending === 'bank_transfer' ? 'Processing...' : 'Request withdrawal'}
        </Button>
      </form>
    </Sheet>
  )
}

/** Whether a typing mistake would be noticed. */
function AddressNote({ address }: { address: string }) {
  const kind = addressKind(address)
  return (
    <p className={`caption ${styles.below}`} role="status">
      {kind &&
        `Looks like a ${kind.network} address: its checksum is verified when you send the request.`}
      {!kind &&
        address &&
        'An address of this kind can’t be checked for typing mistakes. Compare it with your wallet’s, character by character.'}
    </p>
  )
}

export function AccountTransferForm({
  balance,
  frozen,
  transfer,
  own,
}: TransferFormProps & { own: string }) {
  const form = useForm({
    initialValues: { recipientAccountId: '', amount: '' },
    validate: {
      recipientAccountId: (typed) => recipientProblem(accountIdFromText(typed), own),
      amount: (text) => amountProblem(text, balance),
    },
  })
  const submit = form.onSubmit(async ({ amount, recipientAccountId }) => {
    const destination = {
      type: 'tradehub_transfer',
      recipientAccountId: accountIdFromText(recipientAccountId),
    } as const
    const problems = await transfer.submit(destination, writtenCents(amount)!)
    if (problems) form.setErrors(problems)
    else form.reset()
  })
  const accountId = accountIdFromText(form.values.recipientAccountId)
  const problem = form.errors.recipientAccountId ?? problemWhileTyping(accountId, own)
  return (
    <Sheet title="To a platform account">
      <form className={styles.fields} onSubmit={submit} noValidate aria-label="Account transfer">
        <div>
          <TextInput
            label="Recipient account ID"
            placeholder="GH-"
            autoComplete="off"
            required
            {...form.getInputProps('recipientAccountId')}
            error={problem}
          />
          {!problem && <Recipient accountId={accountId} />}
        </div>
        <AmountField label="Amount" upTo={balance} required {...form.getInputProps('amount')} />
        {frozen && <Note>Nothing can be sent while this account is frozen.</Note>}
        <Button type="submit" disabled={frozen || transfer.busy}>
          {transfer.sending === 'tradehub_transfer' ? 'Submitting Request...' : 'Request transfer'}
        </Button>
      </form>
    </Sheet>
  )
}

/** Whose account it is, masked: enough to notice a wrong one. */
function Recipient({ accountId }: { accountId: string }) {
  const whole = isAccountId(accountId)
  const { currentData, error } = useRecipientQuery(accountId, { skip: !whole })
  if (!whole) return null
  return (
    <p className={`caption ${styles.below}`} role="status">
      {currentData && `This account belongs to ${currentData.data.maskedName}`}
      {error && failureText(error, 'The account’s owner could not be looked up.')}
    </p>
  )
}

function amountProblem(text: string, balance: Cents): string | null {
  const cents = writtenCents(text)
  if (cents === null || cents <= 0n) return 'Please enter a valid amount'
  return cents > balance ? 'Insufficient balance for this transfer' : null
}
