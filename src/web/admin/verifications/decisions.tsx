/** What can be decided about what a person sent in, by whom, and the questions before it. */
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Proposal } from '../../../contract/proposal.ts'
import type { StaffCase } from '../../../contract/verification.ts'
import { DialogButtons } from '../../ui/dialog.tsx'
import { useStaff } from '../staff.ts'
import { AgreeTo, EndProposal } from '../waiting/decide.tsx'
import type { Checklist } from './checklist.ts'
import { RefuseForGood, RefusePerson } from './refuse.tsx'
import { Unopened, useUnopened } from './unopened.tsx'
import { VerifyPerson } from './verify.tsx'

type Decision = 'verify' | 'refuse' | 'refuse-for-good' | 'agree' | 'end'

type Choice = { what: Decision; label: string; danger?: true }

const forGood: Choice = { what: 'refuse-for-good', label: 'Refuse for good', danger: true }

/** Nobody decides on themselves, and what is proposed is decided first. */
function choicesOf(row: StaffCase, staffId: string): Choice[] {
  const { status, isFinal, finalRefusal, user } = row
  if (user.id === staffId || isFinal) return []
  if (finalRefusal)
    return finalRefusal.proposedBy.id === staffId
      ? [{ what: 'end', label: 'Withdraw the proposal', danger: true }]
      : [
          { what: 'agree', label: 'Agree (2 of 2)' },
          { what: 'end', label: 'Refuse the proposal', danger: true },
        ]
  if (status === 'submitted')
    return [
      { what: 'verify', label: 'Verify' },
      { what: 'refuse', label: 'Refuse', danger: true },
      forGood,
    ]
  return status === 'verified'
    ? [{ what: 'refuse', label: 'Take it back', danger: true }, forGood]
    : [forGood]
}

type DecisionsProps = {
  row: StaffCase
  list: Checklist
  onDone?: (() => void) | undefined
  children: ReactNode
}

export function Decisions({ row, list, onDone, children }: DecisionsProps) {
  const { id, may } = useStaff()
  const [asked, ask] = useState<Decision | null>(null)
  const [proposal, keep] = useState<Proposal | null>(null)
  const isUnopened = useUnopened(row).length > 0
  const choices = may('decide-cases') ? choicesOf(row, id) : []
  const onClose = () => ask(null)
  const closing = { row, onClose, onDone: () => onDone?.() }
  const begin = (what: Decision) => {
    keep(row.finalRefusal)
    ask(what)
  }
  const deciding = proposal && { proposal, isGone: row.finalRefusal?.id !== proposal.id, onClose }
  return (
    <>
      <DialogButtons>
        {choices.map(({ what, label, danger }) => (
          <Button key={what} variant="default" data-danger={danger} onClick={() => begin(what)}>
            {label}
          </Button>
        ))}
        {children}
      </DialogButtons>
      {may('decide-cases') && row.user.id === id && (
        <p className="small">This is your own account: somebody else must act on it.</p>
      )}
      {asked === 'verify' && <VerifyPerson {...closing} list={list} />}
      {asked === 'refuse' && <RefusePerson {...closing} list={list} />}
      {asked === 'refuse-for-good' && <RefuseForGood {...closing} />}
      {asked === 'agree' && deciding && (
        <AgreeTo {...deciding} cannot={isUnopened}>
          <Unopened row={row} />
        </AgreeTo>
      )}
      {asked === 'end' && deciding && (
        <EndProposal {...deciding} isOwn={deciding.proposal.proposedBy.id === id} />
      )}
    </>
  )
}
