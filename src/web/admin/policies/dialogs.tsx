/** What is asked before an edition is proposed, or its withdrawal: another agrees to it among what waits. */
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { longestChange, type PolicyRow, type StaffEdition } from '../../../contract/edition.ts'
import { addDays } from '../../../lib/calendar.ts'
import { EditionText } from '../../account/editions/text.tsx'
import {
  useProposeEditionMutation,
  useProposeEditionWithdrawalMutation,
} from '../../api/edition-changes.ts'
import { usePackTextQuery } from '../../api/editions.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'

const otherwise = 'Nothing was changed. Please try again.'

/** By the firm's calendar. */
export type Notice = { noticeDays: number; zone: string; today: string }

/** Days that are left for somebody to agree. */
const toAgree = 7

type ProposeProps = { row: PolicyRow; notice: Notice; onClose(): void }

export function ProposeEdition({ row, notice, onClose }: ProposeProps) {
  const { policy, title, editions } = row
  const isFirst = editions.every(({ state }) => state === 'withdrawn')
  const [day, setDay] = useState(addDays(notice.today, notice.noticeDays + toAgree))
  const [changed, setChanged] = useState('')
  const { data, ...answer } = usePackTextQuery({ policy })
  const [trigger] = useProposeEditionMutation()
  const { give, busy, problem, object } = useCommand({ trigger, otherwise, onDone: onClose })
  function propose() {
    if (!data) return
    if (changed.trim() === '') return object('Please say what changes.')
    void give({ policy, digest: data.data.digest, day: isFirst ? null : day, changed })
  }
  return (
    <Question
      title={`Propose edition ${editions.length + 1} of the ${title}?`}
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={propose}
    >
      <p>
        The text is the one of the content pack. Somebody else must agree to exactly this text and
        day.
      </p>
      {data ? <EditionText {...data.data} /> : <NotLoaded what="the text" rows={3} {...answer} />}
      {isFirst ? (
        <p>The first edition counts as soon as somebody else agrees.</p>
      ) : (
        <TextInput
          label="Counts from"
          type="date"
          description={`At least ${notice.noticeDays} days after it is agreed to, at midnight in ${notice.zone}`}
          value={day}
          min={addDays(notice.today, notice.noticeDays + 1)}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      )}
      <Textarea
        label="What changes"
        description="Everybody reads this, in the app and by email"
        maxLength={longestChange}
        autosize
        minRows={2}
        value={changed}
        onChange={(event) => setChanged(event.currentTarget.value)}
      />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

type WithdrawProps = { edition: StaffEdition; name: string; onClose(): void }

export function WithdrawEdition({ edition: { id }, name, onClose }: WithdrawProps) {
  const [trigger] = useProposeEditionWithdrawalMutation()
  const { give, busy, problem } = useCommand({ trigger, otherwise, onDone: onClose })
  return (
    <Question
      title={`Withdraw ${name}?`}
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={() => void give(id)}
    >
      <p>
        Somebody else must agree. The edition that counts today goes on, and people who were told of
        the change are told that it was withdrawn.
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}
