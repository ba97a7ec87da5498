/** What the firm owes, person by person, and what is its own: read in the snapshot of whoever asks. */
import type { ClientBase } from 'pg'
import type { Cents } from '../../lib/money.ts'
import { forEachRow } from '../../platform/each-row.ts'
import { sqlWords } from '../../platform/sql-words.ts'

export type Owed = {
  account: string
  cash: Cents
  held: Cents
  invested: Cents
  promised: Cents
  security: Cents
}

const personsClaims = ['cash', 'held', 'invested', 'promised', 'security'] as const

const balance = (kind: string) =>
  `coalesce(sum(books.credits - books.debits) filter (where books.kind = '${kind}'), 0)::bigint as ${kind}`

/** Everybody who has an account that isn't closed, in no order. A closed one is empty. */
export const forEachOwed = (db: ClientBase, each: (owed: Owed) => void): Promise<void> =>
  forEachRow<Owed>(
    db,
    `select owner.account_id as account, ${personsClaims.map(balance).join(', ')}
    from owners owner left join ledger.accounts books on books.owner = owner.id and books.kind in (${sqlWords(personsClaims)})
    where owner.account_id is not null and owner.status <> 'closed' group by owner.id`,
    each,
  )

/** How many those are, at most. */
export async function countAccounts(db: ClientBase): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    'select count(account_id) as count from owners',
  )
  return Number(rows[0]!.count)
}

/** The balance of each kind of account, whoever has it: credits less debits. */
export async function readTotals(db: ClientBase): Promise<Map<string, Cents>> {
  const { rows } = await db.query<{ kind: string; cents: Cents }>(
    'select kind::text, sum(credits - debits)::bigint as cents from ledger.accounts group by kind',
  )
  return new Map(rows.map(({ kind, cents }) => [kind, cents]))
}
