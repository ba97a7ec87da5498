import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../contract/user.ts'
import { useProposeRoleChangeMutation } from '../../api/staff.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { PersonPicker } from '../person-picker.tsx'
import { meanings, roleNames } from '../role-words.ts'

/** Whose role is to change: somebody of the list, or whoever is chosen here. */
export type About = { id: string; fullName: string; role: Role } | 'somebody'

/** Proposes a role. Nothing changes before another administrator approves it. */
export function ProposeRole({ about, onClose }: { about: About; onClose(): void }) {
  const [person, setPerson] = useState(about === 'somebody' ? '' : about.id)
  const [role, setRole] = useState<Role>(about === 'somebody' ? 'auditor' : otherThan(about.role))
  const [reason, setReason] = useState('')
  const [propose] = useProposeRoleChangeMutation()
  const { give, busy, problem, object } = useCommand({
    trigger: propose,
    otherwise: 'Nothing was proposed. Please try again.',
    onDone: onClose,
  })
  function confirm() {
    if (person === '') return object('Please choose somebody')
    if (reason.trim() === '') return object('Please enter a reason')
    void give({ userId: person, role, reason: reason.trim() })
  }
  return (
    <Question
      title={about === 'somebody' ? 'Give a role' : `Change the role of ${about.fullName}`}
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={confirm}
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
