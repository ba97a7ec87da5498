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

/** Mails of one kind that others' commands send to one address in a day: more than the requests that one screen approves at once. */
const maxOfOthers = 60
/** Mails of all kinds to an address that nobody has confirmed: it may be a stranger's. */
const maxUnconfirmed = 30

const ofToday = (mail: string) => `${mail}.created_at > clock_timestamp() - interval '1 day'`

/**
 * SQL that puts given mails into the outbox. What somebody else's command tells a person is counted by the address that it goes to,
 * whichever command it is. No decision is refused because of its mail: beyond the limit one mail says that there is more, and where
 * all of it stands. Each kind has a count of its own, so that no flood of one hides another, such as that a factor will be removed.
 */
const inserting = (given: string) => `
  insert into outbox (command_id, owner_id, template, values, state, recipient)
  select mail.command_id, mail.owner_id, case when counted.beyond then 'more-today' else mail.template end,
      case when counted.beyond then jsonb_build_object('instead', mail.template) else mail.values end, mail.state, mail.recipient
    from (select given.*, row_number() over (partition by owner_id, recipient, template order by place) as nth from (${given}) given) mail
      join desk.commands command on command.id = mail.command_id
      left join owners owner on owner.id = mail.owner_id,
      lateral (select mail.state = 'waiting' and command.actor is distinct from mail.owner_id and command.actor is not null as counts,
        case when owner.email_verified then ${maxOfOthers} else ${maxUnconfirmed} end as most) bound,
      lateral (select count(*) as lately from outbox earlier where bound.counts and earlier.owner_id = mail.owner_id and ${ofToday('earlier')}
        and earlier.recipient is not distinct from mail.recipient and (earlier.template = mail.template or not owner.email_verified)) sent,
      lateral (select bound.counts and sent.lately + mail.nth > bound.most as beyond) counted
   where not counted.beyond
      or sent.lately + mail.nth = greatest(bound.most, sent.lately) + 1
        and not exists (select from outbox told where told.owner_id = mail.owner_id and told.template = 'more-today' and ${ofToday('told')}
          and told.recipient is not distinct from mail.recipient and (told.values ->> 'instead' = mail.template or not owner.email_verified))
   order by mail.place, mail.recipient`

const givenMails = `unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::text[]`

/** Without what a person doesn't want to hear of. */
const insertText = inserting(`
  select mail.* from ${givenMails}, $6::text[]) with ordinality as mail(command_id, owner_id, template, values, state, recipient, place)
   where not exists (select from auth.persons person where person.id = mail.owner_id and mail.template = any (person.muted_mails))`)

const insertEverywhereText = inserting(`
  select mail.command_id, mail.owner_id, mail.template, mail.values, mail.state, known.email as recipient, mail.place
    from ${givenMails}, $6::bigint[]) with ordinality as mail(command_id, owner_id, template, values, state, within_ms, place), lateral (
      select email from auth.persons where id = mail.owner_id
      union select email from auth.earlier_emails where person_id = mail.owner_id and replaced_at > clock_timestamp() - mail.within_ms * interval '1 millisecond') known`)

export function insertMailsStatements(mails: readonly Row[], state: MailState): QueryConfig[] {
  const [everywhere, single] = [true, false].map((toAll) =>
    mails.filter((mail) => (mail.everywhere !== undefined) === toAll),
  ) as [Row[], Row[]]
  const statements = [
    {
      name: 'outbox.insert',
      text: insertText,
      values: [...commonOf(single, state), textArray(single.map(({ to }) => to ?? null))],
    },
    {
      name: 'outbox.insert-everywhere',
      text: insertEverywhereText,
      values: [
        ...commonOf(everywhere, state),
        bigintArray(everywhere.map((mail) => mail.everywhere ?? 0)),
      ],
    },
  ]
  return statements.filter((_, i) => [single, everywhere][i]!.length > 0)
}

/**
 * Of commands in these people's lists, without a command, and of commands by which staff are told of a third or of the
 * firm (`byItself`: though nobody signed in gave them): what speaks of others as well stays with them.
 */
export const eraseMailsStatement = (
  people: readonly string[],
  tellingStaff: { byStaff: readonly string[]; byItself: readonly string[] },
): QueryConfig => ({
  name: 'outbox.erase',
  text: `delete from outbox where owner_id = any ($1) and id in (
    select id from desk.activity item join outbox mail using (command_id) where item.owner_id = any ($1)
    union all select id from outbox where owner_id = any ($1) and command_id is null
    union all select mail.id from desk.commands told join outbox mail on mail.command_id = told.id
      where mail.owner_id = any ($1) and told.kind = any ($2) and told.actor is not null and told.subject is distinct from told.actor
    union all select mail.id from desk.commands told join outbox mail on mail.command_id = told.id
      where mail.owner_id = any ($1) and told.actor is null and told.kind in (${sqlWords(tellingStaff.byItself)}))`,
  values: [people, tellingStaff.byStaff],
})
