/** `docs/promises.md` has every sentence of the sample pack, word for word, and what holds it: a test that exists, or a reason why none does. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { computedFigures, computedTables } from '../src/contract/computed.ts'
import { policyPaths } from '../src/contract/site.ts'
import { sentencesIn } from './support/promises.ts'
import { root } from './support/source.ts'

const files = [
  ...policyPaths.map((path) => `policies/${path}.md`),
  'landing.yaml',
  'plans.yaml',
  'whitepaper.yaml',
  'demonstration.md',
]
const reasons = ['heading', 'pointer', 'sample firm', 'real firm', 'advice']

const page = readFileSync(join(root, 'docs/promises.md'), 'utf8')
type Row = { sentence: string; held: string }

/** The rows below each heading, by the file that it names. */
const listed = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [file = '', ...lines] = part.split('\n')
      const rows = lines.flatMap((line): Row[] => {
        const [, sentence = '', held = ''] = /^\| (.+) \| ([^|]+) \|$/.exec(line) ?? []
        return /^(Sentence|---)?$/.test(sentence) ? [] : [{ sentence, held }]
      })
      return [file, rows] as const
    }),
)
const all = [...listed].flatMap(([file, rows]) => rows.map((row) => ({ file, ...row })))

const testsOf = (held: string) =>
  [...held.matchAll(/`([^`]+)`: “([^”]+)”/g)].map(([, file, name]) => ({
    file: file!,
    name: name!,
  }))

const sourceOf = (path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''

/** Whether this file calls a test by this name, as it is written there. */
function isTestOf({ file, name }: { file: string; name: string }): boolean {
  const call = new RegExp(
    `\\b(test|it)\\b[^\\n]*?\\(\\s*['"\`]${RegExp.escape(name)}['"\`]|\\)\\(\\s*['"\`]${RegExp.escape(name)}['"\`]`,
  )
  return file.endsWith('.test.ts') && call.test(sourceOf(file))
}

/** What is wrong with what is said to hold a sentence. */
function faultOf({ sentence, held }: Row): string | null {
  if (reasons.includes(held)) return null
  const tests = testsOf(held)
  if (tests.length === 0) return `“${sentence}”: ${held} is neither a test nor a reason`
  const missing = tests.find((named) => !isTestOf(named))
  if (missing) return `“${sentence}”: ${missing.file} has no test “${missing.name}”`
  const isComputed = /\{\{[^{}]+\}\}/.test(sentence)
  return held.startsWith('computed; ') === isComputed
    ? null
    : `“${sentence}”: it is${isComputed ? '' : ' not'} computed`
}

describe('what the texts promise', () => {
  test('is listed for every file of the pack that people read', () =>
    expect([...listed.keys()]).toEqual(files))

  test.each(files)('in %s is listed sentence by sentence, each word for word', (file) => {
    const sentences = sentencesIn(join(root, 'content/demo'), file)
    const rows = (listed.get(file) ?? []).map(({ sentence }) => sentence)
    expect({
      unlisted: sentences.filter((sentence) => !rows.includes(sentence)),
      gone: rows.filter((sentence) => !sentences.includes(sentence)),
    }).toEqual({ unlisted: [], gone: [] })
    expect(rows).toEqual(sentences)
  })

  test('is held by a test that exists, or says nothing of the product for a reason', () =>
    expect(all.map(faultOf).filter((fault) => fault !== null)).toEqual([]))

  test('uses computed parts that there are', () => {
    const known: readonly string[] = [...computedTables, ...computedFigures]
    const used = all.flatMap(({ sentence }) =>
      [...sentence.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name]) => name!),
    )
    expect(used.length).toBeGreaterThan(computedTables.length)
    expect(used.filter((name) => !known.includes(name))).toEqual([])
  })

  test('these checks see what they look for', () => {
    const row = { sentence: 'We keep nothing.', held: '`tests/promises.test.ts`: “nowhere”' }
    expect(faultOf(row)).toMatch(/has no test “nowhere”/)
    expect(faultOf({ ...row, held: 'trust us' })).toMatch(/neither a test nor a reason/)
    expect(faultOf({ ...row, held: 'advice' })).toBeNull()
    const own = '`tests/promises.test.ts`: “these checks see what they look for”'
    expect(faultOf({ ...row, held: own })).toBeNull()
    expect(faultOf({ sentence: 'For {{copy-days}} days.', held: own })).toMatch(/it is computed/)
    expect(faultOf({ ...row, held: `computed; ${own}` })).toMatch(/it is not computed/)
  })
})
