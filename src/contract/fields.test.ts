import { expect, test } from 'vitest'
import { matrix, type Row } from '../../tests/roles/matrix.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { text } from './fields.ts'

/** Compared, and read by nobody; or a file, whose lines are cleaned as they are read. */
const secret = /password|challenge|^code$|^file$/i
const unseen = [
  '\u2800',
  '\u{1D159}',
  '\u0301\u0308',
  '\uffff',
  '\ue000',
  '\u{e0041}\u{e0042}',
  '\ufe0f',
  ' \u200b ',
]

/** Whether a body with this text in one field is refused for that field. */
function refuses(
  endpoint: Endpoint,
  body: Record<string, unknown>,
  field: string,
  text: string,
): boolean {
  const { error } = endpoint.body!.safeParse({ ...body, [field]: text })
  return error?.issues.some(({ path }) => path[0] === field) ?? false
}

/** Every field of a body, in the rows of the matrix of roles, that takes any words. */
const fields = Object.entries<Row>(matrix).flatMap(([name, { body }]) => {
  const endpoint = endpoints[name as keyof typeof endpoints] as Endpoint
  if (!body || !endpoint.body) return []
  return Object.keys(body)
    .filter(
      (field) =>
        !secret.test(field) &&
        typeof body[field] === 'string' &&
        !refuses(endpoint, body, field, 'All of it can be lost.'),
    )
    .map((field) => ({ name, field, endpoint, body }))
})

test('I17 no text that others read can be of characters that nobody sees, in whichever call', () => {
  expect(new Set(fields.map(({ field }) => field))).toEqual(
    new Set([
      'fullName',
      'legalName',
      'address',
      'account',
      'reason',
      'name',
      'note',
      'bankName',
      'bankNumber',
      'text',
      'title',
      'riskWarning',
      'reference',
      'changed',
      'words',
    ]),
  )
  for (const { name, field, endpoint, body } of fields) {
    for (const text of unseen)
      expect([name, field, text, refuses(endpoint, body, field, text)]).toEqual([
        name,
        field,
        text,
        true,
      ])
  }
})

test('a text that is far too long is told so, and nothing is looked for in it', () => {
  const secret = 'cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx'
  const found = text(200, 'Note').safeParse(`${'word '.repeat(16_000)}${secret}`)
  expect(found.error!.issues.map(({ message }) => message)).toEqual([
    'Note can have at most 200 characters',
  ])
})

/** About the house and those who work here; nobody whose money it is reads it. */
const ofTheHouse = [
  'proposeMatchDecision',
  'withdrawReviewMark',
  'proposeMonthReopening',
  'explainEarlierPayout',
  'proposeRoleChange',
  'refuseInvitedRole',
  'inviteStaff',
  'withdrawStaffInvitation',
]

test('rule 8: no reason that a person reads asks them to pay for their own money, in whichever call', () => {
  const asked = fields.filter(({ field }) => field === 'reason')
  const open = asked
    .filter(
      ({ endpoint, body }) =>
        !refuses(endpoint, body, 'reason', 'Pay the tax first to receive your money.'),
    )
    .map(({ name }) => name)
  expect(asked.length).toBeGreaterThan(15)
  expect(open).toEqual(ofTheHouse)
})
