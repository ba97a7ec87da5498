/** A name as it is compared: its words without particles, evenly spelled. Pure. */
import { consonantsOf, evenSpelling, flatSounds, wordsOf, type Word } from './letters.ts'
import { isOneMistake, jaroWinkler } from './similarity.ts'

/** `even`: spelled in one way. `consonants`: by which words are found that may be the same. */
export type NameWord = { even: string; consonants: string; isSparse: boolean }

/** Words that one writes and another leaves out. */
const particles = new Set([
  ...['al', 'el', 'ul', 'bin', 'ben', 'ibn', 'bint', 'binti', 'bt'],
  ...[
    'van',
    'von',
    'der',
    'den',
    'de',
    'del',
    'della',
    'di',
    'da',
    'dos',
    'das',
    'do',
    'du',
    'la',
    'le',
    'ter',
  ],
  ...[
    'y',
    'e',
    'und',
    'zu',
    'af',
    'av',
    'ould',
    'wuld',
    'oglu',
    'ogly',
    'uulu',
    'kyzy',
    'qizi',
    'zade',
  ],
  ...[
    'mr',
    'mrs',
    'ms',
    'dr',
    'sheikh',
    'shaykh',
    'haji',
    'hajji',
    'sayyid',
    'jr',
    'sr',
    'ii',
    'iii',
  ],
  ...[
    'ltd',
    'limited',
    'llc',
    'inc',
    'co',
    'company',
    'corp',
    'corporation',
    'gmbh',
    'ag',
    'sa',
    'ooo',
    'oao',
  ],
  ...[
    'zao',
    'pao',
    'jsc',
    'ojsc',
    'pjsc',
    'cjsc',
    'fze',
    'fzco',
    'fzc',
    'plc',
    'bv',
    'nv',
    'srl',
    'spa',
    'the',
  ],
])

/** “Servant of”: with the name of God that follows it is one name, however it is cut. */
const servant = /^abd[aeiou]?[lrnsz]?$/
const servantBefore = /^abd[aeiou][lrnsz](?=.{3})/

function withServants(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    const next = words.slice(at + 1).findIndex(({ text }) => !particles.has(text))
    const isServant = servant.test(word.text) && next >= 0
    if (!isServant) {
      joined.push({ ...word, text: word.text.replace(servantBefore, 'abd') })
      continue
    }
    at += next + 1
    joined.push({ text: `abd${words[at]!.text}`, isSparse: word.isSparse })
  }
  return joined
}

/** A name of more words is no name. */
const maxWords = 12

const known = new Map<string, NameWord>()
const maxKnown = 500_000

function nameWord({ text, isSparse }: Word): NameWord {
  const key = isSparse ? `~${text}` : text
  const before = known.get(key)
  if (before) return before
  const even = evenSpelling({ text, isSparse })
  const word = { even, consonants: consonantsOf(even), isSparse }
  if (known.size >= maxKnown) known.clear()
  known.set(key, word)
  return word
}

/** Without particles, unless no name would be left: some of them are names, too. */
export function nameWords(name: string): NameWord[] {
  const all = wordsOf(name)
  const own = withServants(all).filter(({ text }) => !particles.has(text))
  return (own.length > 1 ? own : all).slice(0, maxWords).map(nameWord)
}

/** Two words written as one. */
export const asOne = (one: NameWord, other: NameWord): NameWord => ({
  even: one.even + other.even,
  consonants: one.consonants + other.consonants.replace(/^a/, ''),
  isSparse: one.isSparse || other.isSparse,
})

/** Whether all letters of `few` come in `all`, in their order. */
function comesIn(few: string, all: string): boolean {
  let at = 0
  for (const letter of all) if (letter === few[at]) at += 1
  return at === few.length
}

/** Below this two words are two names. */
export const leastAlike = 0.8

const undoubled = (text: string) => text.replaceAll(/(.)\1+/g, '$1')

/** Of a word without its short vowels only what is written can be compared. */
function sparseLikeness(sparse: NameWord, other: NameWord): number {
  const [one, two] = [sparse, other].map(({ consonants }) =>
    undoubled(consonants.replace(/^a/, '')),
  )
  if (one === two) {
    if (one!.length < 2) return 0
    const comes = comesIn(undoubled(flatSounds(sparse.even)), flatSounds(other.even))
    return comes ? 1 : 0.94
  }
  const likeness = jaroWinkler(one!, two!)
  return likeness >= 0.9 ? likeness - 0.08 : 0
}

/** An article that only one writes, and the letter by which only some write a first sound. */
function withoutBeginning(one: string, other: string): string {
  if (/^[aiu]l[^aiu]/.test(one) && one.length >= 6 && one[0] !== other[0]) return one.slice(2)
  if (one[0] === 'j' && other[0] === 'i') return one[1] === 'i' ? one.slice(1) : `i${one.slice(1)}`
  return one
}

/** Two that differ in more than one letter are two names more often than a mistake. So are short ones. */
const forMoreLetters = 0.08
/** The same where a vowel of a long word is lost along with a consonant. */
const forLongWord = 0.04
const longWord = 9
const shortest = 5
const forShort = 0.06

function likenessOf(one: string, other: string): number {
  if (one === other) return 1
  const likeness = jaroWinkler(one, other)
  if (likeness < leastAlike) return 0
  const isShort = Math.min(one.length, other.length) < shortest
  const less = isOneMistake(one, other)
    ? isShort
      ? forShort
      : 0
    : Math.min(one.length, other.length) >= longWord
      ? forLongWord
      : forMoreLetters
  return likeness - less < leastAlike ? 0 : likeness - less
}

const hasOtherSound = /[xj]/
const areOtherSounds = (one: NameWord, other: NameWord) =>
  hasOtherSound.test(one.even) || hasOtherSound.test(other.even)

/** How alike two words of names are; 0 where they are two. */
export function wordLikeness(one: NameWord, other: NameWord): number {
  if (one.even === other.even) return 1
  if (one.isSparse !== other.isSparse)
    return one.isSparse ? sparseLikeness(one, other) : sparseLikeness(other, one)
  const shorter = Math.min(one.even.length, other.even.length)
  // An initial stands for a name.
  if (shorter === 1) return one.even[0] === other.even[0] ? 0.84 : 0
  if (shorter === 2) return 0
  return Math.max(
    likenessOf(one.even, other.even),
    likenessOf(withoutBeginning(one.even, other.even), other.even) - 0.01,
    likenessOf(withoutBeginning(other.even, one.even), one.even) - 0.01,
    one.consonants === other.consonants && one.consonants.length >= 3 ? 0.86 : 0,
    areOtherSounds(one, other)
      ? likenessOf(flatSounds(one.even), flatSounds(other.even)) - 0.03
      : 0,
  )
}
