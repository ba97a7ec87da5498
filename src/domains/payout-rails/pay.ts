/** A payment that the chain has: booked by the system, as the node was asked just before. The last one ends what carried it. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { defineCommand, refuse, said, type Decision, type Journaled } from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import type { Put } from '../../desk/read.ts'
import { numberOf, textOf } from '../../desk/recall.ts'
import { firm } from '../../ledger/core/chart.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import type { Instant } from '../../lib/instant.ts'
import { payoutsBlocked } from '../payouts/blocks/table.ts'
import { partiesOf, withdrawals, type Parties } from '../withdrawals/table.ts'
import { needsOfReference } from '../withdrawals/used-once.ts'
import { bookPayout, needsOfRequests } from './leave.ts'
import type { AnyLine, AnyRow, On, Rail } from './rail.ts'

/** `height`: where the chain has it. */
export type Pay<Key extends string> = On<Key> & {
  withdrawal: string
  reference: string
  height: number
}

type Definition<Row, Line, Found extends object> = {
  coin: Coin
  /** What else is recorded of where it was found. */
  found(kept: Journaled): Found
  /** Why this isn't the payment; null: it is. */
  refusal(row: Row, line: Line, command: { reference: string; height: number }): Refusal | null
  /** The reference under which a restore may list it, where that is another. */
  earlier?(row: Row, line: Line): string
  paid(line: Line, by: { reference: string; at: Instant }): Put
  ended(row: Row, at: Instant): { put: Put; effects?: Effect[] }
}

export function definePay<
  Key extends string,
  Row extends AnyRow,
  Line extends AnyLine & { quantity: bigint },
  Found extends object,
>(rail: Rail<Key, Row, Line>, own: Definition<Row, Line, Found>) {
  return defineCommand<Pay<Key> & Found, Parties>({
    lookup: ({ withdrawal }) => partiesOf(withdrawal),
    recall(kept, world) {
      const withdrawal = textOf(kept, 'withdrawal')
      return {
        command: {
          ...rail.recall(kept),
          withdrawal,
          reference: textOf(kept, 'reference'),
          height: numberOf(kept, 'height'),
          ...own.found(kept),
        },
        found: world.get(withdrawals, withdrawal) ?? null,
      }
    },
    journal: (c) => c,
    subject: (_, found) => found?.owner ?? null,
    needs: (c, found) => ({
      owners: found === null ? [] : [found.owner, firm],
      read: [
        ...rail.carrier.whole(c[rail.key]),
        ...needsOfRequests([c]),
        ...payoutsBlocked,
        needsOfReference('payout', c.reference),
      ],
    }),
    decide(world, c, context): Decision {
      if (context.actor !== null) return refuse('forbidden')
      const row = rail.find(world, c)
      if ('code' in row) return row
      const lines = rail.carrier.linesIn(world, row.id)
      const line = lines.find(({ withdrawal }) => withdrawal === c.withdrawal)
      if (!line) return refuse('unknown_withdrawal')
      if (line.paidAt !== null) return refuse('nothing_to_change', 'This payout is booked already.')
      const refusal = own.refusal(row, line, c)
      if (refusal) return refusal
      const left = { ...c, quantity: line.quantity, earlier: own.earlier?.(row, line) }
      const booked = bookPayout(world, left, own.coin, context)
      if ('code' in booked) return booked
      const { at } = context
      const isLast = lines.every((one) => one === line || one.paidAt !== null)
      const end = isLast ? own.ended(row, at) : null
      return {
        ...booked,
        put: [
          ...booked.put,
          own.paid(line, { reference: c.reference, at }),
          ...(end ? [end.put] : []),
        ],
        effects: [...booked.effects, ...(end?.effects ?? [])],
      }
    },
    reply: () => said(200, 'Payout booked'),
  })
}
