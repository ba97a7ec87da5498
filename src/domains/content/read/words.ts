/** A text as the words that people read, whatever it is dressed in: letters that look alike, case, signs, Markdown. */

/** Letters of other alphabets that look like Latin ones. What Unicode itself takes apart (accents, wide and styled letters) isn't here. */
const lookAlikes: Record<string, string> = {
  ...pairs('авгеёзикмнорстухіјѕԁԛԝһӏьԍҝ', 'abreeэukmhopctyxijsdqwhlbgk'),
  ...pairs('αβγδεζηικνορτυχωϲ', 'abydeznikvoptuxwc'),
  ...pairs('ıłøđħŧɑɡɩʟᴀᴄᴇᴏꜱßþ', 'ilodhtagilaceosbp'),
  0: 'o',
}

function pairs(from: string, to: string): Record<string, string> {
  const targets = Array.from(to)
  return Object.fromEntries(Array.from(from).map((letter, place) => [letter, targets[place]!]))
}

/** Letters as they look, in small ones; whatever nobody sees is gone. Digits stay unless they stand among letters. */
function latin(text: string): string {
  return Array.from(
    text
      .normalize('NFKD')
      .replaceAll(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase(),
    (letter) => (letter === '0' ? letter : (lookAlikes[letter] ?? letter)),
  )
    .join('')
    .replaceAll(/(?<=\p{L})0(?=\p{L})/gu, 'o')
    .replaceAll(/(?<=\p{L})[1|](?=\p{L})/gu, 'l')
}

/** Markdown and markup away: of a link its words are left, and signs of emphasis may stand within a word. */
const bare = (text: string) =>
  text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/&(?:nbsp|shy|zwnj|zwj);/g, '')
    .replaceAll(/[*_`~\\]/g, '')

/** Hyphens within a word and at the end of a line join; apostrophes go. */
const joined = (text: string) =>
  text
    .replaceAll(/(?<=\p{L})[-\u2010-\u2015\u00ad]\s*\n?\s*(?=\p{L})/gu, '')
    .replaceAll(/['’‘`´]/g, '')

/** Small letters, digits and single spaces. */
export function plainText(text: string): string {
  return joined(latin(bare(text)))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export const wordsIn = (text: string): string[] => {
  const plain = plainText(text)
  return plain === '' ? [] : plain.split(' ')
}

/** Where a sentence ends: of what is compared with a pack, so that the order of sentences doesn't matter. */
export const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=[.!?:;])\s+|\n\s*\n|\n\s*(?=[-#|]|\d+\.)|\|/)
    .filter((part) => /\p{L}/u.test(part))
