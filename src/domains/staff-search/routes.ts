import { findable, getFound, type FoundKind, type FoundThing } from '../../contract/found.ts'
import { capabilitiesOf, type Roles } from '../../contract/roles.ts'
import { partyIfAny } from '../../desk/spoken.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { Finds } from '../noun.ts'
import type { RoutesOf } from '../routes.ts'
import { typedAs } from './typed.ts'

type Row = {
  kind: FoundKind
  id: string
  owner: OwnerId | null
  name: string | null
  said: string
  at: Instant
}

/** Of one kind; a reference that names more is none. */
const most = 5

const partOf = ({ kind, text }: Finds) =>
  `select '${kind}' as kind, id, nullif(owner, '${firm}') as owner, said, at from (select * from (${text}) one limit ${most}) one`

/** Everything that these roles read and that is named so. */
async function find(
  db: Database,
  finds: readonly Finds[],
  { roles, search }: { roles: Roles; search: string },
): Promise<FoundThing[]> {
  const may = capabilitiesOf(roles)
  const { id, spellings, reference } = typedAs(search)
  const { rows } = await db.query<Row>({
    name: 'found.exactly',
    text: `with sought as (select $1::uuid as id, $2::text[] as spellings, $3::text as reference)
      select one.*, person.full_name as name from (${finds.map(partOf).join(' union all ')}) one
        left join auth.persons person on person.id = one.owner
      where kind = any ($4)`,
    values: [
      id,
      spellings,
      reference,
      finds.map(({ kind }) => kind).filter((kind) => may.has(findable[kind])),
    ],
  })
  return rows.map(({ kind, id, owner, name, said, at }) => ({
    kind,
    id,
    user: partyIfAny(owner, name),
    said,
    at: isoFromInstant(at),
  }))
}

export const routes: RoutesOf = ({ pool }, { finds }) => [
  route(getFound, async ({ principal, query }) =>
    succeeded({
      found: await find(pool, finds, { roles: principal.roles, search: query.search ?? '' }),
    }),
  ),
]
