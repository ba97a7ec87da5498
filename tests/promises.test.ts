/** `docs/promises.md` accounts for every sentence of the sample pack, by a key that changes with it: tests that exist hold it, or a reason says why none does. */
import { createHash } from 'node:crypto'
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
const parts = page
  .split(/^## /m)
  .slice(1)
  .map((part) => [/^.*/.exec(part)![0], part] as const)
type NamedTest = { file: string; name: string }
/** Named by their first words and the beginning of their digest: `The history of…38b7`. */
type Line = { keys: string[]; held: string }

/** `T12` and so on, with the file above each. */
function testsIn(part: string): [string, NamedTest][] {
  let file = ''
  return part.split('\n').flatMap((line): [string, NamedTest][] => {
    file = /^- `([^`]+)`$/.exec(line)?.[1] ?? file
    const [, number, name] = /^ {2}- (T\d+) “(.+)”$/.exec(line) ?? []
    return number ? [[number, { file, name: name! }]] : []
  })
}

function lineOf(line: string): Line[] {
  const [, reason, those] = /^- \*\*(.+?)\*\*: (.+)$/.exec(line) ?? []
  if (reason) return [{ keys: those!.split(/(?<=…[\da-f]{4}); /), held: reason }]
  const [, key, held] = /^- (.+?…[\da-f]{4}): (.+)$/.exec(line) ?? []
  return key ? [{ keys: [key], held: held! }] : []
}

const numbered = testsIn(parts.find(([heading]) => heading === 'Tests')![1])
const tests = new Map(numbered)
const listed = new Map(
  parts
    .filter(([heading]) => heading !== 'Tests')
    .map(([file, part]) => [file, part.split('\n').flatMap(lineOf)]),
)

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 4)
const isKeyOf = (key: string, sentence: string) => {
  const [, words, digest] = /^(.+)…(.{4})$/.exec(key) ?? []
  return `${sentence} `.startsWith(`${words} `) && digest === digestOf(sentence)
}
const keyOf = (sentence: string) =>
  `${sentence.split(' ').slice(0, 3).join(' ')}…${digestOf(sentence)}`

/** Each sentence takes one key, since the same one may stand in a file twice. */
function compare(sentences: string[], keys: string[]) {
  const left = [...keys]
  const unlisted = sentences.filter((sentence) => {
    const at = left.findIndex((key) => isKeyOf(key, sentence))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return { unlisted: unlisted.map((sentence) => `${keyOf(sentence)}: ${sentence}`), gone: left }
}

const sentencesOf = (file: string) => sentencesIn(join(root, 'content/demo'), file)
const all = [...listed].flatMap(([file, lines]) =>
  lines.flatMap(({ keys, held }) =>
    keys.map((key) => ({
      sentence: sentencesOf(file).find((sentence) => isKeyOf(key, sentence)) ?? key,
      held,
    })),
  ),
)

const sourceOf = (path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''

/** Whether this file calls a test by this name, as it is written there. */
function isTestOf({ file, name }: NamedTest): boolean {
  const call = new RegExp(
    `\\b(test|it)\\b[^\\n]*?\\(\\s*['"\`]${RegExp.escape(name)}['"\`]|\\)\\(\\s*['"\`]${RegExp.escape(name)}['"\`]`,
  )
  return file.endsWith('.test.ts') && call.test(sourceOf(file))
}

/** What is wrong with what is said to hold a sentence. */
function faultOf({ sentence, held }: { sentence: string; held: string }): string | null {
  if (reasons.includes(held)) return null
  if (!/^(computed )?T\d+( T\d+)*$/.test(held))
    return `“${sentence}”: ${held} is neither tests nor a reason`
  const unknown = held.match(/T\d+/g)!.find((number) => !tests.has(number))
  if (unknown) return `“${sentence}”: ${unknown} is not listed`
  const isComputed = /\{\{[^{}]+\}\}/.test(sentence)
  return held.startsWith('computed ') === isComputed
    ? null
    : `“${sentence}”: it is${isComputed ? '' : ' not'} computed`
}

describe('what the texts promise', () => {
  test('is listed for every file of the pack that people read', () =>
    expect([...listed.keys()]).toEqual(files))

  test.each(files)('in %s is listed sentence by sentence, each once and as it stands', (file) => {
    const keys = (listed.get(file) ?? []).flatMap((line) => line.keys)
    expect(compare(sentencesOf(file), keys)).toEqual({ unlisted: [], gone: [] })
  })

  test('is held by tests that are listed, or says nothing of the product for a reason', () =>
    expect(all.map(faultOf).filter((fault) => fault !== null)).toEqual([]))

  test('names each test once, and each exists and holds something', () => {
    expect(numbered.map(([number]) => number)).toEqual(numbered.map((_, at) => `T${at + 1}`))
    const names = numbered.map(([, { file, name }]) => `${file}: ${name}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(numbered.filter(([, named]) => !isTestOf(named))).toEqual([])
    const used = new Set(all.flatMap(({ held }) => held.split(' ')))
    expect(numbered.filter(([number]) => !used.has(number))).toEqual([])
  })

  test('uses computed parts that there are', () => {
    const known: readonly string[] = [...computedTables, ...computedFigures]
    const used = all.flatMap(({ sentence }) =>
      [...sentence.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name]) => name!),
    )
    expect(used.length).toBeGreaterThan(computedTables.length)
    expect(used.filter((name) => !known.includes(name))).toEqual([])
  })

  test('these checks see what they look for', () => {
    const row = { sentence: 'We keep nothing.', held: 'T9999' }
    expect(faultOf(row)).toMatch(/T9999 is not listed/)
    expect(faultOf({ ...row, held: 'trust us' })).toMatch(/neither tests nor a reason/)
    expect(faultOf({ ...row, held: 'advice' })).toBeNull()
    expect(faultOf({ ...row, held: 'T1' })).toBeNull()
    expect(faultOf({ sentence: 'For {{copy-days}} days.', held: 'T1' })).toMatch(/it is computed/)
    expect(faultOf({ ...row, held: 'computed T1' })).toMatch(/it is not computed/)
    const own = { file: 'tests/promises.test.ts', name: 'these checks see what they look for' }
    expect(isTestOf(own)).toBe(true)
    expect(isTestOf({ ...own, name: 'nowhere' })).toBe(false)
    const key = keyOf(row.sentence)
    expect(compare([row.sentence], [key])).toEqual({ unlisted: [], gone: [] })
    expect(compare(['We keep nothing!'], [key])).toEqual({
      unlisted: [expect.stringContaining('We keep nothing!')],
      gone: [key],
    })
    expect(compare([row.sentence, row.sentence], [key]).unlisted).toHaveLength(1)
    expect(compare([row.sentence], [key, key]).gone).toEqual([key])
    expect(lineOf(`- ${key}: T1 T2`)).toEqual([{ keys: [key], held: 'T1 T2' }])
    expect(lineOf(`- **advice**: ${key}; ${key}`)).toEqual([{ keys: [key, key], held: 'advice' }])
  })
})
