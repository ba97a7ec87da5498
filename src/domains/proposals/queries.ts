import type { Instant } from '../../lib/instant.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { capabilitiesOf, readingFor, type Roles } from '../../contract/roles.ts'
import { proposalRights, type Proposal, type ProposalKindName } from '../../contract/proposal.ts'
import type { Facts, SomeProposal } from './kind.ts'
import { presentProposal } from './present.ts'
import { agreements, proposals, type AgreementRow, type ProposalRow } from './table.ts'

type Query = {
  mine?: 'to-decide' | 'waiting' | undefined
  decided?: 'true' | undefined
  about?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

type Row = ProposalRow & { ownerName: string | null }

const columns = `${proposals.columns}, about.full_name as "ownerName"`
const from = `${proposals.from} left join auth.persons about on about.id = proposal.owner_id`

async function present(db: Database, kinds: readonly SomeProposal[], rows: readonly Row[]) {
  const { rows: agreed } = await db.query<AgreementRow>({
    name: 'proposals.agreements',
    text: `select ${agreements.columns} from ${agreements.from} where agreement.proposal_id = any ($1) order by agreement.agreed_at, agreement.agreed_by`,
    values: [rows.map(({ id }) => id)],
  })
  return rows.map((row) =>
    presentProposal(
      kinds.find(({ name }) => name === row.kind)!,
      row,
      agreed.filter(({ proposal }) => proposal === row.id),
    ),
  )
}

/** What is open of each of these, by what it holds. */
export async function readOpenProposals(
  db: Database,
  kinds: readonly SomeProposal[],
  holds: readonly string[],
): Promise<ReadonlyMap<string, Proposal>> {
  const { rows } = await db.query<Row>({
    name: 'proposals.open',
    text: `select ${columns} from ${from} where proposal.holds = any ($1) and proposal.status = 'open' and (proposal.ends_at is null or proposal.ends_at > (select business_now()))`,
    values: [holds],
  })
  const shown = await present(db, kinds, rows)
  return new Map(shown.map((one, place) => [rows[place]!.holds!, one]))
}

/** Those with these ids, by them. */
export async function readProposalsById(
  db: Database,
  kind: SomeProposal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Proposal>> {
  const { rows } = await db.query<Row>({
    name: 'proposals.by-id',
    text: `select ${columns} from ${from} where proposal.id = any ($1)`,
    values: [ids],
  })
  return new Map((await present(db, [kind], rows)).map((one) => [one.id, one]))
}

type By = { roles: Roles }

const mayAgree =
  ({ roles }: By) =>
  ({ name }: SomeProposal) =>
    capabilitiesOf(roles).has(proposalRights[name].agree)

/** Who agrees to it sees it, and who reads what it is about. */
const maySee = (by: By) => (kind: SomeProposal) =>
  mayAgree(by)(kind) || capabilitiesOf(by.roles).has(readingFor[proposalRights[kind.name].propose])

/** What is open and can still be agreed to, oldest first; or what has been decided, newest first. `by`: who asks. */
export async function readProposals(
  db: Database,
  kinds: readonly SomeProposal[],
  { mine, decided, about, limit = 50, cursor, by }: Query & { by: { owner: string; roles: Roles } },
) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const [order, beyond] = decided ? ['desc', '<'] : ['', '>']
  const { rows } = await db.query<Row>({
    // Unnamed: a plan for what is asked for, not one for all that could be.
    text: `select ${columns} from ${from}
      where (proposal.status <> 'open') = $6 and ($6 or proposal.ends_at is null or proposal.ends_at > (select business_now()))
        and ($1::timestamptz is null or (proposal.proposed_at, proposal.id) ${beyond} ($1, $2::uuid))
        and ($4::text is null or ($4 = 'waiting') = (proposal.proposed_by = $5::uuid or exists (select from agreements where proposal_id = proposal.id and agreed_by = $5)))
        and ($4::text is distinct from 'to-decide' or proposal.owner_id <> $5::uuid and proposal.besides_id is distinct from $5::uuid)
        and ($7::uuid is null or proposal.owner_id = $7 or proposal.besides_id = $7)
        and (proposal.kind = any ($8) or proposal.proposed_by = $5::uuid)
      order by proposal.proposed_at ${order}, proposal.id ${order} limit $3`,
    values: [
      at,
      id,
      limit + 1,
      mine ?? null,
      by.owner,
      decided !== undefined,
      about ?? null,
      kinds.filter(mine === 'to-decide' ? mayAgree(by) : maySee(by)).map(({ name }) => name),
    ],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.proposedAt, last.id])
  return {
    proposals: await present(db, kinds, shown),
    nextCursor,
  }
}

/** Of what kind it is and what is agreed to: that never changes. */
export async function readWhat(
  db: Database,
  id: string,
): Promise<{ kind: ProposalKindName; facts: Facts } | null> {
  const { rows } = await db.query<{ kind: ProposalKindName; facts: string }>({
    name: 'proposals.what',
    text: 'select kind, facts from proposals where id = $1',
    values: [id],
  })
  const [what] = rows
  return what ? { ...what, facts: JSON.parse(what.facts) as Facts } : null
}

/** SQL: whether something that holds this, besides what it is about, waits for a second person. */
export const isHeld = (holds: string) =>
  `exists (select from proposals held where held.status = 'open' and held.holds_too = ${holds})`

/** SQL: the same of what can still be agreed to. */
export const isHeldStill = (holds: string) =>
  `exists (select from proposals held where held.status = 'open' and held.holds_too = ${holds} and (held.ends_at is null or held.ends_at > (select business_now())))`

/** SQL: whether what is about this waits for a second person. */
export const isOpenFor = (holds: string) =>
  `exists (select from proposals waiting where waiting.status = 'open' and waiting.holds = ${holds})`

/** SQL: what the facts of that name so. */
export const factOfHeld = (holds: string, name: string) =>
  `(select held.facts::jsonb ->> '${name}' from proposals held where held.status = 'open' and held.holds_too = ${holds})`

/** Which of these are held by what waits for a second person. */
export async function readHeld(db: Database, holds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ holds: string }>({
    name: 'proposals.held',
    text: `select holds from proposals where status = 'open' and holds = any ($1)`,
    values: [holds],
  })
  return new Set(rows.map((row) => row.holds))
}

/** When what was proposed of this took effect first, or null. */
export async function readDoneAt(db: Database, holds: string): Promise<Instant | null> {
  const { rows } = await db.query<{ at: Instant | null }>({
    name: 'proposals.done',
    text: `select min(decided_at) as at from proposals where holds = $1 and status = 'done'`,
    values: [holds],
  })
  return rows[0]!.at
}
