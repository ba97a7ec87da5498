/** What has arrived for a person lately, from outside and from others. */
import { defineFact } from '../../desk/fact.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import type { Lately, Moving } from './limits.ts'

/** Of those in the index of the migration. What the bank or the chain takes back came all the same: a day's limit isn't widened by it. */
const kindsOfArrival = ['deposit', 'bank-deposit', 'coin-deposit', 'transfer-received']

type Arrival = { at: Instant; gain: Cents }

/** In the last 24 hours, of an owner whose lock is held; `undone` is always 0: totals count it already. */
export const receivedBy = defineFact<OwnerId, Lately>({
  name: 'verification.received',
  text: `select asked.owner, (
      select coalesce(sum(item.amount), 0)::bigint from desk.activity item where item.owner_id = asked.owner
        and item.kind in ('deposit', 'bank-deposit', 'coin-deposit', 'transfer-received') and item.at > (select business_now() - interval '24 hours')
    ) as day, 0::bigint as undone from unnest($1::uuid[]) as asked(owner)`,
  form: 'uuid',
  valueIn: (rows, owner) =>
    (rows.find((row) => row.owner === owner) as Lately | undefined) ?? { day: 0n, undone: 0n },
  inMemory(arrivals: Map<OwnerId, Arrival[]> = new Map()) {
    const lately = (owner: OwnerId, now: Instant) =>
      (arrivals.get(owner) ?? []).filter(({ at }) => at > now - dayMs)
    return {
      state: arrivals,
      add({ changes, balances, at }) {
        for (const [place, { owner, kind }] of (changes?.activity ?? []).entries()) {
          const gain = balances[place]?.gain
          if (!kindsOfArrival.includes(kind) || typeof gain !== 'bigint') continue
          arrivals.set(owner, [...lately(owner, at), { at, gain }])
        }
      },
      valueOf: (owner, { now }) => ({
        day: lately(owner, now).reduce((sum, { gain }) => sum + gain, 0n),
        undone: 0n,
      }),
    }
  },
})

export const arriving: Moving<'in'> = { flow: 'in', lately: receivedBy }
