import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApproveVerificationMutation } from '../../api/staff-verifications.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { Question } from '../../ui/dialog.tsx'
import { dayInYears } from './age.ts'
import { Unopened, useUnopened } from './unopened.tsx'
import { useDeciding, type Closing } from './use-deciding.ts'

const usualYears = 5
const maxYears = 10

/** From today by the firm’s time, as far as that is known. */
const today = (now: string | undefined) => now ?? new Date().toISOString()

export function VerifyPerson(closing: Closing) {
  const { row, onClose } = closing
  const now = today(useWaiting()?.now)
  const [until, setUntil] = useState(() => dayInYears(now, usualYears))
  const [approve] = useApproveVerificationMutation()
  const { finish, busy, problem, setProblem } = useDeciding(approve, closing)
  const { fullName } = row.user
  const isOpened = useUnopened(row).length === 0
  return (
    <Question
      title={`Verify ${fullName}?`}
      open
      onClose={onClose}
      confirm="Verify"
      busyText="Processing..."
      busy={busy}
      cannot={!isOpened}
      onConfirm={() =>
        until === '' ? setProblem('Please choose a day') : finish({ id: row.id, until })
      }
    >
      <Unopened row={row} />
      {isOpened && (
        <p>
          You have compared what was entered with the documents: name, date of birth, address, and
          that the document is still valid.
        </p>
      )}
      <p className="small">
        <bdi>{fullName}</bdi> is told by email. The limits for verified customers hold at once, and
        what is set aside in their name comes to their balance as far as it fits.
      </p>
      <TextInput
        label="Verified until"
        description="They are not asked again before that day; ten years at most"
        type="date"
        required
        data-autofocus
        min={dayInYears(now, 0)}
        max={dayInYears(now, maxYears)}
        value={until}
        error={problem}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </Question>
  )
}
