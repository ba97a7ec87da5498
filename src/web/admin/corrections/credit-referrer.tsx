import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Referral, User } from '../../../contract/user.ts'
import { dollarsFromCents, formatUsd, percentOf, type Cents } from '../../../lib/money.ts'
import { useCreditReferrerMutation, useReferralQuery } from '../../api/staff-users.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, centsOf, plainAmount, usd } from '../../ui/amount.ts'
import { showDate } from '../../ui/dates.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from '../admin.module.css'

const referralPercent = 10n

export function CreditReferrer({ user, onClose }: { user: User; onClose(): void }) {
  const panel = useRef<HTMLDivElement>(null)
  // It is below the whole table, so the page scrolls to it.
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={panel}>
      <Sheet
        title={`Credit Referrer of ${user.fullName}`}
        lit
        aside={
          <Button variant="default" size="compact-sm" onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className="stack">
          <CreditForm user={user} />
          <SoFar user={user} />
        </div>
      </Sheet>
    </div>
  )
}

function CreditForm({ user }: { user: User }) {
  const form = useForm({
    initialValues: { fundingAmount: '' },
    validate: { fundingAmount: problemOf },
  })
  const [credit] = useCreditReferrerMutation()
  const { send, busy } = useSend(credit)
  const cents = centsFromText(form.values.fundingAmount)

  const submit = form.onSubmit(async ({ fundingAmount }) => {
    if (!user.referredById) return toastBad('This user was not referred')
    const outcome = await send({
      userId: user.id,
      fundingAmount: dollarsFromCents(centsFromText(fundingAmount)!),
    })
    if (outcome?.failure) return toastBad(failureText(outcome.failure, 'Failed to credit referrer'))
    if (!outcome) return
    const {
      message,
      data: { referrer, credited, warning },
    } = outcome.data
    if (!referrer || credited === undefined) toastGood(message)
    else
      toastGood(
        `Referrer credited successfully: ${usd(credited)} to ${referrer.fullName}${warning === undefined ? '' : `. ${warning}`}`,
      )
    form.setFieldValue('fundingAmount', '')
  })

  return (
    <form onSubmit={submit} noValidate className="stack">
      <div className={styles.inline}>
        <AmountField label="Funding Amount" required {...form.getInputProps('fundingAmount')} />
        <Button type="submit" disabled={busy}>
          {busy ? 'Processing...' : 'Credit Referrer'}
        </Button>
      </div>
      <p className="small">
        {user.referredBy} gets 10% of it
        {cents ? `, ${formatUsd(percentOf(cents, referralPercent))},` : ''} out of the referral
        pool. Nothing leaves <bdi>{user.fullName}</bdi>’s deposit.
      </p>
      {cents && <Beyond user={user} funding={cents} />}
    </form>
  )
}

/** Said before it is sent: all credits together come to more than 10% of what the friend has funded. */
function Beyond({ user, funding }: { user: User; funding: Cents }) {
  const { data } = useReferralQuery(user.id)
  if (!data) return null
  const { funded, credits, beyondNeedsTwo } = data.data.referral
  const inAll = centsOf(credits.sum) + percentOf(funding, referralPercent)
  if (inAll <= percentOf(centsOf(funded), referralPercent)) return null
  return (
    <Note tone="bad">
      With this one, credits for <bdi>{user.fullName}</bdi> come to {formatUsd(inAll)}, more than
      10% of the {usd(funded)} that they have funded.
      {beyondNeedsTwo
        ? ' It waits for a second person, and nothing is booked until then.'
        : ' It is still booked at once: please check the amount.'}
    </Note>
  )
}

/** What the friend has paid in, beside what the referrer has had for it: nothing is credited twice unseen. */
function SoFar({ user }: { user: User }) {
  const { data, ...answer } = useReferralQuery(user.id)
  if (!data) return <NotLoaded what="data" rows={2} {...answer} />
  const { deposits, credits, funded } = data.data.referral
  return (
    <div className="stack">
      <Within funded={funded} credited={credits.sum} />
      <div className={styles.sideBySide}>
        <div>
          <h3>
            Deposits of <bdi>{user.fullName}</bdi>
          </h3>
          {deposits.latest.length === 0 ? (
            <p className="small">Nothing has been paid in yet.</p>
          ) : (
            <Explain
              lines={depositLines(deposits)}
              sum={{ label: 'Deposits', amount: amountOf(deposits.sum) }}
            />
          )}
        </div>
        <div>
          <h3>Credits so far</h3>
          {credits.latest.length === 0 ? (
            <p className="small">Nothing has been credited yet.</p>
          ) : (
            <Explain
              lines={creditLines(credits)}
              sum={{ label: 'Credits', amount: amountOf(credits.sum) }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** How much of 10% of what the friend has funded is left to be credited. */
function Within({ funded, credited }: { funded: number; credited: number }) {
  const most = percentOf(centsOf(funded), referralPercent)
  const left = most - centsOf(credited)
  const lines = [
    {
      label: '10% of what was funded',
      note: `${usd(funded)}: deposits less what was withdrawn`,
      amount: plainAmount(most),
    },
    { label: 'Credited so far', amount: plainAmount(-centsOf(credited)) },
  ]
  return (
    <Explain
      lines={lines}
      sum={{ label: left < 0n ? 'Beyond 10%' : 'Left within 10%', amount: plainAmount(left) }}
    />
  )
}

const amountOf = (dollars: number) => plainAmount(centsOf(dollars))

/** Entries before the newest, in one line, so that the lines add up. */
function earlierLine(count: number, sum: number, shown: readonly number[]): Line[] {
  const rest = shown.reduce((left, dollars) => left - centsOf(dollars), centsOf(sum))
  return count > 0 ? [{ label: `${count} earlier`, amount: plainAmount(rest) }] : []
}

function depositLines({ latest, sum, earlier }: Referral['deposits']): Line[] {
  return [
    ...latest.map(({ at, amount }) => ({ label: showDate(at), amount: amountOf(amount) })),
    ...earlierLine(
      earlier,
      sum,
      latest.map(({ amount }) => amount),
    ),
  ]
}

function creditLines({ latest, sum, earlier }: Referral['credits']): Line[] {
  const lines = latest.map(({ at, fundingAmount, credited, by }) => ({
    label: showDate(at),
    note: `10% of ${usd(fundingAmount)}, by ${by ?? 'staff'}`,
    amount: amountOf(credited),
  }))
  return [
    ...lines,
    ...earlierLine(
      earlier,
      sum,
      latest.map(({ credited }) => credited),
    ),
  ]
}

function problemOf(text: string): string | null {
  const isNone = text.trim() === '' || centsFromText(text) === 0n
  return isNone ? 'Please enter a valid funding amount' : amountFault(text)
}
