import { Button, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import type { WatchedWallets } from '../../../contract/wallet.ts'
import type { Coin } from '../../../lib/exchange-rate.ts'
import { txidFault } from '../../../lib/txid.ts'
import { useCommand } from '../../api/use-command.ts'
import { useProposeFirstCoinsMutation } from '../../api/wallets.ts'
import formStyles from '../../account/form.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { When } from '../when.tsx'
import styles from './wallet.module.css'

type FirstCoinsProps = { coin: Coin; firstCoins: NonNullable<WatchedWallets['firstCoins']> }

const names: Record<Coin, string> = { BTC: 'bitcoin', USDT: 'USDT' }

/** Whether customers can use the coin, and what staff do before they can. */
export function FirstCoins({ coin, firstCoins: { confirmedAt } }: FirstCoinsProps) {
  const { may } = useStaff()
  return (
    <Sheet
      title={`First coins in ${names[coin]}`}
      aside={
        <Badge state={confirmedAt === null ? 'pending' : 'approved'}>
          {confirmedAt === null ? 'Staff only' : 'Open to customers'}
        </Badge>
      }
      lit={confirmedAt === null}
      narrow
    >
      {confirmedAt !== null ? (
        <p className="small">
          Two people confirmed a first deposit and a first payout, <When at={confirmedAt} />.
        </p>
      ) : (
        <div className="stack">
          <Steps coin={coin} />
          <WaitingNote
            about={`first coins in ${names[coin]}`}
            are={({ kind, facts }) => kind === 'first-coins' && facts.coin === coin}
          />
          {may('pay-out') && <FirstCoinsForm coin={coin} />}
        </div>
      )}
    </Sheet>
  )
}

function Steps({ coin }: { coin: Coin }) {
  const list = coin === 'USDT'
  return (
    <>
      <p>
        Customers can’t use this coin yet. First, staff send a few dollars in and out again, and two
        of them look up both transactions on an explorer of their own choice.
      </p>
      <ol className={styles.steps}>
        <li>
          One of staff opens Fund account, gets an address there, and sends a few dollars to it from
          a wallet of their own. Any amount is credited while the wallet is tried.
        </li>
        <li>
          The same person withdraws it to a wallet of their own. Somebody else approves it and puts
          it on{' '}
          <Link to={list ? '/admin/payout-lists' : '/admin/payout-batches'}>
            {list ? 'a list of USDT payouts' : 'a batch of bitcoin payouts'}
          </Link>
          ; it is signed and sent as every other one.
        </li>
        <li>
          Once it is paid, look up both transactions on an explorer, and compare amounts and
          addresses. Enter their IDs as the explorer shows them. Somebody else does the same, and
          agrees.
        </li>
      </ol>
    </>
  )
}

function FirstCoinsForm({ coin }: { coin: Coin }) {
  const form = useForm({
    initialValues: { deposit: '', payout: '' },
    validate: { deposit: txidFault, payout: txidFault },
  })
  const [propose] = useProposeFirstCoinsMutation()
  const { give, busy, problem } = useCommand({
    trigger: propose,
    otherwise: 'Nothing was proposed. Please try again.',
    onDone: form.reset,
  })
  useUnsaved(form.isDirty())
  const submit = form.onSubmit(({ deposit, payout }) =>
    give({ coin, deposit: deposit.trim(), payout: payout.trim() }),
  )
  const plain = {
    required: true,
    maxLength: 100,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  } as const
  return (
    <form className={formStyles.fields} onSubmit={submit} noValidate>
      <TextInput label="Transaction of the deposit" {...plain} {...form.getInputProps('deposit')} />
      <TextInput label="Transaction of the payout" {...plain} {...form.getInputProps('payout')} />
      {problem && <Note tone="bad">{problem}</Note>}
      <Button type="submit" disabled={busy}>
        {busy ? 'Proposing...' : 'Propose to confirm'}
      </Button>
    </form>
  )
}
