import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problems } from '../src/contract/problems.ts'
import { filesOf, root } from './support/source.ts'

test('every code of the catalogue is expected by a test', () => {
  const tests = filesOf('tests/**/*.test.ts', 'src/**/*.test.ts').filter(
    (path) => path !== 'tests/catalogue.test.ts',
  )
  const text = tests.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  const missing = Object.keys(problems).filter(
    (code) => !new RegExp(`['"\`]${code}['"\`]`).test(text),
  )
  expect(missing).toEqual([])
})
