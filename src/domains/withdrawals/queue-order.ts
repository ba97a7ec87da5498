/**
 * In which order requests stand in the queue. A request's status leads both indexes that it is read from, so that every
 * list is merged from stretches of one status each.
 */
import {
  withdrawalStatus,
  type QueueChoice,
  type WithdrawalStatus,
  type WithdrawalsWork,
} from '../../contract/withdrawal.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Put } from '../people/directory.ts'
import { chosenIn } from './queue-filter.ts'

export const orders = {
  createdAt: { column: 'created_at', type: 'timestamptz', shape: 'moment' },
  amount: { column: 'amount', type: 'bigint', shape: 'integer' },
} as const

export type Question = {
  order: keyof typeof orders
  descending: boolean
  /** SQL of each stretch; a request is in one of them at most. */
  stretches: readonly string[]
  /** Where the page before ended. */
  after: { sorted: string; id: string } | null
  most: number
}
export type Place = { id: string; sorted: Instant | bigint }

/** SQL of the lists that staff work through. */
export const workLists: Record<WithdrawalsWork, string> = {
  'to-decide': `status = 'pending' and first_approved_by is null`,
  'second-approval': `status = 'pending' and first_approved_by is not null`,
  'to-pay': `status = 'approved' and type <> 'tradehub_transfer'`,
}

export function stretchesOf(
  work: WithdrawalsWork | undefined,
  status: WithdrawalStatus | undefined,
  choice: QueueChoice = {},
): string[] {
  const chosen = chosenIn(choice)
  if (!work)
    return (status ? [status] : withdrawalStatus.options).map((one) => `status = '${one}'${chosen}`)
  return [`${workLists[work]}${status ? ` and status = '${status}'` : ''}${chosen}`]
}

export function sortedBy({ descending }: Question, table = ''): string {
  const direction = descending ? 'desc' : 'asc'
  return `${table}sorted ${direction}, ${table}id ${direction}`
}

export const beyond = ({ order, descending, after }: Question, put: Put) =>
  after
    ? `and (${orders[order].column}, id) ${descending ? '<' : '>'} (${put(after.sorted, orders[order].type)}, ${put(after.id, 'uuid')})`
    : ''

/** SQL of the next `length` requests in the order. Merged before anything is left out, or one status would reach further than the others. */
export function nextOf(question: Question, put: Put, length: number): string {
  const stretches = question.stretches.map(
    (stretch) =>
      `(select id, owner_id, ${orders[question.order].column} as sorted from withdrawals where ${stretch} ${beyond(question, put)}
      order by ${sortedBy(question)} limit ${length})`,
  )
  return `select * from (${stretches.join(' union all ')}) merged order by ${sortedBy(question)} limit ${length}`
}

/** Of places that were found in different ways, the first of the order. */
export function firstOf({ descending, most }: Question, places: readonly Place[]): Place[] {
  const sign = descending ? -1 : 1
  const order = (one: Place, other: Place) =>
    one.sorted === other.sorted
      ? one.id < other.id
        ? -sign
        : sign
      : one.sorted < other.sorted
        ? -sign
        : sign
  return [...new Map(places.map((place) => [place.id, place])).values()]
    .toSorted(order)
    .slice(0, most)
}
