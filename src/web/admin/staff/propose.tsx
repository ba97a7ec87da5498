import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  builtInRoles,
  capabilities,
  labelOf,
  rolesOf,
  type BuiltInRole,
  type StaffRole,
} from '../../../contract/roles.ts'
import { useProposeRoleChangeMutation } from '../../api/staff.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { PersonPicker } from '../person-picker.tsx'
import styles from './staff.module.css'

/** Whose roles are to change: somebody of the list, or whoever is chosen here. */
export type About = { id: string; fullName: string; roles: StaffRole[] } | 'somebody'

/** Proposes all roles that somebody shall have. Nothing changes before another agrees to it. */
export function ProposeRoles({ about, onClose }: { about: About; onClose(): void }) {
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
      <RoleChoice before={before} roles={roles} onChoose={setRoles} />
      <p className="small">
        {roles.length === 0 &&
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

const builtIn = Object.keys(builtInRoles) as BuiltInRole[]

/** “Come into the back office; lift a freeze”: what it lets somebody do beyond what every role does. */
function saysOf(role: StaffRole): string {
  const may = typeof role === 'string' ? builtInRoles[role].may : role.capabilities
  if (role === 'administrator') return 'Everything but audit the others.'
  const said = may.filter((one) => one !== 'work-here').map((one) => capabilities[one])
  const text = said.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

type ChoiceProps = {
  before: readonly StaffRole[]
  roles: readonly StaffRole[]
  onChoose(roles: StaffRole[]): void
}

/** An auditor holds no other role: choosing one leaves the other. */
function RoleChoice({ before, roles, onChoose }: ChoiceProps) {
  const own = before.filter((one) => typeof one !== 'string')
  const isChosen = (role: StaffRole) => roles.some((one) => rolesOf([one]) === rolesOf([role]))
  function turn(role: StaffRole) {
    if (isChosen(role)) return onChoose(roles.filter((one) => rolesOf([one]) !== rolesOf([role])))
    onChoose(role === 'auditor' ? [role] : [...roles.filter((one) => one !== 'auditor'), role])
  }
  return (
    <fieldset className={styles.roles}>
      <legend>Roles</legend>
      {[...builtIn, ...own].map((role) => (
        <Checkbox
          key={labelOf(role)}
          label={labelOf(role)}
          description={saysOf(role)}
          checked={isChosen(role)}
          onChange={() => turn(role)}
        />
      ))}
    </fieldset>
  )
}
