/**
 * The order by balance. Balances change with every command and must not be indexed where they stand: each
 * change of money would write an index. So a few users are sorted by their balances as they are; among many,
 * the order is by balances as they were when they were last looked at, and every figure shown is of now.
 */
import type { Pool } from 'pg'
import { ownerStatus } from '../../contract/user.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import type { Database } from '../../platform/database.ts'
import { sqlWords } from '../../platform/sql-words.ts'
import {
  allOf,
  askDirectory,
  countUsers,
  maxSortedAtOnce,
  matching,
  pageOf,
  readProspect,
  readPlaces,
  walk,
  walks,
  type Prospect,
  type Question,
  type Place,
} from './directory.ts'

/** The users asked for, in no order, up to the limit. */
async function readCandidates(
  db: Database,
  { search, statuses }: Question,
  { trigrams }: Prospect,
  most: number | null,
): Promise<OwnerId[]> {
  const rows = await askDirectory<{ id: OwnerId }>(db, (put) =>
    search === null
      ? `select id from auth.directory where status in (${sqlWords(statuses)}) limit ${most}`
      : `select id from ${matching(put, { search, statuses }, allOf(trigrams), most)}`,
  )
  return rows.map(({ id }) => id)
}

/** The next in the order of balances as they are now. */
function sortByBalanceNow(
  db: Database,
  question: Question,
  candidates: readonly OwnerId[],
): Promise<Place[]> {
  return askDirectory(db, (put) =>
    pageOf(
      question,
      put,
      `select candidate.id, ${balanceOf('candidate.id', 'cash')} as sorted from unnest(${put(candidates, 'uuid[]')}) as candidate(id) offset 0`,
      question.most,
    ),
  )
}

export type Basis = 'now' | 'kept'

/** In so large a house, a page that is full after a short walk says that more than a few match: nobody needs to count. */
const largeHouse = 50 * maxSortedAtOnce
/** Unless so few match that counting them takes no longer than the walk. */
const quicklyCounted = 10 * maxSortedAtOnce

/**
 * The next in the order by balance, and which balances it goes by. Later pages go on as the first began: a place in
 * the one order is none in the other.
 */
export async function readByBalance(
  db: Database,
  question: Question,
  begun: Basis | null,
): Promise<{ places: Place[]; basis: Basis }> {
  const { search, most } = question
  const prospect = await readProspect(db, question)
  const kept = async (atMost = prospect.atMost) =>
    ({
      basis: 'kept',
      places: await readPlaces(db, question, { ...prospect, atMost }),
    }) as const
  if (begun === 'kept' || (begun === null && search === null && prospect.users > maxSortedAtOnce))
    return kept()
  if (begun === null && prospect.users > largeHouse && prospect.atMost > quicklyCounted) {
    const places = await walk(db, question, walks.short)
    if (places.length === most) return { basis: 'kept', places }
  }
  const candidates = await readCandidates(
    db,
    question,
    prospect,
    begun === null ? maxSortedAtOnce + 1 : null,
  )
  if (begun === null && candidates.length > maxSortedAtOnce) return kept(prospect.users)
  return { basis: 'now', places: await sortByBalanceNow(db, question, candidates) }
}

const step = 1_000

/** Looks at the next thousand balances and keeps what has changed. Answers where it ended, or null after the last. */
export async function keepBalances(db: Database, after: OwnerId): Promise<OwnerId | null> {
  // Rows that another transaction holds wait for the next round: this must never wait for a command that waits for it.
  const { rows } = await db.query<{ id: OwnerId }>({
    name: 'people.keep-balances',
    text: `with looked as materialized (
        select id, balance from auth.kept_balances where id > $1 order by id limit ${step}
      ), changed as materialized (
        select compared.id, compared.exact from (select id, balance, ${balanceOf('looked.id', 'cash')} as exact from looked) compared where compared.exact <> compared.balance
      ), free as materialized (
        select kept.id from auth.kept_balances kept where kept.id = any (array(select id from changed)) order by kept.id for no key update skip locked
      ), kept as (
        update auth.kept_balances kept set balance = changed.exact from changed where kept.id = changed.id and kept.id = any (array(select id from free))
      )
      select id from looked order by id desc limit 1 offset 0`,
    values: [after],
  })
  return rows[0]?.id ?? null
}

/** Keeps which trigrams are common, as the database has last counted them. */
export async function keepCommonTrigrams(db: Database): Promise<void> {
  await db.query('select auth.keep_common_grams()')
}

/** Adds up the summands of the counts. Two at once are harmless: what one has taken the other doesn't find. */
export async function addUpCounts(db: Database): Promise<void> {
  await db.query({
    name: 'people.add-up-counts',
    text: `with taken as (delete from auth.user_counts returning status, users)
      insert into auth.user_counts (status, users) select status, sum(users) from taken group by status having sum(users) <> 0`,
  })
}

const firstId = '00000000-0000-0000-0000-000000000000'
/** Two thousand balances a second while there are many; a small house needs none. */
const stepRestMs = 500
const fewRestMs = 30_000

/** What the house does about the list by itself: a step, and how long to rest until the next. */
export function keepDirectory(pool: Pool): () => Promise<number> {
  let reached = firstId
  return async () => {
    if (reached === firstId) await addUpCounts(pool)
    if (reached === firstId && (await countUsers(pool, ownerStatus.options)) <= maxSortedAtOnce)
      return fewRestMs
    if (reached === firstId) await keepCommonTrigrams(pool)
    reached = (await keepBalances(pool, reached)) ?? firstId
    return stepRestMs
  }
}
