import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApproveVerificationMutation } from '../../api/staff-verifications.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { showDay } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { dayInYears } from './age.ts'
import type { Checklist } from './checklist.ts'
import { Unopened, useUnopened } from './unopened.tsx'
import { useDeciding, type Closing } from './use-deciding.ts'

const usualYears = 5
const maxYears = 10

/** From today by the firm’s time, as far as that is known. */
const today = (now: string | undefined) => now ?? new Date().toISOString()

export function VerifyPerson({ list, ...closing }: Closing & { list: Checklist }) {
  const { row, onClose } = closing
  const now = today(useWaiting()?.now)
  const [until, setUntil] = useState(() => dayInYears(now, usualYears))
  const [isSeen, setSeen] = useState(false)
  const [approve] = useApproveVerificationMutation()
  const { finish, busy, problem, code, setProblem } = useDeciding(approve, closing)
  const { fullName } = row.user
  const isOpened = useUnopened(row).length === 0
  const isReady = isOpened && list.lacks.length === 0
  const ofDay = code === 'wrong_day' || code === ''
  const expiresOn = list.neverExpires ? null : list.expiresOn
  function confirm() {
    if (until === '') return setProblem('Please choose a day')
    finish({
      id: row.id,
      until,
      checks: [...list.checks],
      identity: { number: list.number, expiresOn },
      ...(isSeen ? { sameNumberSeen: true } : {}),
    })
  }
  return (
    <Question
      title={`Verify ${fullName}?`}
      open
      onClose={onClose}
      confirm="Verify"
      busyText="Processing..."
      busy={busy}
      cannot={!isReady || (code === 'document_known' && !isSeen)}
      onConfirm={confirm}
    >
      <Unopened row={row} />
      <Missing lacks={list.lacks} />
      <p className="small">
        <bdi>{fullName}</bdi> is told by email. The limits for verified customers hold at once, and
        what is set aside in their name comes to their balance as far as it fits.
      </p>
      <TextInput
        label="Verified until"
        description={untilSays(expiresOn, until)}
        type="date"
        required
        data-autofocus
        min={dayInYears(now, 0)}
        max={dayInYears(now, maxYears)}
        value={until}
        error={ofDay && problem}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      {!ofDay && problem && <Note tone="bad">{problem}</Note>}
      {code === 'document_known' && (
        <Checkbox
          label="I have compared both people"
          checked={isSeen}
          onChange={(event) => setSeen(event.currentTarget.checked)}
        />
      )}
    </Question>
  )
}

function Missing({ lacks }: { lacks: string[] }) {
  if (lacks.length === 0) return null
  return (
    <p role="alert">
      Missing in the checklist: {new Intl.ListFormat('en').format(lacks)}. Close this question and
      complete it, or refuse.
    </p>
  )
}

/** Nobody is verified beyond their document. */
const untilSays = (expiresOn: string | null, until: string) =>
  expiresOn && expiresOn < until
    ? `The document expires on ${showDay(expiresOn)}: verified until then`
    : 'They are not asked again before that day; ten years at most'
