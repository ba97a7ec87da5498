/** What pages and those who follow payouts read of what carries them, on every rail. */
import type { OwnerId } from '../../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../../lib/instant.ts'
import type { Rate } from '../../../lib/exchange-rate.ts'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import type { Database } from '../../../platform/database.ts'
import type { Carrier } from '../../payouts/carrier.ts'
import type { AnyLine, AnyRow } from '../rail.ts'

/** How many requests it pays, and how many of them are paid. */
export type Counted = { payments: number; paid: number }
/** The same at which rate. */
export type Priced = Counted & { rate: Rate }

type Page = { limit?: number | undefined; cursor?: string | undefined }

type Definition<Row, Line> = {
  /** When it was made. */
  madeAt: keyof Row & string
  /** The place of a line in it. */
  place: keyof Line & string
  /** Whether there is a rate at which it pays. */
  isPriced: boolean
  /** Its states in which it may still pay. */
  paying: readonly string[]
}

/** `Shown`: its row with the names of people, and what is counted of it. */
export function defineReading<Shown extends AnyRow, Row extends AnyRow, Line extends AnyLine>(
  { rows, lines, ofLine }: Carrier<Row, Line>,
  { madeAt, place, isPriced, paying }: Definition<Row, Line>,
) {
  const { as } = rows
  const of = lines.columnOf(ofLine).name
  const made = `${as}.${rows.columnOf(madeAt).name}`
  const count = `select count(*)::int from ${lines.name} payment where payment.${of} = ${as}.id`
  const select = `select ${rows.columns}, (${count}) as payments, (${count} and payment.paid_at is not null) as paid${isPriced ? ', rate.rate' : ''}
    from ${rows.from}${isPriced ? ` join rates rate on rate.id = ${as}.id` : ''}`

  return {
    select,
    /** Newest first. */
    async page(db: Database, { limit = 50, cursor }: Page) {
      const [at, id] = decodeCursor(cursor, ['moment', 'id'])
      const { rows: found } = await db.query<Shown>({
        text: `${select} where ($1::timestamptz is null or (${made}, ${as}.id) < ($1, $2::uuid))
          order by ${made} desc, ${as}.id desc limit $3`,
        values: [at, id, limit + 1],
      })
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      const since = last && (last as unknown as Row)[madeAt]
      return {
        shown,
        nextCursor: last ? encodeCursor([isoFromInstant(since as Instant), last.id]) : null,
      }
    },
    async one(db: Database, id: string): Promise<Shown | null> {
      const { rows: found } = await db.query<Shown>({
        name: `${rows.name}.one`,
        text: `${select} where ${as}.id = $1`,
        values: [id],
      })
      return found[0] ?? null
    },
    /** What it pays, in the order of its lines. */
    async lines(db: Database, id: string): Promise<Line[]> {
      const { rows: found } = await db.query<Line & object>({
        name: `${rows.name}.payments`,
        text: `select ${lines.columns} from ${lines.from} where ${lines.as}.${of} = $1 order by ${lines.as}.${lines.columnOf(place).name}`,
        values: [id],
      })
      return found
    },
    /** Whose requests these are: that never changes. */
    async owners(db: Database, id: string): Promise<ReadonlyMap<string, OwnerId>> {
      const { rows: found } = await db.query<{ withdrawal: string; owner: OwnerId }>({
        name: `${rows.name}.owners`,
        text: `select payment.withdrawal_id as withdrawal, command.subject as owner from ${lines.name} payment
          join desk.commands command on command.id = payment.withdrawal_id where payment.${of} = $1`,
        values: [id],
      })
      return new Map(found.map(({ withdrawal, owner }) => [withdrawal, owner]))
    },
    /** Of these requests those that one may still pay, with that one. */
    async claiming(db: Database, withdrawals: readonly string[]) {
      const { rows: found } = await db.query<Row & { request: string }>({
        name: `${rows.name}.with-requests`,
        text: `select ${rows.columns}, payment.withdrawal_id as request from ${rows.from}
          join ${lines.name} payment on payment.${of} = ${as}.id
          where payment.withdrawal_id = any ($1) and ${as}.status = any ($2)`,
        values: [withdrawals, paying],
      })
      return found.map((row) => ({ withdrawal: row.request, by: row as Row }))
    },
  }
}

export type Deed<Kind extends string> = {
  kind: Kind
  at: Instant
  actor: OwnerId
  name: string | null
}

/** What administrators did to it since it was made, which its row doesn't say; the earliest first. */
export async function readDeeds<Kind extends string>(
  db: Database,
  kinds: readonly Kind[],
  key: 'batch' | 'list',
  { id, builtAt }: { id: string; builtAt: Instant },
): Promise<Deed<Kind>[]> {
  const { rows } = await db.query<Deed<Kind>>({
    name: 'payouts.deeds',
    text: `select command.kind, command.at, command.actor, person.full_name as name
      from desk.commands command left join auth.persons person on person.id = command.actor
      where command.kind = any ($1) and command.at >= $2 and command.outcome = 'done'
        and command.actor is not null and command.subject is distinct from command.actor and command.input ->> $3 = $4
      order by command.at, command.id`,
    values: [kinds, isoFromInstant(builtAt), key, id],
  })
  return rows
}
