import { describe, expect, test } from 'vitest'
import { joinStatements } from './join.ts'
import { nothingRead, type Statement, type StatementEntry } from './statement.ts'

const statement = (changes: Partial<Statement>): Statement => ({
  ...nothingRead(),
  account: 'GB1',
  from: '2026-01-01',
  to: '2026-01-31',
  opening: 0n,
  closing: 100n,
  entries: [moved(100n)],
  ...changes,
})
const moved = (amount: bigint) => ({ amount }) as StatementEntry
const next = statement({
  from: '2026-02-01',
  to: '2026-02-28',
  opening: 100n,
  closing: 90n,
  entries: [moved(-10n)],
})

describe('statements of one file', () => {
  test('become one where each begins as the one before ended, in whatever order they stand', () => {
    expect(joinStatements([next, statement({})])).toMatchObject({
      from: '2026-01-01',
      to: '2026-02-28',
      opening: 0n,
      closing: 90n,
    })
  })

  test.each<[string, Partial<Statement>, RegExp]>([
    ['another balance', { opening: 99n }, /one between them is missing/],
  ])('of %s aren’t taken', (_, changes, complaint) => {
    expect(() => joinStatements([statement({}), { ...next, ...changes }])).toThrow(complaint)
  })

  test('that say no balance don’t follow each other', () => {
    const unsaid = { opening: null, closing: null }
    expect(() => joinStatements([statement(unsaid), { ...next, ...unsaid }])).toThrow(/missing/)
  })
})
