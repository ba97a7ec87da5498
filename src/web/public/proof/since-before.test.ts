import { describe, expect, test } from 'vitest'
import { sinceBefore } from './since-before.ts'

const proofs = (...days: [day: string, key: string | null][]) =>
  sinceBefore(days.map(([day, key]) => ({ day, key })))

describe('a proof beside the one before it', () => {
  test('says of how many days there is none', () => {
    expect(
      proofs(['2026-03-01', 'A'], ['2026-02-28', 'A'], ['2026-02-20', 'A']).map(
        ({ missing }) => missing,
      ),
    ).toEqual([0, 7, 0])
  })

  test('says from which one on signatures count by another key, or by one at all', () => {
    expect(
      proofs(
        ['2026-03-04', 'B'],
        ['2026-03-03', 'A'],
        ['2026-03-02', 'A'],
        ['2026-03-01', null],
      ).map(({ newKey }) => newKey),
    ).toEqual([true, false, true, false])
  })
})
