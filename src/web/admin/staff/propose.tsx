import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { rolesOf, type StaffRole } from '../../../contract/roles.ts'
import { useProposeRoleChangeMutation } from '../../api/staff.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { PersonPicker } from '../person-picker.tsx'
import { RoleChoice } from './role-choice.tsx'

/** Whose roles are to change: somebody of the list, or whoever is chosen here. */
export type About = { id: string; fullName: string; roles: StaffRole[] } | 'somebody'

type ProposeProps = {
  about: About
  /** Roles of the firm's own that somebody has. */
  known: readonly StaffRole[]
  onClose(): void
}

/** Proposes all roles that somebody shall have. Nothing changes before another agrees to it. */
export function ProposeRoles({ about, known, onClose }: ProposeProps) {
  const before = about === 'somebody' ? [] : about.roles
  const [person, setPerson] = useState(about === 'somebody' ? '' : about.id)
  const [roles, setRoles] = useState<StaffRole[]>(before)
  const [reason, setReason] = useState('')
  const [propose] = useProposeRoleChangeMutation()
  const { give, busy, problem, object } = useCommand({
    trigger: propose,
    otherwise: 'Nothing was proposed. Please try again.',
    onDone: onClose,
  })
  function confirm() {
    if (person === '') return object('Please choose somebody')
    if (rolesOf(roles) === rolesOf(before))
      return object(about === 'somebody' ? 'Please choose a role' : 'Please change a role')
    if (reason.trim() === '') return object('Please enter a reason')
    void give({ userId: person, roles, reason: reason.trim() })
  }
  return (
    <Question
      title={about === 'somebody' ? 'Give a role' : `Change the roles of ${about.fullName}`}
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={confirm}
    >
      {about === 'somebody' && <PersonPicker label="Who" value={person} onChoose={setPerson} />}
      <RoleChoice known={known} roles={roles} onChoose={setRoles} />
      <p className="small">
        {before.length > 0 &&
          roles.length === 0 &&
          'Without a role they keep their account and lose every right of staff at once. '}
        Nothing changes until another who gives roles agrees to it within seven days; then all their
        sessions end.
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
