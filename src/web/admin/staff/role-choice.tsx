/** Which roles somebody shall have: the firm's usual ones, those of its own that others have, and one that is made here. */
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  builtInRoles,
  capabilities,
  isNameOfOthers,
  labelOf,
  ofOwnRoles,
  rolesOf,
  type BuiltInRole,
  type StaffRole,
} from '../../../contract/roles.ts'
import { capitalised } from '../../../lib/text.ts'
import styles from './staff.module.css'

const builtIn = Object.keys(builtInRoles) as BuiltInRole[]

const isSame = (one: StaffRole, other: StaffRole) => rolesOf([one]) === rolesOf([other])

/** What it is for, or what it lets somebody do. */
function saysOf(role: StaffRole): string {
  if (typeof role === 'string') return builtInRoles[role].says
  return `${capitalised(role.capabilities.map((one) => capabilities[one]).join('; '))}.`
}

type ChoiceProps = {
  /** Of the firm's own, those that somebody has. */
  known: readonly StaffRole[]
  roles: readonly StaffRole[]
  onChoose(roles: StaffRole[]): void
}

/** An auditor holds no other role: choosing one leaves the other. */
export function RoleChoice({ known, roles, onChoose }: ChoiceProps) {
  const [made, setMade] = useState<StaffRole[]>([])
  const isChosen = (role: StaffRole) => roles.some((one) => isSame(one, role))
  const add = (role: StaffRole) =>
    onChoose(role === 'auditor' ? [role] : [...roles.filter((one) => one !== 'auditor'), role])
  const turn = (role: StaffRole) =>
    isChosen(role) ? onChoose(roles.filter((one) => !isSame(one, role))) : add(role)
  return (
    <>
      <fieldset className={styles.roles}>
        <legend>Roles</legend>
        {[...builtIn, ...known, ...made].map((role) => (
          <Checkbox
            key={rolesOf([role])}
            label={labelOf(role)}
            description={saysOf(role)}
            checked={isChosen(role)}
            onChange={() => turn(role)}
          />
        ))}
      </fieldset>
      <MakeRole
        onMade={(role) => {
          if (![...known, ...made].some((one) => isSame(one, role))) setMade([...made, role])
          if (!isChosen(role)) add(role)
        }}
      />
    </>
  )
}

/** A name, and what whoever has it may do. */
function MakeRole({ onMade }: { onMade(role: StaffRole): void }) {
  const [name, setName] = useState('')
  const [may, setMay] = useState<(typeof ofOwnRoles)[number][]>([])
  const trimmed = name.trim()
  const isTaken = isNameOfOthers(trimmed)
  function add() {
    onMade({ name: trimmed, capabilities: may })
    setName('')
    setMay([])
  }
  return (
    <details className={styles.make}>
      <summary>Make a role of your own</summary>
      <TextInput
        label="Its name"
        maxLength={40}
        value={name}
        error={isTaken ? 'This is the name of another role' : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={styles.roles}>
        <legend>This role may</legend>
        {ofOwnRoles.map((one) => (
          <Checkbox
            key={one}
            label={capitalised(capabilities[one])}
            checked={may.includes(one)}
            onChange={() =>
              setMay(may.includes(one) ? may.filter((other) => other !== one) : [...may, one])
            }
          />
        ))}
      </fieldset>
      <Button
        variant="default"
        disabled={trimmed === '' || isTaken || may.length === 0}
        onClick={add}
      >
        Add this role
      </Button>
    </details>
  )
}
