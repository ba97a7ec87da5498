/** Decisions: each has its line in the index, and whoever cites a number finds what it says. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesOf, root } from './support/source.ts'

const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = filesOf('docs/decisions/[0-9]*.md').map((path) => {
  const [, number, title] = /^# (\d+)\. (.*)/.exec(textOf(path))!
  return { path, number: Number(number), title }
})
const numbers = new Set(pages.map(({ number }) => number))

const [index, retired] = textOf('docs/decisions/README.md').split('## Retired numbers\n') as [
  string,
  string,
]
const [told, never] = retired.split('Never used:') as [string, string]
const successors = [...told.matchAll(/\b(\d+) → (\d+)\b/g)]
const inCode = [...told.matchAll(/\b(\d+) \(`([^`]+)`\)/g)]
const retiredNumbers = [...successors, ...inCode].map(([, number]) => Number(number))

/** The numbers of decisions that a text cites, such as `docs/decisions/051, 076`, or in words. */
const citedIn = (text: string): number[] =>
  [...text.matchAll(/\bdecisions?(?:\/| \[?)(\d{1,3}(?:(?:, | and )\d{2,3})*)\b/gi)].flatMap(
    ([, list]) => list!.split(/, | and /).map(Number),
  )

test('every decision is in the index, in order and under its own title', () => {
  expect(index.match(/^- .*$/gm)).toEqual(
    pages.map(({ path, number, title }) => `- ${number} [${title}](${basename(path)})`),
  )
  expect(pages.map(({ path }) => Number(basename(path).slice(0, 3)))).toEqual([...numbers])
})

test('a retired number has no page, and says where the subject is told now', () => {
  expect(retiredNumbers.filter((number) => numbers.has(number))).toEqual([])
  expect(successors.filter(([, , page]) => !numbers.has(Number(page)))).toEqual([])
  expect(inCode.filter(([, , path]) => !existsSync(join(root, path!)))).toEqual([])
})

test('every number up to the last one has a page, is retired, or was never used', () => {
  const all = [...numbers, ...retiredNumbers, ...(never.match(/\d+/g) ?? []).map(Number)]
  expect(all.sort((one, other) => one - other)).toEqual(
    Array.from({ length: Math.max(...all) }, (_, place) => place + 1),
  )
})

describe('a decision that is cited', () => {
  const cited = (...patterns: string[]) =>
    filesOf(...patterns).flatMap((path) =>
      citedIn(textOf(path)).map((number) => ({ path, number })),
    )
  test('has a page', () => {
    const found = cited('{src,tests,proofs,scripts,deploy,docs}/**/*.{ts,tsx,md}', '*.md')
    expect(found.length).toBeGreaterThan(50)
    expect(found.filter(({ number }) => !numbers.has(number))).toEqual([])
  })
  test('has a page or is retired, in a migration, which is never edited', () => {
    const known = new Set([...numbers, ...retiredNumbers])
    const found = cited('db/migrations/*.sql')
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter(({ number }) => !known.has(number))).toEqual([])
  })
})

test.each([
  ['(docs/decisions/051, 076). Pure.', [51, 76]],
  ['decisions 049 and 069', [49, 69]],
  ['[decision 99](../decisions/099-older-reads.md)', [99, 99]],
  ['a decision of 3 people', []],
])('these rules see what is cited: %s', (text, found) => expect(citedIn(text)).toEqual(found))
