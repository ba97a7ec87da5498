import { Button, TextInput } from '@mantine/core'
import type { FirmWallet } from '../../../contract/wallet.ts'
import type { Coin } from '../../../lib/exchange-rate.ts'
import { failureText, fieldProblems, isFailure } from '../../api/failure.ts'
import { useCommand } from '../../api/use-command.ts'
import { useCompareWalletMutation } from '../../api/wallets.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import formStyles from '../../account/form.module.css'
import { useForm } from '../../ui/use-form.ts'
import styles from './wallet.module.css'

/** The address itself stands nowhere here: it has to be read from the signer. */
export function Compare({ coin, wallet }: { coin: Coin; wallet: FirmWallet }) {
  return (
    <Sheet title="Compare it with your signer" lit>
      <div className="stack">
        <p>
          {wallet.status === 'compared'
            ? `${wallet.comparedBy} has compared it. A second, different person compares it with a signer of their own; then people get addresses of it.`
            : 'Two different administrators compare it, each with a signer of their own. Until then nobody is shown an address.'}
        </p>
        <ol className={styles.steps}>
          <li>
            {coin === 'BTC'
              ? 'Open the wallet on your signer. Its fingerprint is one of those listed here.'
              : 'Open the account for TRON on your signer, at the path listed here, which no other coin may use.'}
          </li>
          <li>
            Have the signer show its first address for receiving, the one with the number 0, on a
            screen of its own.
          </li>
          <li>
            Enter what you read there. It is not shown here, and nobody should tell it to you.
          </li>
        </ol>
        <CompareForm coin={coin} />
      </div>
    </Sheet>
  )
}

const otherwise = 'Nothing was confirmed. Please try again.'

/** What is wrong with the address stands at its field; all else above the button. */
const fieldsOf = (failure: unknown): Record<string, string> =>
  isFailure(failure) && failure.data?.code === 'signer_differs'
    ? { address: failureText(failure, otherwise) }
    : fieldProblems(failure)

function CompareForm({ coin }: { coin: Coin }) {
  const form = useForm({
    initialValues: { address: '' },
    validate: {
      address: (text) =>
        text.trim() === '' ? 'Please enter the address that your signer shows' : null,
    },
  })
  const [compare] = useCompareWalletMutation()
  const { give, busy, refused, problem } = useCommand({
    trigger: compare,
    otherwise,
    onDone: form.reset,
    onRefused: (failure) => form.setErrors(fieldsOf(failure)),
  })
  useUnsaved(form.isDirty())
  const isAtField = fieldsOf(refused).address !== undefined
  // Signers show it in groups.
  const submit = form.onSubmit(({ address }) =>
    give({ coin, address: address.replaceAll(/\s/g, '') }),
  )
  return (
    <form className={formStyles.fields} onSubmit={submit} noValidate>
      <TextInput
        label="The first receiving address on your signer"
        required
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...form.getInputProps('address')}
      />
      {problem && !isAtField && <Note tone="bad">{problem}</Note>}
      <Button type="submit" disabled={busy}>
        {busy ? 'Comparing...' : 'Compare'}
      </Button>
    </form>
  )
}
