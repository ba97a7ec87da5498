import { afterEach, expect, test, vi } from 'vitest'
import {
  askPasskey,
  browserHasPasskeys,
  makePasskey,
  passkeySentence,
  whyNoPasskeys,
} from './passkey.ts'

afterEach(() => vi.unstubAllGlobals())

const named = (name: string) => Object.assign(new Error('of the browser'), { name })

test.each([
  ['NotAllowedError', /cancelled, or took too long/],
  ['InvalidStateError', /already/],
  ['SecurityError', /address/],
])('%s is told in a sentence that says what to do', (name, words) =>
  expect(passkeySentence(named(name))).toMatch(words),
)

test('what nobody has thought of is told as well, and not in the browser’s words', () => {
  for (const error of [named('UnknownError'), named('constructor'), 'a text'])
    expect(passkeySentence(error)).toMatch(/^The passkey could not be used/)
})

test('where there are no passkeys, nobody is asked for one', async () => {
  expect(browserHasPasskeys()).toBe(false)
  for (const ask of [askPasskey, makePasskey]) {
    expect(await ask({})).toEqual({
      failure: {
        status: 'CUSTOM_ERROR',
        error: 'This browser can’t use passkeys here. Choose another way.',
      },
    })
  }
})

test('a browser without passkeys blames the connection only where that is why', () => {
  vi.stubGlobal('isSecureContext', true)
  expect(whyNoPasskeys()).not.toMatch(/https|machine/)
  vi.stubGlobal('isSecureContext', false)
  expect(whyNoPasskeys()).toMatch(/https/)
})
