import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { plansFile } from './seed.ts'

const demoPlans = parse(
  readFileSync(join(import.meta.dirname, '../../../content/demo/plans.yaml'), 'utf8'),
)

describe('the plans of a pack', () => {
  test.each([
    ['demo', true, true],
    ['demo', false, false],
    ['live', false, true],
    ['live', true, false],
  ] as const)('in %s with sample: %s are accepted: %s', (mode, sample, accepted) => {
    expect(plansFile(mode).safeParse({ ...demoPlans, sample }).success).toBe(accepted)
  })
})
