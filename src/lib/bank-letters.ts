/**
 * The letters that every bank takes: ISO 20022's basic Latin set, as the European Payments Council and SIX give it. Accents are left
 * out, letter by letter, as the EPC's best practices for it have it (EPC217-08); no other script is transcribed.
 */

const taken = /^[A-Za-z0-9/\-?:().,'+ ]+$/

/** What no decomposition of Unicode takes apart. */
const plain = new Map(
  Object.entries({
    ß: 's',
    ẞ: 'S',
    Æ: 'A',
    æ: 'a',
    Œ: 'O',
    œ: 'o',
    Ø: 'O',
    ø: 'o',
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    Ð: 'D',
    ð: 'd',
    Þ: 'T',
    þ: 't',
    Ħ: 'H',
    ħ: 'h',
    Ŧ: 'T',
    ŧ: 't',
    ı: 'i',
    '&': '+',
    '’': "'",
    '‘': "'",
    '–': '-',
    '—': '-',
  }),
)

/** The words as a bank takes them, or null where that would be a guess. */
export function inBankLetters(words: string): string | null {
  const folded = Array.from(words.normalize('NFD').replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, ''))
    .map((letter) => plain.get(letter) ?? letter)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return taken.test(folded) ? folded : null
}
