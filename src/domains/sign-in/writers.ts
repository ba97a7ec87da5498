/** How sessions, links and factors end with a command. */
import type { QueryConfig } from 'pg'
import { givenRows } from '../../desk/bulk.ts'
import { writesEffect } from '../../desk/write.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { textArray, uuidArray } from '../../platform/sql-array.ts'
import { endRemovalsText } from './waiting-changes.ts'
import {
  addPerson,
  endFactorsOf,
  endLinksOf,
  endSessionsOf,
  takeFactorOf,
  type TakenFactor,
} from './effects.ts'
import { endingText } from './session-ends.ts'
import { endFactorsTexts } from './second-factor.ts'

const addingWriter = writesEffect(addPerson, (effects) => {
  const { table, values } = givenRows(
    effects.map(({ value }) => value),
    {
      id: ['uuid', ({ id }) => id],
      full_name: ['text', ({ fullName }) => fullName],
      email: ['text', ({ email }) => email],
      hash: ['text', ({ passwordHash }) => passwordHash],
      mac: ['text', ({ passwordMac }) => passwordMac],
      email_mac: ['text', ({ emailMac }) => emailMac],
    },
  )
  return [
    {
      name: 'sign-in.add-people',
      // One statement, so that there is never a person without a password.
      text: `with given as materialized (select * from ${table}),
          person as (insert into auth.persons (id, full_name, email, email_mac) select id, full_name, email, decode(email_mac, 'hex') from given returning id)
        insert into auth.passwords (person_id, hash, mac) select id, given.hash, decode(given.mac, 'hex') from given join person using (id)`,
      values,
    },
  ]
})

const peopleOf = (effects: readonly { value: OwnerId }[]) => effects.map(({ value }) => value)

const sessionsWriter = writesEffect(endSessionsOf, (effects) => [
  // A sign-in between password and second factor has to start again. A statement of its own before the next: signing in ends this
  // first too, and then marks its browser.
  {
    name: 'sign-in.end-begun',
    text: `delete from auth.challenges where person_id = any ($1) and use = 'second-factor'`,
    values: [effects.map(({ value }) => value.owner)],
  },
  // Browsers that signed in before are forgotten with the sessions.
  {
    name: 'sign-in.forget-browsers',
    text: 'delete from auth.known_browsers where person_id = any ($1)',
    values: [effects.map(({ value }) => value.owner)],
  },
  {
    name: 'sign-in.end-sessions',
    text: endingText('person_id = any ($1)', '($2::text[])[array_position($1::uuid[], person_id)]'),
    values: [
      uuidArray(effects.map(({ value }) => value.owner)),
      textArray(effects.map(({ value }) => value.why)),
    ],
  },
])

const linksWriter = writesEffect(
  endLinksOf,
  (effects) => [
    {
      name: 'sign-in.end-links',
      text: 'delete from auth.links where person_id = any ($1)',
      values: [peopleOf(effects)],
    },
  ],
  (people) => [
    {
      name: 'sign-in.erase-link-requests',
      text: 'delete from auth.link_requests where email in (select email from auth.persons where id = any ($1))',
      values: [people],
    },
  ],
)

/** Recovery codes go with the last factor, and new destinations of money wait from now on. */
function takingStatements(taken: readonly TakenFactor[]): QueryConfig[] {
  const apps = taken.filter(({ app }) => app !== null)
  const passkeys = taken.filter(({ passkey }) => passkey !== null)
  const people = taken.map(({ owner }) => owner)
  const hasOne = `(exists (select from auth.authenticator_apps app where app.person_id = person.id and app.confirmed_at is not null)
    or exists (select from auth.passkeys passkey where passkey.person_id = person.id))`
  return [
    {
      name: 'sign-in.take-apps',
      text: 'delete from auth.authenticator_apps where (person_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))',
      values: [uuidArray(apps.map(({ owner }) => owner)), uuidArray(apps.map(({ app }) => app))],
    },
    {
      name: 'sign-in.take-passkeys',
      text: 'delete from auth.passkeys where (person_id, id) in (select * from unnest($1::uuid[], $2::text[]))',
      values: [
        uuidArray(passkeys.map(({ owner }) => owner)),
        textArray(passkeys.map(({ passkey }) => passkey)),
      ],
    },
    {
      name: 'sign-in.take-codes',
      text: `delete from auth.recovery_codes code using auth.persons person where person.id = code.person_id and person.id = any ($1) and not ${hasOne}`,
      values: [people],
    },
    {
      name: 'sign-in.took-factors',
      text: `update auth.persons person set security_changed_at = clock_timestamp(), has_second_factor = ${hasOne} where person.id = any ($1)`,
      values: [people],
    },
  ]
}

const factorsWriter = writesEffect(takeFactorOf, (effects) =>
  takingStatements(effects.map(({ value }) => value)),
)

/** With them ends what staff wanted to take away of them. */
const allFactorsWriter = writesEffect(endFactorsOf, (effects) =>
  [...endFactorsTexts, endRemovalsText].map((text, i) => ({
    name: `sign-in.end-factors-${i}`,
    text,
    values: [peopleOf(effects)],
  })),
)

export const signInWriters = [
  addingWriter,
  sessionsWriter,
  linksWriter,
  factorsWriter,
  allFactorsWriter,
]
