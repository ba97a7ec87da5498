/** How mails get into the outbox, and are erased with a person. */
import type { QueryConfig } from 'pg'
import { bigintArray, jsonArray, plainArray, textArray, uuidArray } from '../sql-array.ts'
import { sqlWords } from '../sql-words.ts'

/** Mails wait to be sent, or are kept to look at where there is no mail server. */
export type MailState = 'waiting' | 'kept'

type Row = {
  command: string
  owner: string
  template: string
  values: Record<string, string>
  to?: string
  everywhere?: number
}

/** What every row has: whom it is for, and what it says. */
const commonOf = (mails: readonly Row[], state: MailState): unknown[] => [
  uuidArray(mails.map(({ command }) => command)),
  uuidArray(mails.map(({ owner }) => owner)),
  plainArray(mails.map(({ template }) => template)),
  jsonArray(mails.map(({ values }) => JSON.stringify(values))),
  plainArray(mails.map(() => state)),
]

export function insertMailsStatements(mails: readonly Row[], state: MailState): QueryConfig[] {
  const [everywhere, single] = [true, false].map((toAll) =>
    mails.filter((mail) => (mail.everywhere !== undefined) === toAll),
  ) as [Row[], Row[]]
  return [
    ...(single.length > 0
      ? [
          // Without what a person doesn't want to hear of.
          {
            name: 'outbox.insert',
            text: `insert into outbox (command_id, owner_id, template, values, state, recipient)
              select mail.* from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::text[], $6::text[]) as mail(command_id, owner_id, template, values, state, recipient)
              where not exists (select from auth.persons person where person.id = mail.owner_id and mail.template = any (person.muted_mails))`,
            values: [...commonOf(single, state), textArray(single.map(({ to }) => to ?? null))],
          },
        ]
      : []),
    ...(everywhere.length > 0
      ? [
          {
            name: 'outbox.insert-everywhere',
            text: `insert into outbox (command_id, owner_id, template, values, state, recipient)
              select mail.command_id, mail.owner_id, mail.template, mail.values, mail.state, known.email
              from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::text[], $6::bigint[]) as mail(command_id, owner_id, template, values, state, within_ms), lateral (
                select email from auth.persons where id = mail.owner_id
                union select email from auth.earlier_emails where person_id = mail.owner_id and replaced_at > clock_timestamp() - mail.within_ms * interval '1 millisecond') known
              order by known.email`,
            values: [
              ...commonOf(everywhere, state),
              bigintArray(everywhere.map((mail) => mail.everywhere!)),
            ],
          },
        ]
      : []),
  ]
}

/** The commands by which staff are told of somebody else although nobody signed in gave them: an index holds them. */
export const toldByNobody = ['InviteAdministrator', 'FinishRoleChange', 'BlockPayouts'] as const

/**
 * Of commands in these people's lists, without a command, and of commands by which staff are told of a third or of the
 * firm: what speaks of others as well stays with them.
 */
export const eraseMailsStatement = (
  people: readonly string[],
  amongStaff: readonly string[],
): QueryConfig => ({
  name: 'outbox.erase',
  text: `delete from outbox where owner_id = any ($1) and id in (
    select id from desk.activity item join outbox mail using (command_id) where item.owner_id = any ($1)
    union all select id from outbox where owner_id = any ($1) and command_id is null
    union all select mail.id from desk.commands told join outbox mail on mail.command_id = told.id
      where mail.owner_id = any ($1) and told.kind = any ($2) and told.actor is not null and told.subject is distinct from told.actor
    union all select mail.id from desk.commands told join outbox mail on mail.command_id = told.id
      where mail.owner_id = any ($1) and told.actor is null and told.kind in (${sqlWords(toldByNobody)}))`,
  values: [people, amongStaff],
})
