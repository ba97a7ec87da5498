/** The text of an edition as it was proposed: whoever agrees reads it, whatever the content pack of this server says meanwhile. */
import type { Proposal } from '../../contract/proposal.ts'
import type { PolicyPath } from '../../contract/site.ts'
import { EditionText } from '../account/editions/text.tsx'
import { usePackTextQuery } from '../api/editions.ts'
import { NotLoaded } from '../api/not-loaded.tsx'

export function useProposedText({ kind, facts }: Proposal) {
  const isEdition = kind === 'edition-publication'
  const asked = { policy: String(facts.policy) as PolicyPath, digest: String(facts.digest) }
  const { data, ...answer } = usePackTextQuery(asked, { skip: !isEdition })
  return { text: data?.data, isUnseen: isEdition && data === undefined, isEdition, answer }
}

export function ProposedText({ of }: { of: ReturnType<typeof useProposedText> }) {
  if (!of.isEdition) return null
  return of.text ? (
    <EditionText {...of.text} />
  ) : (
    <NotLoaded what="the text" rows={3} {...of.answer} />
  )
}
