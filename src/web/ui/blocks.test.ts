import { describe, expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'

describe('C5: an address in blocks of four', () => {
  test.each([
    ['', []],
    ['abc', ['abc']],
    ['abcd', ['abcd']],
    ['tb1qw508d6q', ['tb1q', 'w508', 'd6q']],
    ['😀😀😀😀😀', ['😀😀😀😀', '😀']],
  ])('%s', (address, blocks) => {
    expect(blocksOf(address)).toEqual(blocks)
    expect(blocksOf(address).join('')).toBe(address)
  })
})
