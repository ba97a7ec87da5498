import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { User } from '../../contract/user.ts'
import { dollarsFromCents, formatUsd, percentOf } from '../../lib/money.ts'
import { useCreditReferrerMutation } from '../api/staff-users.ts'
import { failureText } from '../api/failure.ts'
import { useSend } from '../api/use-send.ts'
import { AmountField } from '../ui/amount-field.tsx'
import { centsFromText, usd } from '../ui/amount.ts'
import { Sheet } from '../ui/sheet.tsx'
import { toastBad, toastGood } from '../ui/toast.tsx'
import styles from './admin.module.css'

const referralPercent = 10n

export function CreditReferrer({ user, onClose }: { user: User; onClose(): void }) {
  const form = useForm({ initialValues: { fundingAmount: '' }, validate: { fundingAmount: problemOf } })
  const [credit] = useCreditReferrerMutation()
  const { send, busy } = useSend(credit)
  const cents = centsFromText(form.values.fundingAmount)

  const submit = form.onSubmit(async ({ fundingAmount }) => {
    if (!user.referredById) return toastBad('This user was not referred')
    const outcome = await send({ userId: user.id, fundingAmount: dollarsFromCents(centsFromText(fundingAmount)!) })
    if (outcome?.failure) return toastBad(failureText(outcome.failure, 'Failed to credit referrer'))
    if (!outcome) return
    const { referrer, credited } = outcome.data.data
    toastGood(`Referrer credited successfully: ${usd(credited)} to ${referrer.fullName}`)
    form.setFieldValue('fundingAmount', '')
  })

  return (
    <Sheet title={`Credit Referrer of ${user.fullName}`} lit aside={<Button variant="default" size="compact-sm" onClick={onClose}>Close</Button>}>
      <form onSubmit={submit} noValidate className="stack">
        <div className={styles.inline}>
          <AmountField label="Funding Amount" required {...form.getInputProps('fundingAmount')} />
          <Button type="submit" disabled={busy}>{busy ? 'Processing...' : 'Credit Referrer'}</Button>
        </div>
        <p className="small">
          {user.referredBy} gets 10% of it{cents ? `, ${formatUsd(percentOf(cents, referralPercent))},` : ''} out of the referral pool. Nothing leaves {user.fullName}’s deposit.
        </p>
      </form>
    </Sheet>
  )
}

function problemOf(text: string): string | null {
  const cents = centsFromText(text)
  return cents === null || cents <= 0n ? 'Please enter a valid funding amount' : null
}
