import { describe, expect, test } from 'vitest'
import { blocksFor, maxBlocks } from './confirmations.ts'

describe('the depth that an amount needs', () => {
  test.each([
    [1n, 1],
    [99_999n, 1],
    [100_000n, 3],
    [999_999n, 3],
    [1_000_000n, 6],
    [10_000_000_000n, 6],
  ])('of %s cents is %s blocks', (cents, blocks) => {
    expect(blocksFor(cents)).toBe(blocks)
  })

  test('is the operator’s to say', () => {
    const steps = [
      { below: 500n, blocks: 2 },
      { below: null, blocks: 12 },
    ]
    expect([blocksFor(499n, steps), blocksFor(500n, steps), maxBlocks(steps)]).toEqual([2, 12, 12])
    expect(maxBlocks()).toBe(6)
  })
})
