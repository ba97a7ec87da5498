/** The bounds of the settings: how many requests of one person can be pending, and the smallest withdrawal. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import { refuse } from '../../desk/command.ts'
import { defineFact } from '../../desk/fact.ts'
import type { Read } from '../../desk/read.ts'
import { fitted, type Fitted } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { withdrawals, type Withdrawal } from './table.ts'

/** As they are set when a request is made: how many can be pending, and the smallest that is paid out, where there is one. */
export type RequestBounds = { pendingAtMost: number; smallest: Cents | null }
type Bounds = RequestBounds | Fitted

/** How many requests of an owner wait for a decision. Their lock must be held. */
export const pendingOf = defineFact<OwnerId, number>({
  name: 'withdrawals.pending-of',
  text: `select asked.owner, (select count(*)::int from withdrawals where owner_id = asked.owner and status = 'pending') as count
    from unnest($1::uuid[]) as asked(owner)`,
  form: 'uuid',
  valueIn: (rows, owner) => rows.find((row) => row.owner === owner)?.count as number,
  inMemory: () => ({
    add() {},
    valueOf: (owner, { world }) =>
      world.rowsOf(withdrawals, owner).filter(({ status }) => status === 'pending').length,
  }),
})

export const needsOfBounds = (owner: OwnerId, bounds: Bounds): Read[] =>
  bounds === fitted ? [] : [pendingOf.of(owner)]

/** Why this person can't make another request before one of theirs is decided, or null. */
export function refusalOfAnother(world: World, owner: OwnerId, bounds: Bounds): Refusal | null {
  if (bounds === fitted) return null
  const { pendingAtMost } = bounds
  if (world.fact(pendingOf, owner) < pendingAtMost) return null
  return refuse(
    'too_many_pending',
    `You have ${pendingAtMost} pending ${pendingAtMost === 1 ? 'request' : 'requests'}, and more are not taken at a time. Nothing was booked: cancel one that you no longer need, or wait until one is decided.`,
  )
}

/** Whether nothing stays behind: what is set aside for a pending request comes back when its owner cancels it. */
const isWholeBalance = (world: World, owner: OwnerId, amount: Cents): boolean =>
  amount === world.balance(owner, 'cash') && world.fact(pendingOf, owner) === 0

/** Why this much is too little to be paid out, or null. All that there is can leave, when no other request is pending. */
export function refusalOfSmall(
  world: World,
  { owner, type, amount }: Pick<Withdrawal, 'owner' | 'type' | 'amount'>,
  bounds: Bounds,
): Refusal | null {
  if (bounds === fitted) return null
  const { smallest } = bounds
  const isLarge = smallest === null || amount >= smallest
  if (isLarge || !isPaidOut(type) || isWholeBalance(world, owner, amount)) return null
  const message = `The smallest withdrawal is ${formatUsd(smallest)}. Nothing was booked: ask for that much or more, or for your whole balance while no other request of yours is pending.`
  return { ...refuse('below_smallest', message), fields: { amount: message } }
}
