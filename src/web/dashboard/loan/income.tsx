/** Which of the own documents proves what somebody earns: one that is there, or another that is added. */
import { useState } from 'react'
import type { ShownDocument } from '../../../contract/document.ts'
import { Send, uploadPlace } from '../../account/documents/upload.tsx'
import { captionOf } from '../../account/documents/words.ts'
import { useDocumentsQuery } from '../../api/documents.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { Note } from '../../ui/states.tsx'
import { Choices } from '../choices.tsx'

export type Income = ReturnType<typeof useIncome>

/** The newest is chosen until another is. `not`: one that was sent already isn't chosen by itself. */
export function useIncome({ not = '' }: { not?: string } = {}) {
  const { data, ...answer } = useDocumentsQuery()
  const documents = data?.data.documents.filter(({ kind }) => kind === 'income')
  const newest = documents?.[0]?.id ?? ''
  const [picked, pick] = useState({ id: '', newest: '' })
  const [isMissing, setMissing] = useState(false)
  const byItself = newest === not ? '' : newest
  // What was added since is meant.
  const id = picked.newest === newest && picked.id !== '' ? picked.id : byItself
  return {
    answer,
    documents,
    chosen: documents?.find((one) => one.id === id) ?? null,
    choose: (one: ShownDocument) => pick({ id: one.id, newest }),
    isMissing: isMissing && id === '',
    /** Leads to where one is added. */
    askFor() {
      setMissing(true)
      document.getElementById(uploadPlace('income'))?.focus()
    },
  }
}

export function IncomeChoice({ income }: { income: Income }) {
  return (
    <div className="stack">
      <p className="small">A payslip, a tax notice or a bank statement.</p>
      <Documents income={income} />
      {income.isMissing && <Note tone="bad">Please add this document</Note>}
      <Send kind="income" />
    </div>
  )
}

function Documents({ income: { documents, chosen, choose, answer } }: { income: Income }) {
  if (!documents) return <NotLoaded what="documents" rows={1} {...answer} />
  if (documents.length === 0) return <p className="small">Nothing added yet.</p>
  return (
    <Choices
      name="income"
      legend="Proof of income"
      legendHidden
      choices={documents.map((one) => ({ value: one.id, label: captionOf(one) }))}
      chosen={chosen?.id ?? null}
      onChoose={(id) => choose(documents.find((one) => one.id === id)!)}
    />
  )
}
