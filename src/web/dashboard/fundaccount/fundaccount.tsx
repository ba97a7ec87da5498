import { Button, NativeSelect } from '@mantine/core'
import type { User } from '../../../contract/user.ts'
import { dollarsFromCents, formatUsd } from '../../../lib/money.ts'
import { useCoinDepositsQuery } from '../../api/coin-deposits.ts'
import { usePayInMutation } from '../../api/deposits.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { useSite } from '../../site.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, centsOf } from '../../ui/amount.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'
import { Balance } from '../balance.tsx'
import { BankTransfer } from './bank.tsx'
import { Coins } from './coins.tsx'
import { DepositAddresses } from './addresses.tsx'
import { LatestDeposits } from './deposits.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { SetAsideNote } from '../set-aside-note.tsx'
import { WithMe } from '../with-me.tsx'
import styles from '../../account/form.module.css'
import { titled } from '../../seo.ts'
import { useForm } from '../../ui/use-form.ts'

const largestDeposit = 100_000_000n

export const meta = titled('Fund Your Account')

export default function FundAccount() {
  const { mode, manager } = useSite()
  return (
    <>
      <PageHead title="Fund Your Account">
        <Button component="a" href={manager} target="_blank" rel="noopener" variant="default">
          Contact Account Manager<span className="hide"> (opens a new tab)</span>
        </Button>
      </PageHead>
      <SetAsideNote />
      {mode === 'demo' && <WithMe>{(me) => <PlayMoney me={me} />}</WithMe>}
      {mode === 'live' && <BankTransfer />}
      <Coins />
      <DepositAddresses />
      <LatestDeposits />
    </>
  )
}

function PlayMoney({ me }: { me: User }) {
  return (
    <div className="columns">
      <Sheet title="Add play money" aside={<SampleLabel>Play money</SampleLabel>} lit>
        <PlayMoneyForm />
      </Sheet>
      <Sheet label="Account Balance">
        <div className="stack">
          <Balance cents={centsOf(me.accountBalance)} size="middle" />
          <PlayMoneyNote />
        </div>
      </Sheet>
    </div>
  )
}

function PlayMoneyNote() {
  const { data } = useCoinDepositsQuery()
  return (
    <p className="small">
      In this demonstration a deposit is play money and is credited at once. The coin is a label
      only:{' '}
      {data?.data.bitcoin || data?.data.usdt
        ? 'nothing is sent for it. Test coins that arrive at an address of your own below are credited too.'
        : 'nothing is sent to the addresses below, and nothing sent there would arrive.'}
    </p>
  )
}

function PlayMoneyForm() {
  const form = useForm({
    initialValues: { amount: '', asset: 'BTC' as 'BTC' | 'USDT' },
    validate: { amount: problemOf },
  })
  const [payIn] = usePayInMutation()
  const { send, busy } = useSend(payIn)

  const deposit = form.onSubmit(async ({ amount, asset }) => {
    const outcome = await send({ amount: dollarsFromCents(centsFromText(amount)!), asset })
    if (outcome?.failure)
      return toastBad(
        failureText(outcome.failure, 'The deposit could not be booked. Please try again.'),
      )
    if (!outcome) return
    toastGood(outcome.data.message)
    form.setFieldValue('amount', '')
  })

  return (
    <form className={styles.fields} onSubmit={deposit} noValidate>
      <AmountField
        label="Amount"
        upTo={largestDeposit}
        required
        {...form.getInputProps('amount')}
      />
      <NativeSelect
        label="Paid with"
        data={[
          { value: 'BTC', label: 'Bitcoin (BTC)' },
          { value: 'USDT', label: 'Tether (USDT, TRC20)' },
        ]}
        {...form.getInputProps('asset')}
      />
      <Button type="submit" disabled={busy}>
        {busy ? 'Processing...' : 'Add play money'}
      </Button>
    </form>
  )
}

function problemOf(text: string): string | null {
  const fault = amountFault(text)
  if (fault) return fault
  return centsFromText(text)! > largestDeposit
    ? `At most ${formatUsd(largestDeposit)} at a time`
    : null
}
