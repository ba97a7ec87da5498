/** The mail that keeps a manifest's hash outside of the firm, for whoever asked for it. */
import type { ClientBase } from 'pg'
import { letter, rowsOf, type Letters } from '../../platform/mail/letter.ts'

export const letters = {
  'day-proof': (to, { day, hash, total }) =>
    letter(
      to,
      `What the firm owed on ${day}: ${total}`,
      [
        `The proof of ${day} says that the firm owes ${total}. You asked for this email so that you have its hash where the firm can’t change it.`,
        rowsOf({ Day: day, Owed: total, Hash: hash }),
        `Keep it. Whoever shows you another manifest of that day, or changes this one or an earlier one later, can’t give it this hash: compare on the page below.`,
        { link: 'The manifest', href: `${to.origin}/proofs/${day}.json` },
      ],
      '/dashboard/proof',
    ),
} satisfies Letters

/** In the transaction of the proof: one for each person who wants it and whose address is confirmed, or none. */
export async function mailSubscribers(
  db: ClientBase,
  values: { day: string; hash: string; total: string },
): Promise<void> {
  await db.query(
    `insert into outbox (owner_id, template, "values")
      select id, 'day-proof', $1 from auth.persons join owners using (id) where email_verified and 'day-proof' <> all (muted_mails)`,
    [values],
  )
}
