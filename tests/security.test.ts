/** The tables of docs/security.md are true: each row is proved by a test of its name, or says why it doesn't apply. */
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

/** The cells of the tables below a heading. */
function rowsBelow(page: string, heading: string): string[][] {
  const part = page.split(/^## /m).find((one) => one.startsWith(heading)) ?? ''
  return part
    .split('\n')
    .filter((line) => /^\| [A-Z\d]/.test(line) && !/^\| (ID|Rows) +\|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const filesIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path]) => path!)
const idsIn = (cell: string) => cell.replaceAll(/`[^`]*`/g, '').match(/\b[A-Z]\d+\b/g) ?? []
const isExplained = (what: string) => what.startsWith("Doesn't apply: ")

/** Whether a file has a test, or a group of them, whose name begins with this ID. */
const hasTestOf = (id: string, text: string) => new RegExp(`\\(\\s*['"\`]${id}\\b[: ]`).test(text)

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = rowsBelow(page, 'Threats').map(([id = '', what = '', proof = '']) => ({
  id,
  what,
  proof,
}))
const standard = rowsBelow(page, 'The verification standard').map(
  ([requirements = '', what = '', by = '']) => ({ requirements, what, by }),
)

test('every threat has one row', () => expect(rows.map(({ id }) => id)).toEqual(threats))

describe('a row', () => {
  test.each(rows)('$id names its tests, or says why it doesn’t apply', ({ id, what, proof }) => {
    const paths = filesIn(proof)
    if (paths.length === 0) return expect([id, isExplained(what)]).toEqual([id, true])
    for (const path of paths) {
      const files = filesOf(path)
      const proving = files.filter((file) => hasTestOf(id, readFileSync(join(root, file), 'utf8')))
      expect([id, path, proving.length > 0]).toEqual([id, path, true])
    }
  })
})

describe('the standard', () => {
  test.each(standard)(
    '$requirements: is proved by rows and files that exist, or explained',
    ({ requirements, what, by }) => {
      const [ids, paths] = [idsIn(by), filesIn(by)]
      expect(ids.filter((id) => !threats.includes(id))).toEqual([])
      expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
      const saysSo = isExplained(what) || /\b(this page|by the table above)\b/.test(what)
      expect([requirements, ids.length + paths.length > 0 || saysSo]).toEqual([requirements, true])
    },
  )
  test('has every chapter that a product like this one has', () => {
    const chapters = new Set(
      standard
        .flatMap(({ requirements }) => requirements.match(/\b\d+(?=\.\d+\.\d+)/g) ?? [])
        .map(Number),
    )
    expect([...chapters].toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16,
    ])
  })
})

describe('this check sees', () => {
  const sample =
    "## Threats\n| ID | What we do | Proved by |\n|---|---|---|\n| A1 | It | `a.test.ts`, `b.test.ts` |\n| A2 | Doesn't apply: no | |\n## Other\n| B1 | x | |\n"
  test('rows with their files', () => {
    const [first, second] = rowsBelow(sample, 'Threats')
    expect([
      first![0],
      filesIn(first![2]!),
      second![0],
      isExplained(second![1]!),
      rowsBelow(sample, 'Threats').length,
    ]).toEqual(['A1', ['a.test.ts', 'b.test.ts'], 'A2', true, 2])
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
