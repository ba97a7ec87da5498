import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../contract/user.ts'
import { failureText } from '../../api/failure.ts'
import { useProposeRoleChangeMutation } from '../../api/staff.ts'
import { useSend } from '../../api/use-send.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { PersonPicker } from '../person-picker.tsx'
import { meanings, roleNames } from '../role-words.ts'

/** Whose role is to change: somebody of the list, or whoever is chosen here. */
export type About = { id: string; fullName: string; role: Role } | 'somebody'

/** Proposes a role. Nothing changes before another administrator approves it. */
export function ProposeRole({ about, onClose }: { about: About; onClose(): void }) {
  const [person, setPerson] = useState(about === 'somebody' ? '' : about.id)
  const [role, setRole] = useState<Role>(about === 'somebody' ? 'auditor' : otherThan(about.role))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [propose] = useProposeRoleChangeMutation()
  const { send, busy } = useSend(propose)
  async function confirm() {
    if (person === '') return setProblem('Please choose somebody')
    if (reason.trim() === '') return setProblem('Please enter a reason')
    const outcome = await send({ userId: person, role, reason: reason.trim() })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was proposed. Please try again.'))
    toastGood(outcome.data.message)
    onClose()
  }
  return (
    <Question
      title={about === 'somebody' ? 'Give a role' : `Change the role of ${about.fullName}`}
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={() => void confirm()}
    >
      {about === 'somebody' && <PersonPicker label="Who" value={person} onChoose={setPerson} />}
      <NativeSelect
        label="New role"
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
        data={offered(about).map((value) => ({ value, label: roleNames[value] }))}
      />
      <p className="small">
        {meanings[role]} Nothing changes until another administrator agrees to it within seven days;
        then all their sessions end.
      </p>
      <TextInput
        label="Reason, shown to them"
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

const all = ['admin', 'auditor', 'user'] as const

const offered = (about: About): Role[] =>
  about === 'somebody'
    ? all.filter((role) => role !== 'user')
    : all.filter((role) => role !== about.role)

const otherThan = (role: Role): Role => (role === 'user' ? 'auditor' : 'user')
