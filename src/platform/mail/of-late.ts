/** How many mails somebody was sent of late at an address that they haven't confirmed: it may be a stranger's. */
import type { Database } from '../database.ts'
import type { Limit } from '../policy.ts'

/** Seconds until the next may be sent; null while one may be, and to an address that is confirmed. */
export async function readWaitForMails(
  db: Database,
  person: string,
  { count, withinMs }: Limit,
): Promise<number | null> {
  const { rows } = await db.query<{ wait: number }>({
    name: 'outbox.sent-of-late',
    text: `select greatest(1, ceil(extract(epoch from earliest.created_at - clock_timestamp()) + $2 / 1000))::int as wait
      from owners owner, lateral (
        select mail.created_at from outbox mail
         where mail.owner_id = owner.id and mail.created_at > clock_timestamp() - $2 * interval '1 millisecond'
         order by mail.created_at desc offset $3 limit 1) earliest
      where owner.id = $1 and not owner.email_verified`,
    values: [person, withinMs, count - 1],
  })
  return rows[0]?.wait ?? null
}
