/** The lists of docs/security.md are true: each threat is proved by a test of its name, or says why it doesn't apply. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesOf, root } from './support/source.ts'

const upTo = (letter: string, last: number) =>
  Array.from({ length: last }, (_, n) => `${letter}${n + 1}`)
const threats = [
  ...upTo('A', 15),
  ...upTo('C', 8),
  ...upTo('E', 6),
  ...upTo('F', 4),
  'B6',
  ...upTo('G', 3),
  ...upTo('H', 6),
  ...upTo('I', 20),
  ...upTo('J', 22),
  'J24',
  'J25',
]

type Line = { name: string; text: string }

/** The lists below a heading: `- **A1** text`, or `- 1.2.1 1.2.2: text`. */
function linesBelow(page: string, heading: string): Line[] {
  const part = page.split(/^## /m).find((one) => one.startsWith(heading)) ?? ''
  return part.split('\n').flatMap((line) => {
    const [, id, requirements, text] =
      /^- (?:\*\*([A-Z]\d+)\*\*|([\d., to]+):) (.+)$/.exec(line) ?? []
    if (line.startsWith('- ') && text === undefined)
      throw new Error(`No line of this list: ${line}`)
    return text === undefined ? [] : [{ name: (id ?? requirements)!, text }]
  })
}

const filesIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path]) => path!)
const idsIn = (cell: string) => cell.replaceAll(/`[^`]*`/g, '').match(/\b[A-Z]\d+\b/g) ?? []
const isExplained = (what: string) => what.startsWith("Doesn't apply: ")

/** Whether a file has a test, or a group of them, whose name begins with this ID. */
const hasTestOf = (id: string, text: string) => new RegExp(`\\(\\s*['"\`]${id}\\b[: ]`).test(text)

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const threatsSaid = linesBelow(page, 'Threats')
const standard = linesBelow(page, 'The verification standard')

test('every threat has one line', () =>
  expect(threatsSaid.map(({ name }) => name)).toEqual(threats))

describe('a threat', () => {
  test.each(threatsSaid)(
    '$name names its tests, or says why it doesn’t apply',
    ({ name: id, text }) => {
      const paths = filesIn(text)
      if (paths.length === 0) return expect([id, isExplained(text)]).toEqual([id, true])
      for (const path of paths) {
        const files = filesOf(path)
        const proving = files.filter((file) =>
          hasTestOf(id, readFileSync(join(root, file), 'utf8')),
        )
        expect([id, path, proving.length > 0]).toEqual([id, path, true])
      }
    },
  )
})

describe('the standard', () => {
  test.each(standard)(
    '$name: is proved by threats and files that exist, or explained',
    ({ name, text }) => {
      const [ids, paths] = [idsIn(text), filesIn(text)]
      expect(ids.filter((id) => !threats.includes(id))).toEqual([])
      expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
      const saysSo = isExplained(text) || /\b(this page|above)\b/.test(text)
      expect([name, ids.length + paths.length > 0 || saysSo]).toEqual([name, true])
    },
  )
  test('has every chapter that a product like this one has', () => {
    const chapters = new Set(
      standard.flatMap(({ name }) => name.match(/\b\d+(?=\.\d+\.\d+)/g) ?? []).map(Number),
    )
    expect([...chapters].toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16,
    ])
  })
})

describe('this check sees', () => {
  const sample =
    "## Threats\n- **A1** It. `a.test.ts`, `b.test.ts`\n- **A2** Doesn't apply: no.\n## Other\n- 1.2.1 2.3.1: A1\n"
  test('lines with their files', () => {
    const [first, second] = linesBelow(sample, 'Threats')
    expect([
      first!.name,
      filesIn(first!.text),
      second!.name,
      isExplained(second!.text),
      linesBelow(sample, 'Threats').length,
    ]).toEqual(['A1', ['a.test.ts', 'b.test.ts'], 'A2', true, 2])
    expect(linesBelow(sample, 'Other')).toEqual([{ name: '1.2.1 2.3.1', text: 'A1' }])
  })
  test.each([
    [`test('A1: works'`, true],
    [`describe("A1 works"`, true],
    [`])('A1: works with %s'`, true],
    [`test('A11: works'`, false],
    [`test('works as A1: says'`, false],
    ['// A1: works', false],
  ])('%s', (text, found) => expect(hasTestOf('A1', text)).toBe(found))
})
