/** The checklist beside the documents: filled in before a decision, and read after it. */
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { documentWords, type DocumentKind } from '../../../contract/document.ts'
import {
  checksFor,
  documentChecks,
  type DocumentCheck,
  type StaffCase,
} from '../../../contract/verification.ts'
import { failureText } from '../../api/failure.ts'
import { useViewDocumentNumberMutation } from '../../api/staff-verifications.ts'
import { useSend } from '../../api/use-send.ts'
import { showDay } from '../../ui/dates.ts'
import { Explain } from '../../ui/explain.tsx'
import { Note } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { kindsOf, type Checklist } from './checklist.ts'
import layout from '../list/case.module.css'
import styles from './verifications.module.css'

/** “Not older than 3 months” depends on the firm. */
function wordsOf(check: DocumentCheck, months: number): string {
  if (check === 'address.recent')
    return `Not older than ${months === 1 ? '1 month' : `${months} months`} when sent in`
  const [kind, name] = check.split('.') as [DocumentKind, string]
  return (documentChecks[kind] as Record<string, string>)[name]!
}

type ChecksProps = { row: StaffCase; list: Checklist; months: number }

export function Checks({ row, list, months }: ChecksProps) {
  return (
    <section className={layout.part} aria-label="Checklist">
      <h3>Checklist</h3>
      {kindsOf(row).map((kind) => (
        <fieldset key={kind} className={styles.checks}>
          <legend>{documentWords[kind]}</legend>
          {checksFor(kind).map((check) => (
            <Checkbox
              key={check}
              label={wordsOf(check, months)}
              checked={list.checks.includes(check)}
              onChange={() => list.turn(check)}
            />
          ))}
          {kind === 'identity' && <NumberFields list={list} />}
        </fieldset>
      ))}
    </section>
  )
}

/** Never kept in the browser: what is typed here is gone with the page. */
function NumberFields({ list }: { list: Checklist }) {
  return (
    <>
      <TextInput
        label="Document number"
        description="Stored encrypted, like the documents"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={list.number}
        onChange={(event) => list.setNumber(event.currentTarget.value)}
      />
      <TextInput
        label="Expires on"
        type="date"
        autoComplete="off"
        disabled={list.neverExpires}
        value={list.neverExpires ? '' : list.expiresOn}
        onChange={(event) => list.setExpiresOn(event.currentTarget.value)}
      />
      <Checkbox
        label="No expiry date on the document"
        checked={list.neverExpires}
        onChange={(event) => list.setNeverExpires(event.currentTarget.checked)}
      />
    </>
  )
}

/** What was confirmed with the decision, and what wasn’t. */
export function Checked({ row, months }: Omit<ChecksProps, 'list'>) {
  const { checks, hasNumber, user } = row
  const isOwn = useStaff().id === user.id
  if (checks === null && !hasNumber) return null
  const asked = [...new Set([...kindsOf(row).flatMap(checksFor), ...(checks ?? [])])]
  return (
    <section className={layout.part} aria-label="Checklist">
      <h3>Checklist</h3>
      {checks !== null && (
        <Explain
          lines={asked.map((check) => ({
            label: `${documentWords[check.split('.')[0] as DocumentKind]}: ${wordsOf(check, months)}`,
            amount: checks.includes(check) ? 'Confirmed' : 'Not confirmed',
          }))}
        />
      )}
      {hasNumber && !isOwn && <RecordedNumber id={row.id} />}
    </section>
  )
}

function RecordedNumber({ id }: { id: string }) {
  const [open] = useViewDocumentNumberMutation()
  const { send, busy } = useSend(open)
  const [shown, setShown] = useState<{ number: string; expiresOn: string | null } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function show() {
    setProblem(null)
    const outcome = await send(id)
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'The number could not be opened.'))
    setShown(outcome.data.data)
  }
  if (shown)
    return (
      <Explain
        lines={[
          {
            label: 'Document number',
            amount: <span className={layout.words}>{shown.number}</span>,
          },
          { label: 'Expires on', amount: shown.expiresOn ? showDay(shown.expiresOn) : 'Never' },
        ]}
      />
    )
  return (
    <>
      <div>
        <Button variant="default" size="compact-sm" disabled={busy} onClick={() => void show()}>
          {busy ? 'Opening...' : 'Open the document number'}
        </Button>
        <p className="caption">The user sees who opens it.</p>
      </div>
      {problem && <Note tone="bad">{problem}</Note>}
    </>
  )
}
