/** SQL of a list of words of ours, never a person's text: as the condition of an index has them, which a parameter can't match. */
export const sqlWords = (words: readonly string[]): string =>
  words.map((word) => `'${word}'`).join(', ')
