/** The documents that a person has here, and which of them are sent in. */
import { useState } from 'react'
import type { DocumentKind, ShownDocument } from '../../../contract/document.ts'
import { useDocumentsQuery } from '../../api/documents.ts'
import type { OwnVerification } from '../../api/verification.ts'

/** Both are needed. */
const neededKinds: readonly DocumentKind[] = ['identity', 'address']

export const missingKinds = (chosen: readonly ShownDocument[]): DocumentKind[] =>
  neededKinds.filter((needed) => !chosen.some(({ kind }) => kind === needed))

/**
 * What was added is sent in: what isn’t meant is removed. Of what was sent in before, that of a refused case is offered as
 * chosen: what was fine isn’t asked for twice. That of a verification that ends may have ended as well.
 */
export function useOwnDocuments({ lastCase }: OwnVerification) {
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const all = (useDocumentsQuery().data?.data.documents ?? []).filter(
    ({ kind }) => kind !== 'message',
  )
  const refused = lastCase?.status === 'refused' ? lastCase.documents.map(({ id }) => id) : []
  const isChosen = ({ id, status }: ShownDocument) =>
    status === 'added' || (choices.get(id) ?? refused.includes(id))
  return {
    chosen: all.filter(isChosen),
    isChosen,
    /** Asked for by staff where a limit needs it, which a refusal says. */
    needsIncome: refused.length > 0 || all.some(({ kind }) => kind === 'income'),
    choose: (id: string, is: boolean) => setChoices(new Map(choices).set(id, is)),
  }
}
