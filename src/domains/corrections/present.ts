/** An edit or a credit that was proposed, as the specification has it beside the proposal. */
import type { Correction } from '../../contract/correction.ts'
import type { World } from '../../desk/world.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { shownWords } from '../proposals/kind.ts'
import { proposals, type Proposal } from '../proposals/table.ts'
import { creditOf } from './credit.ts'
import {
  amountOf,
  credit,
  fieldChanges,
  type CreditFacts,
  type EditFacts,
  type EditWords,
} from './proposals.ts'

/** The friend's name is left out: it would outlive their erasure. */
function creditIn(facts: string) {
  const { friend, funding } = JSON.parse(facts) as CreditFacts
  return {
    amount: dollarsFromCents(creditOf(BigInt(funding))),
    changes: [],
    credit: {
      userId: friend,
      fullName: null,
      fundingAmount: dollarsFromCents(BigInt(funding)),
    },
    reason: null,
  }
}

function editIn(facts: string, words: EditWords) {
  const edit = JSON.parse(facts) as EditFacts
  return {
    amount: dollarsFromCents(amountOf(edit)),
    changes: fieldChanges(edit, words).map(({ field, ...change }) => ({
      field: field === 'newEmail' ? 'email' : field,
      ...change,
    })),
    credit: null,
    reason: words.reason ?? null,
  }
}

function presentCorrection(world: World, proposal: Proposal): Correction {
  const { id, owner, kind, facts, proposedAt, proposedBy } = proposal
  const { fullName, email } = world.owners.get(owner)!
  return {
    id,
    user: { id: owner, fullName, email },
    status: 'pending',
    ...(kind === credit.name ? creditIn(facts) : editIn(facts, shownWords(proposal))),
    proposedAt: isoFromInstant(proposedAt),
    proposedById: proposedBy,
    proposedBy: world.nameOf(proposedBy),
    decidedAt: null,
    decidedBy: null,
    refusalReason: null,
  }
}

type Proposed = {
  status: number
  body: { status: string; message: string; data: { proposal: { id: string } } }
}

export const withCorrection = (world: World, { status, body }: Proposed, beside = {}) => ({
  status,
  body: {
    ...body,
    data: {
      ...beside,
      correction: presentCorrection(world, world.get(proposals, body.data.proposal.id)!),
      ...body.data,
    },
  },
})
