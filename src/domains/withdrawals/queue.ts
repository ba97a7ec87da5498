/**
 * The queue of all requests, in any order and at any size, and how much of it waits.
 *
 * A search is about the user, or names an amount, an address or a reference. Users that many requests match are soon met by
 * walking along the order; where few users match, the directory finds them and each user's requests follow.
 */
import { ownerStatus } from '../../contract/user.ts'
import {
  type QueueChoice,
  type QueuedWithdrawal,
  type WithdrawalsSort,
  type WithdrawalStatus,
  type WithdrawalsWork,
  type WaitingWork,
} from '../../contract/withdrawal.ts'
import type { Journal } from '../../desk/read-back.ts'
import type { Instant } from '../../lib/instant.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import {
  allOf,
  askDirectory,
  maxSortedAtOnce,
  matching,
  oneWhoMatches,
  readProspect,
  searchedFor,
} from '../people/directory.ts'
import { findExactly } from './exact-search.ts'
import { presentQueued, requestColumns, requestTables, type RequestRow } from './queries.ts'
import {
  beyond,
  firstOf,
  nextOf,
  orders,
  sortedBy,
  stretchesOf,
  workLists,
  type Place,
  type Question,
} from './queue-order.ts'

export type QueueQuery = QueueChoice & {
  search?: string | undefined
  sort?: WithdrawalsSort | undefined
  status?: WithdrawalStatus | undefined
  work?: WithdrawalsWork | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** A short walk shows how many match; a long one fills the page where that many do. Each request walked past costs a look at its user. */
const walks = { short: 2_000, long: 10_000 }

/**
 * Those of the next `length` requests whose user matches, and whether fewer requests than that were left.
 */
async function walk(
  db: Database,
  question: Question,
  search: string,
  length: number,
): Promise<{ found: Place[]; ended: boolean }> {
  const rows = await askDirectory<{ walked: number; id: string | null; sorted: Place['sorted'] }>(
    db,
    (put) => `
    with near as materialized (${nextOf(question, put, length)})
    select counted.walked, matched.id, matched.sorted
      from (select count(*)::int as walked from near) counted left join lateral (
        select near.id, near.sorted from near, lateral (
          ${oneWhoMatches(put, 'near.owner_id', search)}
        ) user_who_matches order by ${sortedBy(question, 'near.')} limit ${question.most}
      ) matched on true`,
  )
  const found = rows.flatMap(({ id, sorted }) => (id === null ? [] : [{ id, sorted }]))
  return { found, ended: rows[0]!.walked < length }
}

/** The requests of all users who match, sorted. */
function find(
  db: Database,
  question: Question,
  search: string,
  trigrams: readonly string[],
): Promise<Place[]> {
  const { order, stretches, most } = question
  return askDirectory(
    db,
    (put) => `
    select request.id, request.sorted from ${matching(put, { search, statuses: ownerStatus.options }, allOf(trigrams))} found, lateral (
      select id, ${orders[order].column} as sorted from withdrawals
        where owner_id = found.id and (${stretches.map((stretch) => `(${stretch})`).join(' or ')}) ${beyond(question, put)} order by ${sortedBy(question)} limit ${most} offset 0
    ) request order by ${sortedBy(question, 'request.')} limit ${most}`,
  )
}

async function findByUser(db: Database, question: Question, sought: string): Promise<Place[]> {
  const prospect = await readProspect(db, {
    order: 'createdAt',
    descending: true,
    statuses: ownerStatus.options,
    search: sought,
    after: null,
    most: question.most,
  })
  if (prospect.atMost <= maxSortedAtOnce) return find(db, question, sought, prospect.trigrams)
  const near = await walk(db, question, sought, walks.short)
  if (near.ended || near.found.length === question.most) return near.found
  if (near.found.length * (walks.long / walks.short) >= question.most) {
    const far = await walk(db, question, sought, walks.long)
    if (far.ended || far.found.length === question.most) return far.found
  }
  return find(db, question, sought, prospect.trigrams)
}

async function search(db: Database, question: Question, typed: string): Promise<Place[]> {
  const found = await Promise.all([
    findByUser(db, question, searchedFor(typed)!),
    findExactly(db, question, typed),
  ])
  return firstOf(question, found.flat())
}

const textOf = (sorted: Place['sorted']) =>
  typeof sorted === 'bigint' ? String(sorted) : isoFromInstant(sorted)

/** A page of the queue, and where the next begins. */
export async function readQueue(
  journal: Journal,
  {
    search: typed = '',
    work,
    sort = work ? 'createdAt' : '-createdAt',
    status,
    limit = 50,
    cursor,
    ...choice
  }: QueueQuery,
) {
  const db = journal.pool
  const order = sort.replace(/^-/, '') as keyof typeof orders
  const [sorted = null, id = null] = decodeCursor(cursor, [orders[order].shape, 'id'])
  const question: Question = {
    order,
    descending: sort.startsWith('-'),
    stretches: stretchesOf(work, status, choice),
    after: sorted === null || id === null ? null : { sorted, id },
    most: limit + 1,
  }
  const places =
    typed.trim() === ''
      ? await askDirectory<Place>(db, (put) => nextOf(question, put, question.most))
      : await search(db, question, typed)
  const page = places.slice(0, limit)
  const last = page.at(-1)
  return {
    withdrawals: await presentAll(
      journal,
      page.map((place) => place.id),
    ),
    nextCursor: places.length > limit && last ? encodeCursor([textOf(last.sorted), last.id]) : null,
  }
}

/** In this order. */
async function presentAll(journal: Journal, ids: readonly string[]): Promise<QueuedWithdrawal[]> {
  const { rows } = await journal.pool.query<RequestRow>({
    name: 'withdrawals.rows',
    text: `select ${requestColumns} from ${requestTables} where withdrawal.id = any ($1)`,
    values: [ids],
  })
  const found = new Map((await presentQueued(journal, rows)).map((row) => [row._id, row]))
  return ids.map((id) => found.get(id)!)
}

/** Nobody works off more than this before the next count, and open pages ask every few seconds. */
const countedAtMost = 1_000

type Counted = {
  waits: 'pending' | 'second' | 'approved'
  count: number
  amount: Cents
  oldest: Instant | null
  now: Instant
}

function presentWork({ count, amount, oldest }: Counted): WaitingWork {
  return {
    count: Math.min(count, countedAtMost),
    more: count > countedAtMost,
    amount: dollarsFromCents(amount),
    oldestAt: oldest === null ? null : isoFromInstant(oldest),
  }
}

/** What waits for a decision, what of it for the second of two approvals, and what is approved and waits for its payout. */
export async function readWaiting(db: Database): Promise<{
  work: { pending: WaitingWork; secondApproval: WaitingWork; approved: WaitingWork }
  now: string
}> {
  const counted = (waits: Counted['waits'], condition: string) => `
    select '${waits}' as waits, count(*)::int as count, coalesce(sum(amount) filter (where number <= ${countedAtMost}), 0)::bigint as amount, min(created_at) as oldest, business_now() as now from (
      select amount, created_at, row_number() over () as number from (
        select amount, created_at from withdrawals where ${condition} order by created_at limit ${countedAtMost + 1}) oldest_first) numbered`
  const { rows } = await db.query<Counted>({
    name: 'withdrawals.waiting',
    text: `${counted('pending', `status = 'pending'`)} union all ${counted('second', workLists['second-approval'])} union all ${counted('approved', workLists['to-pay'])}`,
  })
  const of = (waits: Counted['waits']) => presentWork(rows.find((row) => row.waits === waits)!)
  return {
    work: { pending: of('pending'), secondApproval: of('second'), approved: of('approved') },
    now: isoFromInstant(rows[0]!.now),
  }
}
