import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { approvalLimitsOf, policyOf } from './policy.ts'

const limitOf = (env: Record<string, string>) => policyOf(readConfig(env)).secondApprovalAboveCents

describe('The amount above which a second person must approve', () => {
  test('is none in the demonstration, unless it is set', () => {
    expect(limitOf({})).toBeNull()
    expect(limitOf({ GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000' })).toBe(100_000n)
  })

  test('C4: is nothing in live where it is missing, so that everything needs two', () => {
    expect(limitOf({ GLASSHOUSE_MODE: 'live' })).toBe(0n)
    expect(limitOf({ GLASSHOUSE_MODE: 'live', GLASSHOUSE_SECOND_APPROVAL_ABOVE: ' ' })).toBe(0n)
    expect(limitOf({ GLASSHOUSE_MODE: 'live', GLASSHOUSE_SECOND_APPROVAL_ABOVE: '10000' })).toBe(
      1_000_000n,
    )
  })

  test('goes along with a limit for all people together, where one is set', () => {
    const limits = (env: Record<string, string>) => approvalLimitsOf(policyOf(readConfig(env)))
    expect(limits({ GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000' })).toEqual({
      secondApprovalAbove: 100_000n,
      secondApprovalInAllAbove: null,
    })
    expect(
      limits({
        GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000',
        GLASSHOUSE_SECOND_APPROVAL_ABOVE_IN_ALL: '2500',
      }),
    ).toEqual({ secondApprovalAbove: 100_000n, secondApprovalInAllAbove: 250_000n })
  })
})
