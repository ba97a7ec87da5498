/** Which mails a person gets. The desk leaves the others out where it writes mails. */
import type { Pool } from 'pg'
import {
  changeMailChoices,
  getMailChoices,
  mailTopics,
  type MailChoices,
} from '../../contract/mail-choices.ts'
import { ProblemError } from '../../contract/problems.ts'
import { route, succeeded, type Route } from '../../platform/route.ts'

type Row = { muted_mails: string[] }

function choicesFrom(row: Row | undefined): MailChoices {
  if (!row) throw new ProblemError('not_signed_in')
  return Object.fromEntries(
    mailTopics.map((topic) => [topic, !row.muted_mails.includes(topic)]),
  ) as MailChoices
}

async function readChoices(pool: Pool, person: string): Promise<MailChoices> {
  const { rows } = await pool.query<Row>('select muted_mails from auth.persons where id = $1', [
    person,
  ])
  return choicesFrom(rows[0])
}

/** In one statement, so that two pages that switch different ones don't undo each other. */
async function change(
  pool: Pool,
  person: string,
  wanted: { [topic in keyof MailChoices]?: boolean | undefined },
): Promise<MailChoices> {
  const named = (value: boolean) => mailTopics.filter((topic) => wanted[topic] === value)
  const { rows } = await pool.query<Row>(
    `update auth.persons set muted_mails = array(
       select distinct topic from unnest(muted_mails || $3::text[]) as topic where topic <> all ($2::text[]) order by topic)
      where id = $1 returning muted_mails`,
    [person, named(true), named(false)],
  )
  return choicesFrom(rows[0])
}

export const mailRoutes = (pool: Pool): Route[] => [
  route(getMailChoices, async ({ principal }) =>
    succeeded({ mails: await readChoices(pool, principal.owner) }),
  ),
  route(changeMailChoices, async ({ principal, body }) =>
    succeeded({ mails: await change(pool, principal.owner, body) }),
  ),
]
