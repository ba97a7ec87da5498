/** Which part of the books a pack is about: what lies between two daily roots, over which heads both were made. */
import type { ClientBase } from 'pg'
import { isDay } from '../../lib/instant.ts'
import { CannotStart } from '../../platform/cannot-start.ts'

export type RootOfDay = { day: string; root: string }

export type Asked = { from: string; to: string }

/** `opening`: the last root before the first day, null where there is none; `closing`: the first root that covers the last day, null where there is none yet. */
export type Period = Asked & { opening: RootOfDay | null; closing: RootOfDay | null }

/** Days become part of SQL: nothing else may. */
export function checkedDays({ from, to }: Asked): Asked {
  for (const day of [from, to])
    if (!isDay(day)) throw new CannotStart(`${day} is no day: write it as 2026-01-31.`)
  if (from > to) throw new CannotStart(`${from} comes after ${to}.`)
  return { from, to }
}

const columns = `to_char(day, 'YYYY-MM-DD') as day, encode(root, 'hex') as root`

export async function findPeriod(db: ClientBase, asked: Asked): Promise<Period> {
  const before = await db.query<RootOfDay>(
    `select ${columns} from desk.roots where day < $1 order by desk.roots.day desc limit 1`,
    [asked.from],
  )
  const covering = await db.query<RootOfDay>(
    `select ${columns} from desk.roots where day >= $1 order by desk.roots.day limit 1`,
    [asked.to],
  )
  return { ...asked, opening: before.rows[0] ?? null, closing: covering.rows[0] ?? null }
}

/** SQL of where each chain ended when a root was made: owner_id, version, unlisted, head, day. */
const headsAt = (day: string) =>
  `select distinct on (owner_id) owner_id, version, unlisted, head, day from desk.root_heads where day <= '${day}' order by owner_id, version desc, unlisted desc`

const noHeads = `select null::uuid as owner_id, null::bigint as version, null::bigint as unlisted, null::bytea as head, null::date as day where false`

const headsNow = `select id as owner_id, version, unlisted, head, null::date as day from owners`

/** SQL of the ends of the chains as the period begins and as it ends, for a WITH clause. */
export const ends = ({ opening, closing }: Period): string =>
  `opened as materialized (${opening ? headsAt(opening.day) : noHeads}),
   closed as materialized (${closing ? headsAt(closing.day) : headsNow})`

/** SQL of the commands in the period: those of its links. After `links`. */
export const periodCommands = 'period as materialized (select distinct command_id as id from links)'

export const headsAfter = ({ opening, closing }: Period): string =>
  `select owner_id as owner, version, unlisted, to_char(day, 'YYYY-MM-DD') as day, encode(head, 'hex') as head from (
     select * from opened union all
     select owner_id, version, unlisted, head, day from desk.root_heads where true ${opening ? `and day > '${opening.day}'` : ''} ${closing ? `and day <= '${closing.day}'` : ''}
   ) kept order by 1, 2, 3`

export const rootsWithin = ({ opening, closing }: Period): string =>
  `select to_char(day, 'YYYY-MM-DD') as day, heads, encode(tree, 'hex') as tree, encode(previous, 'hex') as previous, encode(root, 'hex') as root, made_at as "madeAt"
   from desk.roots where true ${opening ? `and day >= '${opening.day}'` : ''} ${closing ? `and day <= '${closing.day}'` : ''} order by desk.roots.day`
