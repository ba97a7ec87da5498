/**
 * Names in plain Latin letters, whatever they are written in: what is compared, never what is shown. Sources: Unicode Standard
 * Annex 15 (NFKD); ICAO 9303 part 3, section 6 (Latin and Cyrillic letters that don’t decompose, Arabic consonants); BGN/PCGN 1947
 * (Russian); ELOT 743 (Greek). Of Arabic only consonants and long vowels are written, and so are only these compared. Pure.
 */

const latin: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
  ħ: 'h',
  ŋ: 'n',
  ə: 'a',
  ĸ: 'k',
  ŧ: 't',
}

const cyrillic: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  є: 'ye',
  ђ: 'dj',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dz',
  ғ: 'gh',
  қ: 'q',
  ң: 'ng',
  ө: 'o',
  ұ: 'u',
  ү: 'u',
  һ: 'h',
  ә: 'a',
}

const greek: Record<string, string> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}

/** By their sounds, as `evenSpelling` has them: two of these letters beside each other are no spelling of one sound. */
const arabic: Record<string, string> = {
  ا: 'a',
  ب: 'b',
  ت: 't',
  ث: 't',
  ج: 'j',
  ح: 'h',
  خ: 'h',
  د: 'd',
  ذ: 'd',
  ر: 'r',
  ز: 's',
  س: 's',
  ش: 'x',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 's',
  ع: 'a',
  غ: 'g',
  ف: 'f',
  ق: 'k',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  ة: 'a',
  و: 'u',
  ي: 'i',
  ى: 'a',
  ء: '',
  پ: 'p',
  چ: 'x',
  ژ: 'x',
  گ: 'g',
  ک: 'k',
  ی: 'i',
  ە: 'a',
}

const letters = new Map(Object.entries({ ...latin, ...cyrillic, ...greek, ...arabic }))

const isArabic = /\p{Script=Arabic}/u
/** What stands within a word without being a letter of it. */
const inWord = /[\p{M}'’‘`´ʻʼʹʺ\u0640\u200C\u200D]/gu
const greekPairs: [RegExp, string][] = [
  [/ου/g, 'ου'],
  [/μπ/g, 'b'],
  [/ντ/g, 'nd'],
  [/γκ/g, 'g'],
  [/αυ/g, 'av'],
  [/ευ/g, 'ev'],
]

/** `isSparse`: written without short vowels. */
export type Word = { text: string; isSparse: boolean }

function latinOf(word: string): Word {
  const isSparse = isArabic.test(word)
  // The article is written together with what it belongs to.
  const bare = isSparse ? word.replace(/^(?:و)?ال(?=.{3})/u, '') : word
  const paired = greekPairs.reduce((text, [pair, as]) => text.replace(pair, as), bare)
  // At its beginning a long vowel is a consonant.
  const begun = isSparse ? paired.replace(/^و/u, 'v').replace(/^[يی](?=[اوةى])/u, 'i') : paired
  const text = Array.from(begun, (letter) => letters.get(letter) ?? letter).join('')
  return { text, isSparse }
}

/** Articles that are written with what follows: “an-Nasr”, “ElHassan”. Alone some of them are names. */
const article = /(?<=^|[\s,-])(?:al|el|ul|an|at|ad|ar|as|az|ash)[-’'](?=\p{L})/giu
const joinedArticle = /(?<=^|[\s,-])(?:[Aa]l|[Ee]l)(?=\p{Lu}\p{Ll})/gu

/** The words of a name, in small Latin letters where their script is known. */
export function wordsOf(name: string): Word[] {
  const plain = name
    .replaceAll(article, '')
    .replaceAll(joinedArticle, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(inWord, '')
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(latinOf).filter(({ text }) => text !== '')
}

/** How one sound is spelled in several ways, in this order: what is left is the same for most spellings of a name. */
const spellings: [RegExp, string][] = [
  [/x/g, 'ks'],
  [/dzh|dj/g, 'j'],
  [/tsch|tch|shch|sch|sh|ch|zh|cz|sz/g, 'x'],
  [/kh/g, 'h'],
  [/q|ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ts|tz|z/g, 's'],
  [/ff$|[vw]$/g, 'f'],
  [/w/g, 'v'],
  [/^y(?=[aeiou])/g, 'i'],
  [/(?<=[aeiouy])j$|(?<=[lnrdtbpvmskzx])j(?=[aeou])|y/g, 'i'],
  [/ou|oo|ue|oe|o/g, 'u'],
  [/ae/g, 'a'],
  [/ee|ei|ie|e/g, 'i'],
  [/h$/g, ''],
  [/(.)\1+/g, '$1'],
]

/** One spelling for those that are used for one name. */
export const evenSpelling = ({ text, isSparse }: Word): string =>
  isSparse
    ? text.replace(/h$/, '')
    : spellings.reduce((before, [from, to]) => before.replace(from, to), text)

/** Sounds that some spell as another: Russian’s “х” in German, Arabic’s “ج” in Egypt. */
export const flatSounds = (even: string): string => even.replaceAll('x', 'h').replaceAll('j', 'g')

/** Its consonants, and whether it begins with a vowel. */
export const consonantsOf = (even: string): string =>
  (/^[aiu]/.test(even) ? 'a' : '') + flatSounds(even).replaceAll(/[aiu]/g, '')
