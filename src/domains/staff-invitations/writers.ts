/** How invitations are made, replaced and taken back. */
import type { QueryConfig } from 'pg'
import { writesEffect } from '../../desk/write.ts'
import { plainArray, textArray, uuidArray } from '../../platform/sql-array.ts'
import { endInvitation, makeInvitation, type NewInvitation } from './effects.ts'

const endOpen = (column: 'id' | 'email') =>
  `update auth.staff_invitations set ended_at = clock_timestamp() where used_at is null and ended_at is null and ${column} = any ($1)`

const insertOf = (columns: string, values: string, invitations: readonly NewInvitation[]) => ({
  text: `insert into auth.staff_invitations (id, email, invited_by, mac${columns})
    select id, email, invited_by, decode(mac, 'hex')${values} from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) as given(id, email, invited_by, mac)`,
  values: [
    uuidArray(invitations.map(({ id }) => id)),
    textArray(invitations.map(({ email }) => email)),
    uuidArray(invitations.map(({ invitedBy }) => invitedBy)),
    plainArray(invitations.map(({ mac }) => mac)),
  ],
})

/** One of an administrator holds for half an hour, and is written with the rights of the database's owner alone. */
function makingStatements(invitations: readonly NewInvitation[]): QueryConfig[] {
  const ofRole = (role: NewInvitation['role']) => invitations.filter((one) => one.role === role)
  return [
    {
      name: 'staff-invitations.replace',
      text: endOpen('email'),
      values: [textArray(invitations.map(({ email }) => email))],
    },
    ...(ofRole('user').length > 0
      ? [{ name: 'staff-invitations.insert', ...insertOf('', '', ofRole('user')) }]
      : []),
    ...(ofRole('admin').length > 0
      ? [
          {
            name: 'staff-invitations.insert-administrators',
            ...insertOf(
              ', role, expires_at',
              `, 'admin', clock_timestamp() + interval '30 minutes'`,
              ofRole('admin'),
            ),
          },
        ]
      : []),
  ]
}

export const writers = [
  writesEffect(
    makeInvitation,
    (effects) => makingStatements(effects.map(({ value }) => value)),
    (people) => [
      {
        name: 'staff-invitations.erase',
        text: 'delete from auth.staff_invitations where owner_id = any ($1)',
        values: [people],
      },
    ],
  ),
  writesEffect(endInvitation, (effects) => [
    {
      name: 'staff-invitations.end',
      text: endOpen('id'),
      values: [uuidArray(effects.map(({ value }) => value))],
    },
  ]),
]
