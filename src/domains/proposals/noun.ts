import { proposalRights, type ProposalKindName } from '../../contract/proposal.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { waitingRows } from '../../desk/waiting-rows.ts'
import type { Noun } from '../noun.ts'
import type { Facts, SomeProposal } from './kind.ts'
import { proposalCommands } from './rules.ts'
import { agreements, agreementsIn, proposals, withAgreements, type Proposal } from './table.ts'

/** SQL: what it takes to agree, by the kind. */
const agreeing = (kinds: readonly SomeProposal[]) =>
  kinds.map(({ name }) => `when '${name}' then '${proposalRights[name].agree}'`).join(' ')

/** A note about one whose reasons are kept from others is kept as they are. */
function secretOf(
  kinds: readonly SomeProposal[],
  { kind, facts }: Pick<Proposal, 'kind' | 'facts'>,
) {
  const { secret } = kinds.find(({ name }) => name === kind) ?? {}
  if (!secret) return {}
  const { told, keep } = secret
  return {
    secret: {
      told,
      keep: (note: string, by: OwnerId) => keep(JSON.parse(facts) as Facts, note, by),
    },
  }
}

export const nounOf = (kinds: readonly SomeProposal[]) =>
  ({
    commands: proposalCommands(kinds),
    writers: [proposals, agreements],
    tellsStaff: ['AgreeToProposal'],
    waits: {
      of: 'proposals',
      may: null,
      text: `select id, proposed_at as at, ends_at as ends, array_append((select array_agg(agreed_by) from agreements where proposal_id = proposals.id), proposed_by) as begun, array[owner_id, besides_id] as about,
          case kind ${agreeing(kinds)} end as may
        from proposals where status = 'open' and (ends_at is null or ends_at > (select business_now()))`,
      has: ['ends'],
      rows: waitingRows(
        proposals,
        ({ id, kind, facts, owner, besides, proposedBy, status, endsAt }, world) => ({
          waits: status === 'open',
          may: proposalRights[kind as ProposalKindName].agree,
          begun: [proposedBy, ...agreementsIn(world, id).map(({ by }) => by)],
          about: [owner === firm ? null : owner, besides],
          endsAt,
          ...secretOf(kinds, { kind, facts }),
        }),
        withAgreements,
      ),
    },
  }) satisfies Noun
