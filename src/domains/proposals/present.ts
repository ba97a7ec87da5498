import type { Proposal as Wire } from '../../contract/proposal.ts'
import { party, partyIfAny } from '../../desk/spoken.ts'
import { firm } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { shownWords, type SomeProposal, type Facts } from './kind.ts'
import type { AgreementRow, ProposalRow } from './table.ts'

type Row = ProposalRow & { ownerName: string | null }

/** As the contract has it. */
export function presentProposal(
  kind: SomeProposal,
  row: Row,
  agreed: readonly AgreementRow[],
): Wire {
  const {
    id,
    owner,
    ownerName,
    besides,
    besidesName,
    status,
    proposedBy,
    proposedByName,
    proposedAt,
    endsAt,
  } = row
  const { decidedAt, decidedBy, decidedByName, refusalReason: reason } = row
  const isEnded = status === 'refused' || status === 'withdrawn'
  return {
    id,
    kind: kind.name,
    about: owner === firm ? null : party(owner, ownerName),
    besides: partyIfAny(besides, besidesName),
    proposedBy: party(proposedBy, proposedByName),
    proposedAt: isoFromInstant(proposedAt),
    needs: kind.others ?? 1,
    agreements: agreed.map(({ by, byName, at }) => ({
      by: party(by, byName),
      at: isoFromInstant(at),
    })),
    status,
    waitsUntil: null,
    endsAt: endsAt === null ? null : isoFromInstant(endsAt),
    refusal:
      isEnded && decidedBy !== null && decidedAt !== null
        ? { by: party(decidedBy, decidedByName), at: isoFromInstant(decidedAt), reason }
        : null,
    // In one order, as they are compared when somebody agrees.
    words: shownWords(row),
    facts: JSON.parse(canonical(kind.show(JSON.parse(row.facts) as Facts))) as Wire['facts'],
  }
}
