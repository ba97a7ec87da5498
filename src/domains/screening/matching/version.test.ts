/** Whoever changes how people are found has everybody compared anew. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { comparedOf } from '../../checks/compared.ts'
import { matchingVersion } from './listed-names.ts'

/** Of the files of this folder as they were when the version was raised last. */
const recorded = { version: 1, digest: 'd373cb9db86cb32f' }

test('the version of the matching is that of its files', () => {
  const folder = import.meta.dirname
  const digest = createHash('sha256')
  for (const name of readdirSync(folder)
    .filter((one) => !one.endsWith('.test.ts'))
    .toSorted())
    digest.update(readFileSync(join(folder, name)))
  expect(
    { version: matchingVersion, digest: digest.digest('hex').slice(0, 16) },
    'Raise matchingVersion where other people may be found, then record both here.',
  ).toEqual(recorded)
})

test('with it everybody is due again', () => {
  expect(comparedOf('owner.id')).toContain(`'matching', ${matchingVersion}`)
})
