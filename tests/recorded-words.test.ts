/** The words that are hashed, signed or recorded stay as they are: src/desk/recorded-words.md lists them all. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { activityTitles } from '../src/contract/activity-kinds.ts'
import { commands } from '../src/domains/nouns.ts'
import { kindNames } from '../src/ledger/core/chart.ts'
import { tableIn } from './support/markdown.ts'
import { readSources, root } from './support/source.ts'

const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const page = textOf('src/desk/recorded-words.md')
const listed = (heading: string) =>
  tableIn(page, heading)
    .map(([word]) => word!.replaceAll('`', ''))
    .toSorted()

/** The words of a union of texts, which begins after `before`. */
function unionIn(path: string, before: RegExp): string[] {
  const [, union] = new RegExp(`${before.source}((?:\\s*\\|?\\s*'[\\w-]+')+)`).exec(textOf(path))!
  return [...union!.matchAll(/'([\w-]+)'/g)].map(([, word]) => word!).toSorted()
}

test('the labels of digests are listed', () => {
  expect(listed('Digest')).toEqual(unionIn('src/desk/chain.ts', /type Label =/))
})

test('the uses of signed ids are listed', () => {
  expect(listed('Use')).toEqual(unionIn('src/platform/signed.ts', /type SignedUse =/))
})

test('the names of commands are listed', () => {
  expect(listed('Command')).toEqual(Object.keys(commands).toSorted())
})

test('the kinds of activity are listed', () => {
  expect(listed('Activity')).toEqual(Object.keys(activityTitles).toSorted())
})

test('no rule leaves activity of a kind that is not listed', () => {
  const kinds = readSources('src/domains/*/{rules,credit}.ts').flatMap(({ text }) =>
    [...text.matchAll(/owner(?:: [\w.]+)?, kind: '([\w-]+)'/g)].map(([, kind]) => kind!),
  )
  // Postings name kinds of accounts in the same shape.
  const activity = new Set(kinds.filter((kind) => !kindNames.some((name) => name === kind)))
  expect(activity.size).toBeGreaterThan(20)
  expect([...activity].filter((kind) => !listed('Activity').includes(kind))).toEqual([])
})
