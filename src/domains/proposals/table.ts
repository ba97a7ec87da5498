/** What takes two administrators, as it waits for the second, and who has agreed to it. */
import type { ProposalKindName, ProposalStatus } from '../../contract/proposal.ts'
import { instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type Proposal = {
  id: string
  /** Whom it is about; the firm itself. */
  owner: OwnerId
  /** Another whom it is about. */
  besides: OwnerId | null
  kind: string
  /** What is agreed to, in canonical JSON. */
  facts: string
  /** Words about whom it is about, in canonical JSON. */
  words: string | null
  /** Of what only one may be proposed at a time. */
  holds: string | null
  /** Of what else only one may be. */
  holdsToo: string | null
  status: ProposalStatus
  /** Until when it can be agreed to; null: until it is decided. */
  endsAt: Instant | null
  proposedAt: Instant
  proposedBy: OwnerId
  refusalReason: string | null
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

export const proposals = new Table<Proposal>({
  name: 'proposals',
  as: 'proposal',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'status', from: ['open'], to: 'withdrawn' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    besides: uuid('besides_id', { named: true }),
    kind: word('kind'),
    facts: text('facts'),
    words: text('words', { personal: true }),
    holds: text('holds'),
    holdsToo: text('holds_too'),
    status: word('status', { changes: true }),
    endsAt: instant('ends_at'),
    proposedAt: instant('proposed_at'),
    proposedBy: uuid('proposed_by', { named: true }),
    refusalReason: text('refusal_reason', { later: true, personal: true }),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true, named: true }),
  },
})
export type ProposalRow = WithNames<Proposal, 'besides' | 'proposedBy' | 'decidedBy'>

/** That somebody agreed to a proposal as it was shown to them: its proposer first. */
export type Agreement = {
  proposal: string
  by: OwnerId
  at: Instant
  /** What was shown, in canonical JSON. */
  shown: string
}

export const agreements = new Table<Agreement>({
  name: 'agreements',
  as: 'agreement',
  key: ['proposal', 'by'],
  columns: {
    proposal: uuid('proposal_id'),
    by: uuid('agreed_by', { named: true }),
    at: instant('agreed_at'),
    shown: text('shown'),
  },
})
export type AgreementRow = WithNames<Agreement, 'by'>

const holding = proposals.source({
  name: 'holding',
  form: 'text',
  // All: one that is open could be taken for one that has ended.
  text: `select ${proposals.columns} from ${proposals.from} where proposal.holds = any ($1) or proposal.holds_too = any ($1)`,
})
const ofProposal = agreements.source({
  name: 'of-proposal',
  form: 'uuid',
  text: `select ${agreements.columns} from ${agreements.from} where agreement.proposal_id = any ($1)`,
})

/** Needs what was proposed of something of which only one may be. */
export const proposedOf = (holds: string) => reading(holding, holds)

/** Needs a proposal, and who has agreed to it. */
export const withAgreements = (id: string) => [proposals.byId(id), reading(ofProposal, id)]

/** In the order in which they agreed. */
export const agreementsIn = (world: World, proposal: string): Agreement[] =>
  world
    .rows(agreements)
    .filter((one) => one.proposal === proposal)
    .toSorted((a, b) => a.at - b.at || (a.by < b.by ? -1 : 1))

export type FoundProposal = Pick<Proposal, 'kind' | 'facts' | 'words' | 'owner' | 'holds'>

/** What it is about: it never changes. */
export const proposalFound = (id: string): Lookup<FoundProposal> => ({
  name: 'proposal',
  text: 'select kind, facts, words, owner_id as owner, holds from proposals where id = $1',
  value: id,
  from: ({ kind, facts, words, owner, holds }) => ({ kind, facts, words, owner, holds }),
  inMemory: (world) => world.get(proposals, id) ?? null,
})

/** SQL: who agreed to what was done of this kind about the owners `$1`, where this fact of it is true. */
export const agreedAbout = (kind: ProposalKindName, fact: string): string =>
  `select proposal.owner_id as owner, agreement.agreed_by as lifter
      from proposals proposal join agreements agreement on agreement.proposal_id = proposal.id
      where proposal.owner_id = any ($1) and proposal.kind = '${kind}' and proposal.status = 'done' and (proposal.facts::jsonb ->> '${fact}') = 'true'`

/** The same, of a house in memory. */
export const agreedIn = (
  world: World,
  kind: ProposalKindName,
  fact: string,
  owner: OwnerId,
): OwnerId[] =>
  world
    .rows(proposals)
    .filter(
      (one) =>
        one.owner === owner &&
        one.kind === kind &&
        one.status === 'done' &&
        JSON.parse(one.facts)[fact] === true,
    )
    .flatMap(({ id }) => agreementsIn(world, id).map(({ by }) => by))
