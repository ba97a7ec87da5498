/**
 * Letters and digits as addresses and keys have them: mixed as no words are, whatever somebody has put between them. What people
 * read as the same is the same here.
 */

const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Without what nobody sees; wide letters and their like as the plain ones that they stand for. */
export const plainLetters = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(invisible, '')

export const blocksOf = (plain: string): string[] => plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** What programs give out as the number of something is no address, and no part of one. */
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
export const withoutUuids = (plain: string): string => plain.replaceAll(uuid, ' ')

const kindOf = (letter: string): 'digit' | 'small' | 'capital' => {
  if ((letter >= '0' && letter <= '9') || (letter > '\u007f' && /\p{N}/u.test(letter)))
    return 'digit'
  return letter === letter.toLowerCase() ? 'small' : 'capital'
}

/**
 * How often a digit stands beside a letter, or a capital beside a small letter but at a word's beginning: up to each place of
 * the blocks. A letter or digit that stands alone counts as one, since words cut into single letters are no words either.
 */
export function mixUpTo(blocks: readonly string[]): Uint32Array {
  const mixes = new Uint32Array(blocks.reduce((sum, block) => sum + block.length, 1))
  let [place, mix] = [0, 0]
  for (const block of blocks) {
    let before = kindOf(block.charAt(0))
    if (block.length === 1) mix += 1
    for (let at = 0; at < block.length; at++) {
      const kind = kindOf(block.charAt(at))
      if (kind !== before && !(at === 1 && before === 'capital' && kind === 'small')) mix += 1
      before = kind
      mixes[++place] = mix
    }
  }
  return mixes
}

export const mixIn = (blocks: readonly string[]): number => mixUpTo(blocks).at(-1)!

/** Words have less, many of them together too; of the addresses and keys that are, hardly one has so little. */
export const mixOfNoWords = 6
