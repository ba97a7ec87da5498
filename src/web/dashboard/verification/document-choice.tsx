/** Document by document: what is needed, what is there already, and how another one is added. */
import { Checkbox } from '@mantine/core'
import { documentKinds, type DocumentKind, type ShownDocument } from '../../../contract/document.ts'
import { DocumentUpload } from '../../account/documents/upload.tsx'
import { captionOf } from '../../account/documents/words.ts'
import type { useOwnDocuments } from './own-documents.ts'

const says: Record<DocumentKind, string> = {
  identity:
    'A photo of your identity card, both sides, or of the page of your passport with your picture.',
  address:
    'A letter of the last three months with your name and address: from a bank, a utility or an authority.',
  income: 'Only where we ask for it: a payslip, a tax notice or a bank statement.',
}

type DocumentChoiceProps = ReturnType<typeof useOwnDocuments> & {
  /** What it can’t be sent in without, once that was tried. */
  lacks: readonly DocumentKind[]
}

export function DocumentChoice({ lacks, isChosen, choose, needsIncome }: DocumentChoiceProps) {
  const again = (document: ShownDocument) => (
    <Checkbox
      label={
        <>
          Use again<span className="hide">: {captionOf(document)}</span>
        </>
      }
      checked={isChosen(document)}
      onChange={({ currentTarget }) => choose(document.id, currentTarget.checked)}
    />
  )
  const upload = (kind: DocumentKind) => (
    <DocumentUpload
      key={kind}
      kind={kind}
      says={says[kind]}
      again={again}
      problem={lacks.includes(kind) ? 'Please add this document' : null}
    />
  )
  const needed = documentKinds.filter((kind) => kind !== 'income')
  return (
    <>
      {needed.map(upload)}
      <details open={needsIncome}>
        <summary>Proof of income: only where we ask for it</summary>
        {upload('income')}
      </details>
    </>
  )
}
