/** A statement as a bank would send it, for the demonstration: what its books have, and one receipt more. */
import type { BankAccount } from '../../contract/receipt.ts'
import { decimalFromCents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { readBooks } from './queries.ts'

/** The demonstration's own investor, and the day. */
const factsText = `
  select business_now()::date::text as day, (select account_id from owners where fixed and role = 'user' limit 1) as "accountId",
    coalesce((select closing from reconciliations where account = $1 order by reconciled_at desc, id desc limit 1), 0)::bigint as opening`

type Facts = { day: string; accountId: string | null; opening: bigint }

/** CSV with named columns. Each time with a new reference, so that it can be tried again. */
export async function sampleStatement(db: Database, account: BankAccount): Promise<string> {
  const { lines: known, upTo } = await readBooks(db, account)
  const lines = known.filter(({ isEarlier }) => !isEarlier)
  const { rows } = await db.query<Facts>(factsText, [account])
  const { day, accountId, opening } = rows[0]!
  const receipt =
    account === 'client-bank' && accountId !== null
      ? [{ day, amount: 25_000n, reference: `SAMPLE ${upTo}`, text: `Savings ${accountId}` }]
      : []
  let balance = opening
  const entries = [...lines.map((line) => ({ ...line, text: '' })), ...receipt].map(
    ({ day: on, amount, reference, text }) => {
      balance += amount
      return [on, decimalFromCents(amount), reference ?? '', text, decimalFromCents(balance)]
    },
  )
  return [['date', 'amount', 'reference', 'text', 'balance'], ...entries]
    .map((cells) => cells.join(','))
    .join('\n')
}
