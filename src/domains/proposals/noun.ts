import { proposalRights } from '../../contract/proposal.ts'
import type { Noun } from '../noun.ts'
import type { SomeProposal } from './kind.ts'
import { proposalCommands } from './rules.ts'
import { agreements, proposals } from './table.ts'

/** SQL: what it takes to agree, by the kind. */
const agreeing = (kinds: readonly SomeProposal[]) =>
  kinds.map(({ name }) => `when '${name}' then '${proposalRights[name].agree}'`).join(' ')

export const nounOf = (kinds: readonly SomeProposal[]) =>
  ({
    commands: proposalCommands(kinds),
    writers: [proposals, agreements],
    tellsStaff: ['AgreeToProposal'],
    waits: {
      of: 'proposals',
      may: null,
      text: `select proposed_at as at, array_append((select array_agg(agreed_by) from agreements where proposal_id = proposals.id), proposed_by) as begun, array[owner_id, besides_id] as about,
          case kind ${agreeing(kinds)} end as may
        from proposals where status = 'open' and (ends_at is null or ends_at > (select business_now()))`,
    },
  }) satisfies Noun
