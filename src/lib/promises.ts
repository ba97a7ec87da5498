/** Words that promise safety (rule 11): they stand nowhere in the product's own text, not even negated. */
const words = [
  /\bguarante(e|es|ed|eing)\b/,
  /\brisk[- ]?free\b/,
  /\b(no|zero)[- ]risks?\b/,
  /\bwithout (any )?risks?\b/,
  /\briskless\b/,
  /\bsure[- ](profit|return)s?\b/,
  /\bsafe[- ](profit|return|investment)s?\b/,
  /\b(assured|certain) (profit|return)s?\b/,
  /\b(cannot|can['’]t|can (not|never)|could (not|never)|couldn['’]t|never) lose\b/,
]
export const promises = new RegExp(words.map(({ source }) => source).join('|'), 'i')
