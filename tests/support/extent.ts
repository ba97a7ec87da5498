/**
 * How much is tested: by `npm test` what finds most, by `npm run test:all` everything. A test with the tag
 * `thorough` and a file called `*.thorough.test.ts` are left to the latter, and so are the further values of a product.
 */
import { randomInt } from 'node:crypto'

export const everything = process.env.GLASSHOUSE_TESTS === 'all'

export const thorough = 'thorough'

/** Tests that build on one another, in the order in which they stand: `runner.ts`. */
export const story = 'story'

/** Whether tests run from the last of a file to the first, to find those that need an earlier one and don't say so. */
export const backwards = process.env.GLASSHOUSE_TEST_ORDER === 'backwards'

export const isLeftToAll = (tags: readonly string[]): boolean =>
  !everything && tags.includes(thorough)

/** The first of these in `npm test`, `further` ones too in `npm run test:all`. */
export function extent<T, U = T>(always: readonly T[], further: readonly U[]): (T | U)[] {
  return everything ? [...always, ...further] : [...always]
}

/** Of what is alike, the first in `npm test`, and all of it in `npm run test:all`. */
export function firstOf<const T>(all: readonly T[]): T[] {
  return everything ? [...all] : all.slice(0, 1)
}

/** Of what is played by chance: the same in every `npm test`, so that it fails by what was changed alone; new in every `npm run test:all`. */
export const chosenSeed = (): number => (everything ? randomInt(2 ** 32) : 20_261_126)

const asked = process.env.GLASSHOUSE_TEST_WIDTHS

/** In CSS pixels: those of `GLASSHOUSE_TEST_WIDTHS=375,768` where somebody asks for some, and else a test's own. */
export const widthsOr = (own: number[]): number[] =>
  asked === undefined ? own : asked.split(',').map(Number)

/** Whether every window has the line and the processor of a cheap phone: `GLASSHOUSE_TEST_LINE=slow`. */
export const isSlow = process.env.GLASSHOUSE_TEST_LINE === 'slow'
