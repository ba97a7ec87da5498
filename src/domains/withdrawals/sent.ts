/** What a person has asked to send out lately: for limits that others set. */
import { defineFact } from '../../desk/fact.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs } from '../../lib/instant.ts'
import type { Lately, Moving } from '../verification/limits.ts'
import { withdrawals, type Withdrawal } from './table.ts'

/** What came back counts no more. */
const cameBack: readonly Withdrawal['status'][] = ['rejected', 'cancelled', 'returned']

/** Requests of the last 24 hours, of an owner whose lock is held; `undone` is always 0. */
export const sentBy = defineFact<OwnerId, Lately>({
  name: 'withdrawals.sent',
  text: `select asked.owner, (
      select coalesce(sum(amount), 0)::bigint from withdrawals withdrawal where withdrawal.owner_id = asked.owner
        and withdrawal.created_at > (select business_now() - interval '24 hours') and withdrawal.status not in ('rejected', 'cancelled', 'returned')
    ) as day, 0::bigint as undone from unnest($1::uuid[]) as asked(owner)`,
  form: 'uuid',
  valueIn: (rows, owner) =>
    (rows.find((row) => row.owner === owner) as Lately | undefined) ?? { day: 0n, undone: 0n },
  inMemory: () => ({
    add() {},
    valueOf: (owner, { world, now }) => ({
      day: world
        .rowsOf(withdrawals, owner)
        .filter(({ createdAt, status }) => createdAt > now - dayMs && !cameBack.includes(status))
        .reduce((sum, { amount }) => sum + amount, 0n),
      undone: 0n,
    }),
  }),
})

export const sending: Moving<'out'> = { flow: 'out', lately: sentBy }
