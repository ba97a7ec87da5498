/** What a person switches off: mails, which the desk leaves out where it writes them, and what the bell tells. */
import type { Pool } from 'pg'
import { changeMailChoices, getMailChoices, mailTopics } from '../../contract/mail-choices.ts'
import {
  changeNotificationChoices,
  getNotificationChoices,
  topicsOfBell,
} from '../../contract/notifications.ts'
import { ProblemError } from '../../contract/problems.ts'
import { route, succeeded, type Route } from '../../platform/route.ts'

/** Where the topics that are off are kept, and which there are. */
type Kept<T extends string> = {
  column: 'muted_mails' | 'muted_notifications'
  topics: readonly T[]
}
type Row = { muted: string[] }

const mails = { column: 'muted_mails', topics: mailTopics } as const
const told = { column: 'muted_notifications', topics: topicsOfBell } as const

function choicesFrom<T extends string>({ topics }: Kept<T>, row: Row | undefined) {
  if (!row) throw new ProblemError('not_signed_in')
  return Object.fromEntries(topics.map((topic) => [topic, !row.muted.includes(topic)])) as {
    [topic in T]: boolean
  }
}

async function readChoices<T extends string>(pool: Pool, person: string, kept: Kept<T>) {
  const { rows } = await pool.query<Row>(
    `select ${kept.column} as muted from auth.persons where id = $1`,
    [person],
  )
  return choicesFrom(kept, rows[0])
}

/** Which mails somebody gets, and what the bell tells them. */
export const readAllChoices = async (pool: Pool, person: string) => ({
  mails: await readChoices(pool, person, mails),
  notifications: await readChoices(pool, person, told),
})

/** In one statement, so that two pages that switch different ones don't undo each other. */
async function change<T extends string>(
  pool: Pool,
  person: string,
  kept: Kept<T>,
  wanted: { [topic in T]?: boolean | undefined },
) {
  const { column, topics } = kept
  const named = (value: boolean) => topics.filter((topic) => wanted[topic] === value)
  const { rows } = await pool.query<Row>(
    `update auth.persons set ${column} = array(
       select distinct topic from unnest(${column} || $3::text[]) as topic where topic <> all ($2::text[]) order by topic)
      where id = $1 returning ${column} as muted`,
    [person, named(true), named(false)],
  )
  return choicesFrom(kept, rows[0])
}

export const choiceRoutes = (pool: Pool): Route[] => [
  route(getMailChoices, async ({ principal }) =>
    succeeded({ mails: await readChoices(pool, principal.owner, mails) }),
  ),
  route(changeMailChoices, async ({ principal, body }) =>
    succeeded({ mails: await change(pool, principal.owner, mails, body) }),
  ),
  route(getNotificationChoices, async ({ principal }) =>
    succeeded({ notifications: await readChoices(pool, principal.owner, told) }),
  ),
  route(changeNotificationChoices, async ({ principal, body }) =>
    succeeded({ notifications: await change(pool, principal.owner, told, body) }),
  ),
]
