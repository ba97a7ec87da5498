import { expect, test } from 'vitest'
import { isDay } from './instant.ts'

test.each([
  ['2026-01-31', true],
  ['2024-02-29', true],
  ['0001-01-01', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['0000-01-01', false],
  ['2026-1-31', false],
  ['2026-01-31T00', false],
  [' 2026-01-31', false],
  ['', false],
])('%j is a day: %j', (text, is) => expect(isDay(text)).toBe(is))
