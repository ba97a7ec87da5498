/** The page that shows how a noun is made quotes one that is tested. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fencesIn } from './support/markdown.ts'
import { root } from './support/source.ts'

const page = readFileSync(join(root, 'docs/making-a-noun.md'), 'utf8')
const toy = readFileSync(join(root, 'tests/support/toy.ts'), 'utf8')

test('docs/making-a-noun.md quotes the noun that only tests know', () => {
  const quoted = fencesIn(page)
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => text.trim())
  expect(quoted).toHaveLength(4)
  expect(quoted.filter((text) => !toy.includes(text))).toEqual([])
})
