import { expect, test } from 'vitest'
import {
  clearedCookie,
  credentialFrom,
  credentialOf,
  sessionCookie,
  tokenOf,
} from './credential.ts'

const secret = 'one secret'
const token = 'abcdefghijklmnopqrstuvwxyz012345'

test('A8: only what this secret signed gives its token back', () => {
  const credential = credentialOf(secret, token)
  expect(tokenOf(secret, credential)).toBe(token)
  for (const forged of [
    '',
    token,
    `${token}.`,
    `${credential}=`,
    ` ${credential}`,
    credential.toUpperCase(),
    credentialOf('other', token),
  ]) {
    expect(tokenOf(secret, forged), forged).toBeNull()
  }
})

test('the cookie that is set is the one that is read', () => {
  for (const secure of [false, true]) {
    const pair = sessionCookie(secure, credentialOf(secret, token), 60_000).split(';')[0]!
    expect(credentialFrom({ cookie: `theme=dark; ${pair}; x=y` }, secure)).toBe(
      credentialOf(secret, token),
    )
    expect(credentialFrom({ cookie: clearedCookie(secure).split(';')[0] }, secure)).toBeNull()
  }
  expect(credentialFrom({ cookie: 'xsession=1; session2=2' }, false)).toBeNull()
})

test('a bearer token goes before a cookie, even when it is none', () => {
  expect(credentialFrom({ authorization: 'Bearer abc', cookie: 'session=xyz' }, false)).toBe('abc')
  expect(credentialFrom({ authorization: 'bearer   abc' }, false)).toBe('abc')
  expect(credentialFrom({ authorization: 'Basic abc', cookie: 'session=xyz' }, false)).toBe('')
  expect(credentialFrom({}, false)).toBeNull()
})
