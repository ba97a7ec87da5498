/** What whoever decides on a case has confirmed so far, as it stands on this page: it is sent with the decision. */
import { useState } from 'react'
import { documentKinds } from '../../../contract/document.ts'
import { checksFor, type DocumentCheck, type StaffCase } from '../../../contract/verification.ts'

export type Checklist = {
  asked: DocumentCheck[]
  checks: readonly DocumentCheck[]
  turn(check: DocumentCheck): void
  number: string
  setNumber(number: string): void
  /** A day, or empty. */
  expiresOn: string
  setExpiresOn(day: string): void
  neverExpires: boolean
  setNeverExpires(is: boolean): void
  /** What is still missing, in the words of the question. */
  lacks: string[]
}

export const kindsOf = ({ documents }: StaffCase) =>
  documentKinds.filter((kind) => documents.some((one) => one.kind === kind))

export function useChecklist(row: StaffCase): Checklist {
  const [checks, setChecks] = useState<DocumentCheck[]>([])
  const [number, setNumber] = useState('')
  const [expiresOn, setExpiresOn] = useState('')
  const [neverExpires, setNeverExpires] = useState(false)
  const asked = kindsOf(row).flatMap(checksFor)
  const open = asked.filter((check) => !checks.includes(check)).length
  const lacks = [
    ...(open === 0 ? [] : [open === 1 ? '1 check' : `${open} checks`]),
    ...(number.trim() === '' ? ['the document number'] : []),
    ...(expiresOn === '' && !neverExpires ? ['when the document expires'] : []),
  ]
  return {
    asked,
    checks,
    turn: (check) =>
      setChecks((before) =>
        before.includes(check) ? before.filter((one) => one !== check) : [...before, check],
      ),
    number,
    setNumber,
    expiresOn,
    setExpiresOn,
    neverExpires,
    setNeverExpires,
    lacks,
  }
}
