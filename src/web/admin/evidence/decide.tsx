import type { EvidencePack } from '../../../contract/evidence.ts'
import { useAgreeToEvidenceMutation, useRefuseEvidenceMutation } from '../../api/evidence.ts'
import { Decide, type SecondDecision } from '../second-decision.tsx'

export type AskedPack = { pack: EvidencePack; what: SecondDecision }

/** Neither who asked, nor who has agreed already. */
export const mayAgree = ({ askedBy, agreements }: EvidencePack, me: string): boolean =>
  askedBy.id !== me && agreements.every(({ by }) => by.id !== me)

/** One of two administrators about a pack with words of people. */
export function DecidePack({ pack, what, onClose }: AskedPack & { onClose(): void }) {
  const { id, from, to, askedBy, agreements } = pack
  const [agree] = useAgreeToEvidenceMutation()
  const [refuse] = useRefuseEvidenceMutation()
  return (
    <Decide
      what={what}
      noun="pack"
      refusal="Refuse"
      fullName={askedBy.fullName}
      approving={
        <>
          <p>
            It holds the names, e-mail addresses and words of everybody, and what they did from{' '}
            {from} to {to}. It begins at the daily root before, or with the very first command where
            there is none, and ends at the root after, or now. Every auditor and administrator can
            download it for a week.
          </p>
          <p className="small">
            {agreements.length === 0
              ? 'Another administrator must agree too.'
              : `${agreements[0]!.by.fullName} has agreed: with you it is made.`}
          </p>
        </>
      }
      refusing="It is not made. Whoever needs it can ask for another one."
      decide={(reason) => (reason === null ? agree(id) : refuse({ id, reason }))}
      failed="The decision could not be recorded. Please try again."
      onClose={onClose}
    />
  )
}
