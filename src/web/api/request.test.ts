import { expect, test } from 'vitest'
import { getActivity, getUserActivity } from '../../contract/activity.ts'
import { getNotes, writeNote } from '../../contract/note.ts'
import { signPayoutBatch } from '../../contract/payout-batch.ts'
import { freezeOwnAccount } from '../../contract/security.ts'
import { closeUser, freezeUser, getUsers, getUsersCsv } from '../../contract/user.ts'
import { addressOf, callOf, fetchArgsOf, pathOf } from './request.ts'

const parts = (...asked: Parameters<typeof callOf>) => {
  const call = callOf(...asked)
  return { path: pathOf(call), query: call.query, body: call.body }
}

test('what the path names goes there, and the rest into the body', () => {
  expect(parts(writeNote, { userId: 'u1', text: 'Called' })).toEqual({
    path: '/invest/api/v1/users/u1/notes',
    query: undefined,
    body: { text: 'Called' },
  })
})

test('the only parameter of a path stands for itself, and then nothing is sent', () => {
  expect(parts(closeUser, 'u1').path).toBe('/invest/api/v1/u1')
  expect(parts(closeUser, 'u1').body).toBeUndefined()
})

test('a body of which nothing is given is sent empty, since the server asks for one', () => {
  expect(parts(freezeOwnAccount, {}).body).toEqual({})
})

test('what is read asks with its query, and sends nothing that isn’t chosen', () => {
  expect(parts(getUsers, { search: '', status: null, sort: 'fullName' })).toEqual({
    path: '/invest/api/v1/users',
    query: { sort: 'fullName' },
    body: undefined,
  })
})

test('where nothing is asked for the address ends without a question mark', () => {
  expect(fetchArgsOf(callOf(getUsers, undefined), null)).not.toHaveProperty('params')
})

test('what a call says each time is said beside what is asked', () => {
  expect(parts(getNotes, 'u1', { limit: '10', cursor: '' }).query).toEqual({ limit: '10' })
})

test('the bytes of a file are the whole body', () => {
  expect(parts(signPayoutBatch, { id: 'b1', bytes: 'cHNidP8=' }).body).toBe('cHNidP8=')
})

test('who names a user asks for theirs, and otherwise for one’s own', () => {
  const either = { ...getActivity, ofUser: getUserActivity }
  expect(callOf(either, { userId: null }).query).toBeUndefined()
  const own = parts(either, { userId: null, kind: 'deposit' })
  expect(own).toEqual(parts(getActivity, { kind: 'deposit' }))
  const theirs = parts(either, { userId: 'u1', kind: 'deposit' })
  expect(theirs).toEqual(parts(getUserActivity, { userId: 'u1', kind: 'deposit' }))
})

test('the address of a file has its query where there is one', () => {
  const { path } = parts(getUsersCsv, undefined)
  expect(addressOf(getUsersCsv, undefined)).toBe(path)
  expect(addressOf(getUsersCsv, { search: 'Ann & Bo', status: '' })).toBe(
    `${path}?search=Ann+%26+Bo`,
  )
})

test('a parameter that is missing is no request', () => {
  expect(() => pathOf(callOf(freezeUser, { reason: 'Asked for' }))).toThrow('needs userId')
})
