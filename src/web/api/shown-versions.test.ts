import { expect, test } from 'vitest'
import { accountVersion } from '../../contract/endpoint.ts'
import { mayLack, noteVersion } from './shown-versions.ts'

const reply = (version?: number) =>
  new Response(null, { headers: version === undefined ? {} : { [accountVersion]: `${version}` } })

test('An answer may lack what came after it was read, however new another answer is', () => {
  noteVersion('activity', reply(3))
  noteVersion('me', reply(4))
  expect([mayLack('activity', 3), mayLack('activity', 4), mayLack('me', 4)]).toEqual([
    false,
    true,
    false,
  ])
})

test('What says nothing of its version may lack anything, and a refusal makes it no newer', () => {
  noteVersion('site', reply())
  noteVersion(undefined, reply(9))
  expect([mayLack('site', 1), mayLack('never asked', 1)]).toEqual([true, true])
})
