/** What a person has placed in plans: for limits that others set. */
import { defineFact } from '../../desk/fact.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import type { Lately, Moving } from '../verification/limits.ts'
import { investments } from './table.ts'

const nothing: Lately = { day: 0n, undone: 0n }

/** Of an owner whose lock is held. An investment that was undone counts for neither. */
export const investedBy = defineFact<OwnerId, Lately>({
  name: 'investments.invested',
  text: `select asked.owner, (
      select coalesce(sum(amount), 0)::bigint from investments investment
      where investment.owner_id = asked.owner and investment.status <> 'undone' and investment.opened_at > (select business_now() - interval '24 hours')
    ) as day, (
      select coalesce(sum(amount), 0)::bigint from investments investment where investment.owner_id = asked.owner and investment.status = 'undone'
    ) as undone from unnest($1::uuid[]) as asked(owner)`,
  form: 'uuid',
  valueIn: (rows, owner) =>
    (rows.find((row) => row.owner === owner) as Lately | undefined) ?? nothing,
  inMemory: () => ({
    add() {},
    valueOf(owner, { world, now }) {
      const own = world.rowsOf(investments, owner)
      const sumOf = (rows: readonly { amount: Cents }[]) =>
        rows.reduce((sum, { amount }) => sum + amount, 0n)
      return {
        day: sumOf(
          own.filter(({ status, openedAt }) => status !== 'undone' && openedAt > now - dayMs),
        ),
        undone: sumOf(own.filter(({ status }) => status === 'undone')),
      }
    },
  }),
})

export const investing: Moving<'invested'> = { flow: 'invested', lately: investedBy }
