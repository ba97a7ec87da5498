import { Button, TextInput } from '@mantine/core'
import { isEmail, isNotEmpty, type UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { User } from '../../../contract/user.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { api } from '../../api/api.ts'
import { useCorrectUserMutation } from '../../api/staff-users.ts'
import { failureText, fieldProblems, isFailure } from '../../api/failure.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { useAppDispatch } from '../../api/store.ts'
import { useSend } from '../../api/use-send.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import {
  amountFault,
  centsFromText,
  centsOf,
  textOfDollars,
  writtenCents,
} from '../../ui/amount.ts'
import { Note } from '../../ui/states.tsx'
import { useStill } from '../../ui/still.ts'
import { toastBad, toastGood } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import styles from '../admin.module.css'
import { whatSavingPosts } from '../corrections/words.ts'
import { useForm } from '../../ui/use-form.ts'

type Values = {
  fullName: string
  email: string
  accountBalance: string
  totalProfit: string
  totalLoss: string
  reason: string
}

const moneyFields = [
  ['accountBalance', 'Account Balance'],
  ['totalProfit', 'Profit'],
  ['totalLoss', 'Loss'],
] as const

function valuesOf(user: User): Values {
  const { fullName, email, accountBalance, totalProfit, totalLoss } = user
  return {
    fullName,
    email,
    reason: '',
    accountBalance: textOfDollars(accountBalance),
    totalProfit: textOfDollars(totalProfit),
    totalLoss: textOfDollars(totalLoss),
  }
}

const isSame = (one: Values, other: Values) =>
  (Object.keys(one) as (keyof Values)[]).every((name) => one[name] === other[name])

const amountProblem = (text: string) => amountFault(text, { zero: true })

type EditUserProps = { user: User; onClose(): void; heading?: 'h2' | 'h3' }

export function EditUser({ user, onClose, heading: Heading = 'h3' }: EditUserProps) {
  // The row may be reloaded while the form is open; what is saved counts from what was seen.
  const [seen, setSeen] = useState(user)
  const form = useForm<Values>({
    initialValues: valuesOf(user),
    validate: {
      fullName: isNotEmpty('Please enter a full name'),
      email: isEmail('Please enter a valid email address'),
      accountBalance: amountProblem,
      totalProfit: amountProblem,
      totalLoss: amountProblem,
    },
  })
  const { save, busy, stale } = useCorrection(seen, form.setErrors, onClose)
  const first = useFocusAtFirst()
  const still = useStill()
  const was = valuesOf(seen)
  useUnsaved(!isSame(form.values, was))
  function lookAgain() {
    setSeen(user)
    form.setValues({ ...valuesOf(user), reason: form.values.reason })
  }
  return (
    <form
      {...still}
      className={styles.form}
      onSubmit={form.onSubmit(save)}
      noValidate
      aria-label={`Edit User: ${seen.fullName}`}
    >
      <Heading>
        Edit User: <bdi>{seen.fullName}</bdi>
      </Heading>
      <TextInput label="Full Name" required ref={first} {...form.getInputProps('fullName')} />
      <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
      <MoneyFields form={form} was={was} />
      <div className={styles.whole}>
        <TextInput
          label={`Reason, shown to ${seen.fullName}`}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      </div>
      <div className={styles.save}>
        {/* Before the words, whose lines grow with what is typed: a button that moves swallows its press. */}
        <div className="row">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
        <WhatSavingPosts was={was} now={form.values} />
      </div>
      {stale && seen.version !== user.version && <ChangedMeanwhile onShow={lookAgain} />}
    </form>
  )
}

function ChangedMeanwhile({ onShow }: { onShow(): void }) {
  return (
    <div className={styles.whole}>
      <Note tone="bad">
        This user has changed since the form was opened, and nothing was saved.{' '}
        <Button variant="subtle" size="compact-sm" onClick={onShow}>
          Show the new values
        </Button>
      </Note>
    </div>
  )
}

/** A figure that was changed says what it was. */
function MoneyFields({ form, was }: { form: UseFormReturnType<Values>; was: Values }) {
  return moneyFields.map(([name, label]) => {
    const changed = writtenCents(form.values[name]) !== writtenCents(was[name])
    return (
      <AmountField
        key={name}
        label={label}
        required
        className={changed ? styles.changed : undefined}
        description={changed ? `was ${was[name]}` : undefined}
        {...form.getInputProps(name)}
      />
    )
  })
}

function WhatSavingPosts({ was, now }: { was: Values; now: Values }) {
  const above = useWaiting()?.secondApprovalAbove ?? null
  return (
    <p className="small">{whatSavingPosts(was, now, above === null ? null : centsOf(above))}</p>
  )
}

/** Takes the keyboard focus, so that the form can be filled in at once. */
function useFocusAtFirst() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}

function useCorrection(
  seen: User,
  setErrors: (errors: Record<string, string>) => void,
  onClose: () => void,
) {
  const [correct] = useCorrectUserMutation()
  const { send, busy } = useSend(correct)
  const dispatch = useAppDispatch()
  const [stale, setStale] = useState(false)
  async function save({ reason, fullName, email, ...money }: Values) {
    const outcome = await send({
      userId: seen.id,
      version: seen.version,
      ...(reason.trim() ? { reason } : {}),
      // An email that is set, also to what it is, ends one that waits: only who has typed another one means that.
      ...(fullName === seen.fullName ? {} : { fullName }),
      ...(email === seen.email ? {} : { email }),
      accountBalance: dollarsOf(money.accountBalance),
      totalProfit: dollarsOf(money.totalProfit),
      totalLoss: dollarsOf(money.totalLoss),
    })
    if (!outcome) return
    if (outcome.failure) {
      toastBad(failureText(outcome.failure, 'Failed to update user profile'))
      setErrors(fieldProblems(outcome.failure))
      const changedMeanwhile =
        isFailure(outcome.failure) && outcome.failure.data?.code === 'stale_version'
      setStale(changedMeanwhile)
      if (changedMeanwhile) dispatch(api.util.invalidateTags(['User']))
      return
    }
    // Above the limit nothing was made yet, and the server says so.
    toastGood(
      outcome.data.data.correction ? outcome.data.message : 'User profile updated successfully',
    )
    onClose()
  }
  return { save, busy, stale }
}

function dollarsOf(text: string): number {
  return dollarsFromCents(centsFromText(text)!)
}
