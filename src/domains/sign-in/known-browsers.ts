/**
 * Browsers that were used to sign in before. Such a browser carries a mark: a signed id, good for one person, whose only
 * use is that its failures are counted apart. So an attacker who tries passwords from elsewhere doesn't keep the owner out.
 */
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { cookieNames, hostCookie } from '../../contract/browser-names.ts'
import { ProblemError } from '../../contract/problems.ts'
import { inTransaction } from '../../platform/database.ts'
import type { MacKeys } from '../../platform/mac.ts'
import { sign, signedId } from '../../platform/signed.ts'
import { cookieFrom } from './credential.ts'
import { openMailedLink } from './mailed-links.ts'

/** People who share a browser have a mark each; more than these few don't, to keep the cookie small. */
const maxPeople = 4
/** The longest that browsers keep a cookie. */
export const markKeptDays = 400
const keptSeconds = markKeptDays * 86_400

const cookieName = (secure: boolean) => hostCookie(cookieNames.knownBrowser, secure)

/** The marks of a request, as their ids; what isn't ours is left out without a word. */
export function marksFrom(
  headers: { cookie?: string | undefined },
  secure: boolean,
  secret: string,
): string[] {
  const value = headers.cookie === undefined ? null : cookieFrom(headers.cookie, cookieName(secure))
  return (value ?? '')
    .split('~', maxPeople)
    .flatMap((mark) => signedId(secret, 'browser-mark', mark) ?? [])
}

export function marksCookie(secure: boolean, secret: string, marks: readonly string[]): string {
  const value = marks
    .slice(0, maxPeople)
    .map((id) => sign(secret, 'browser-mark', id))
    .join('~')
  return `${cookieName(secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${keptSeconds}${secure ? '; Secure' : ''}`
}

// In one statement, whose key holds that there are ten at most: of two that come at once, both may take the same place.
const markText = `
  insert into auth.known_browsers as browser (person_id, place, id)
  select $1, coalesce(
    (select min(place) from generate_series(1, 10) as place where place not in (select browser.place from auth.known_browsers browser where browser.person_id = $1)),
    (select browser.place from auth.known_browsers browser where browser.person_id = $1 order by browser.used_at, browser.place limit 1)), $2
  on conflict (person_id, place) do update set id = excluded.id, used_at = excluded.used_at`

/** Marks a browser for a person, unless it has a mark of theirs that counts. Answers all of its marks, that one first. */
export async function markBrowser(
  db: Pool | PoolClient,
  person: string,
  marks: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'update auth.known_browsers set used_at = clock_timestamp() where person_id = $1 and id = any ($2) returning id',
    [person, marks],
  )
  const id = rows[0]?.id ?? randomUUID()
  if (!rows[0]) await db.query(markText, [person, id])
  return [id, ...marks.filter((other) => other !== id)]
}

/** Forgets a person's browsers, but those with one of these marks. */
export async function forgetBrowsers(
  db: Pool | PoolClient,
  person: string,
  but: readonly string[],
): Promise<void> {
  await db.query('delete from auth.known_browsers where person_id = $1 and id <> all ($2)', [
    person,
    but,
  ])
}

/** Marks a browser by the link of a mail, once. Answers all of its marks. Throws `link_ended`. */
export async function markByLink(
  parts: { pool: Pool; secret: string; macKeys: MacKeys },
  signed: string,
  marks: readonly string[],
): Promise<string[]> {
  const { id = null, person = null } = (await openMailedLink(parts, 'known-browser', signed)) ?? {}
  return inTransaction(parts.pool, async (client) => {
    const { rows } = await client.query<{ person: string }>(
      `delete from auth.links where id = $1 and person_id = $2 and use = 'known-browser' and expires_at > clock_timestamp() returning person_id as person`,
      [id, person],
    )
    if (!rows[0]) throw new ProblemError('link_ended')
    return markBrowser(client, rows[0].person, marks)
  })
}
