/** docs/charter.md names files that exist, and tests that are some. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tableIn } from './support/markdown.ts'
import { root } from './support/source.ts'

const rules = tableIn(readFileSync(join(root, 'docs/charter.md'), 'utf8'), 'Rule').map(
  ([rule = '', what = '', where = '', tests = '']) => ({ rule, what, where, tests }),
)
const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)

describe('the rules of honesty', () => {
  test('stand there in their order', () =>
    expect(rules.map(({ rule }) => rule)).toEqual(rules.map((_, place) => String(place + 1))))

  test.each(rules)('rule $rule is held where it says, by tests that exist', ({ where, tests }) => {
    const missing = [...namesIn(where), ...namesIn(tests)].filter(
      (name) => !existsSync(join(root, name)),
    )
    expect(missing).toEqual([])
    expect(namesIn(where)).not.toEqual([])
    for (const name of namesIn(tests))
      expect([name, /\btest(\.each)?\(/.test(readFileSync(join(root, name), 'utf8'))]).toEqual([
        name,
        true,
      ])
    expect(namesIn(tests).length).toBeGreaterThan(1)
  })
})
