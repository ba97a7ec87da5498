/**
 * All names of the lists, so kept that those like a name are found without looking at each. Words are found by their consonants,
 * of which one may differ; names by having two words in common. Pure.
 */
import { yearsOf } from '../lists/days.ts'
import type { NameStrength } from '../lists/entry.ts'
import { asOne, nameWords, wordLikeness, type NameWord } from './names.ts'

export type NameOfEntry = {
  name: string
  strength: NameStrength
  births: readonly string[]
}

export type Asked = { name: string; birthYear: number | null }

export type BirthEvidence = 'same' | 'near' | 'other' | 'unknown'

/** `at`: which of the names that were added, counted from 0; `score`: from 0 to 1. */
export type Likely = { at: number; score: number; birth: BirthEvidence }

/**
 * From here on a name is a possible match: measured by tests/screening.test.ts, with pairs that were made for it, half of
 * which nobody looked at before. docs/screening.md has the figures.
 */
export const threshold = 0.86
/** Raised whenever other people may be found, by whichever file of this folder: everybody is compared anew then. */
export const matchingVersion = 1

/** Words that are this much like another count nothing; between them and 1 they count in part. */
const floor = 0.62
const countOf = (likeness: number) => (likeness - floor) / (1 - floor)

/** What a word too many takes away, what a weak alias does, and a year of birth that is another. */
const forWordsMore = 0.012
const forWeak = 0.03
/** By so many years; the same year speaks for a match, and so it is worth less where none is known. */
const forYears: [within: number, less: number][] = [
  [0, -0.03],
  [1, 0],
  [2, 0.03],
  [5, 0.07],
  [Infinity, 0.17],
]
const forUnknownYear = 0.02

type Unit = { id: number; mask: number }
/** A name’s words, and neighbours among them as if they were one word. */
function unitsOf(words: readonly NameWord[], idOf: (word: NameWord) => number): Unit[] {
  const units = words.map((word, at) => ({ id: idOf(word), mask: 1 << at }))
  for (let at = 0; at + 1 < words.length; at += 1) {
    const [one, other] = [words[at]!, words[at + 1]!]
    if (Math.min(one.even.length, other.even.length) > 4) continue
    units.push({ id: idOf(asOne(one, other)), mask: 3 << at })
  }
  return units
}

/** By which a word is found: its consonants, and these without each one. */
function keysOf({ consonants }: NameWord): string[] {
  const keys = [consonants]
  if (consonants.length >= 3)
    for (let at = 0; at < consonants.length; at += 1)
      keys.push(consonants.slice(0, at) + consonants.slice(at + 1))
  // A first sound that only some write, and what follows an article that is written together with it.
  if (consonants[0] === 'g') keys.push(`a${consonants.slice(1)}`)
  if (/^al./.test(consonants) && consonants.length >= 4) keys.push(consonants.slice(2))
  return [...new Set(keys)]
}

const bitsIn = (mask: number): number => {
  let count = 0
  for (let rest = mask; rest > 0; rest &= rest - 1) count += 1
  return count
}

/** Of all names, one after the other: how many words each has, and from where on its words and neighbours stand. */
type Packed = { words: Uint8Array; starts: Int32Array; ids: Int32Array }

function packed(names: readonly { units: readonly Unit[]; words: number }[]): Packed {
  const starts = new Int32Array(names.length + 1)
  names.forEach(({ units }, at) => (starts[at + 1] = starts[at]! + units.length))
  const ids = new Int32Array(starts[names.length]!)
  names.forEach(({ units }, at) => units.forEach(({ id }, unit) => (ids[starts[at]! + unit] = id)))
  return { words: Uint8Array.from(names, ({ words }) => words), starts, ids }
}

/** What is known of a year of birth against those of an entry. */
export function birthEvidence(
  year: number | null,
  births: readonly string[],
): { birth: BirthEvidence; less: number } {
  if (year === null || births.length === 0) return { birth: 'unknown', less: forUnknownYear }
  const away = Math.min(
    ...births.map((birth) => {
      const [from, to] = yearsOf(birth)
      return Math.max(0, from - year, year - to)
    }),
  )
  const less = forYears.find(([within]) => away <= within)![1]
  return { birth: away === 0 ? 'same' : away === 1 ? 'near' : 'other', less }
}

type Pair = { one: number; other: number; likeness: number }

/** The words that fit best, each once: what of each side found another, by its mask. */
function alignedOf(pairs: Pair[]): Pair[] {
  pairs.sort((a, b) => b.likeness - a.likeness || bitsIn(b.one | b.other) - bitsIn(a.one | a.other))
  let [ones, others] = [0, 0]
  return pairs.filter(({ one, other }) => {
    if ((ones & one) !== 0 || (others & other) !== 0) return false
    ones |= one
    others |= other
    return true
  })
}

const maxKept = 200_000

/** Cheaper than to compare them: no spelling adds more letters. */
const mayBeAlike = (one: NameWord, other: NameWord): boolean =>
  Math.abs(one.even.length - other.even.length) <= 4 || one.isSparse !== other.isSparse

/** With one word of a name missing, the others say enough only where there are so many. */
const manyWords = 4

/** What fewer names have than this is marked as quickly. */
const worthSkipping = 100

/** A word that so few names have points to them by itself. */
const rare = 20

const lowestBit = (mask: number): number => 31 - Math.clz32(mask & -mask)

/** What is asked for, word by word and with neighbours as one: which words of the lists each is like, and how much a word says. */
type AskedWords = {
  words: readonly NameWord[]
  like: readonly ReadonlyMap<number, number>[]
  masks: readonly number[]
  weights: readonly number[]
}

export class ListedNames {
  readonly #names: {
    units: Unit[]
    words: number
    strength: NameStrength
    births: readonly string[]
  }[] = []
  readonly #words: NameWord[] = []
  readonly #ids = new Map<string, number>()
  /** By word: the names that have it. */
  readonly #having: number[][] = []
  readonly #byKey = new Map<string, number[]>()
  #alike = new Map<string, Map<number, number>>()
  #marks = new Uint16Array(0)
  #packed: Packed | null = null
  /** By word: the names that are nothing else. */
  readonly #alone = new Map<number, number[]>()
  /** Which words are like the one that is asked for last. */
  #flags = new Uint8Array(0)

  #idOf(word: NameWord): number {
    const key = (word.isSparse ? '~' : '') + word.even
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = this.#words.push(word) - 1
    this.#ids.set(key, id)
    this.#having.push([])
    for (const one of keysOf(word)) {
      const before = this.#byKey.get(one)
      if (before) before.push(id)
      else this.#byKey.set(one, [id])
    }
    return id
  }

  add({ name, strength, births }: NameOfEntry): void {
    const words = nameWords(name)
    const units = unitsOf(words, (word) => this.#idOf(word))
    const at = this.#names.push({ units, words: words.length, strength, births }) - 1
    for (const id of new Set(units.map((unit) => unit.id))) this.#having[id]!.push(at)
    if (words.length === 1)
      this.#alone.set(units[0]!.id, [...(this.#alone.get(units[0]!.id) ?? []), at])
    this.#alike.clear()
    this.#packed = null
  }

  get size(): number {
    return this.#names.length
  }

  /** The words of the lists that may be the same as this one, with how alike they are. */
  #likeWord(word: NameWord): Map<number, number> {
    const key = (word.isSparse ? '~' : '') + word.even
    const kept = this.#alike.get(key)
    if (kept) return kept
    const found = new Map<number, number>()
    for (const one of keysOf(word))
      for (const id of this.#byKey.get(one) ?? []) {
        if (found.has(id)) continue
        const other = this.#words[id]!
        found.set(id, mayBeAlike(word, other) ? wordLikeness(word, other) : 0)
      }
    for (const [id, likeness] of found) if (likeness === 0) found.delete(id)
    if (this.#alike.size >= maxKept) this.#alike = new Map()
    this.#alike.set(key, found)
    return found
  }

  /** A word that few have says more. */
  #weightOf(having: number): number {
    return Math.log(2 + this.#names.length / (1 + having))
  }

  /**
   * The word that most names have. A name needs two of the words, so it is found by another one; where it is asked for one alone, or
   * nothing is frequent, -1.
   */
  #frequentWord({ like, words }: AskedWords): number {
    if (words.length === 1) return -1
    let [found, most] = [-1, worthSkipping]
    for (let at = 0; at < words.length; at += 1) {
      let having = 0
      for (const id of like[at]!.keys()) having += this.#having[id]!.length
      if (having > most) [found, most] = [at, having]
    }
    return found
  }

  /** Marks what has these words: of the most frequent one what a rare spelling of it or it alone names, and flags the rest. */
  #mark({ like, masks }: AskedWords, skipped: number) {
    const marks = this.#marks
    const touched: number[] = []
    const withRare = new Set<number>()
    const markAll = (having: readonly number[], mask: number, isRare: boolean) => {
      for (const name of having) {
        if (marks[name] === 0) touched.push(name)
        marks[name]! |= mask
        if (isRare) withRare.add(name)
      }
    }
    like.forEach((alike, at) => {
      for (const [id, likeness] of alike) {
        const having = this.#having[id]!
        if (at !== skipped || having.length <= rare)
          markAll(having, masks[at]!, having.length <= rare && likeness > 0.95)
        else {
          this.#flags[id] = 1
          markAll(this.#alone.get(id) ?? [], masks[at]!, false)
        }
      }
    })
    return { touched, withRare }
  }

  /** Names that have nearly all words of these, or these nearly all of theirs. Where one of them is rare, one more may be mistyped. */
  #candidates(asked: AskedWords): number[] {
    const { like, words } = asked
    if (this.#marks.length < this.#names.length)
      this.#marks = new Uint16Array(this.#names.length * 2)
    if (this.#flags.length < this.#words.length)
      this.#flags = new Uint8Array(this.#words.length * 2)
    const [marks, flags] = [this.#marks, this.#flags]
    const skipped = this.#frequentWord(asked)
    const { touched, withRare } = this.#mark(asked, skipped)
    const { words: lengths, starts, ids } = (this.#packed ??= packed(this.#names))
    const hasFlag = (name: number): boolean => {
      for (let at = starts[name]!; at < starts[name + 1]!; at += 1)
        if (flags[ids[at]!] === 1) return true
      return false
    }
    const bit = skipped < 0 ? 0 : 1 << skipped
    const found = touched.filter((name) => {
      const mark = marks[name]!
      const shorter = Math.min(words.length, lengths[name]!)
      const lacking = shorter - (mark & (mark - 1) ? bitsIn(mark) : 1)
      if (lacking <= 0) return true
      const hasMore = bit !== 0 && (mark & bit) === 0
      // Too few, even with the word that was skipped and one that is missing.
      if (lacking > (hasMore ? 2 : 1)) return false
      const mayMiss = shorter >= manyWords || (shorter > 1 && withRare.has(name)) ? 1 : 0
      return lacking <= mayMiss || (hasMore && lacking <= mayMiss + 1 && hasFlag(name))
    })
    for (const name of touched) marks[name] = 0
    if (skipped >= 0) for (const id of like[skipped]!.keys()) flags[id] = 0
    return found
  }

  /** Names that are possible matches, the likeliest first. */
  like({ name, birthYear }: Asked, least = threshold): Likely[] {
    const words = nameWords(name)
    if (words.length === 0) return []
    const all: NameWord[] = []
    const masks = unitsOf(words, (word) => all.push(word) - 1).map(({ mask }) => mask)
    const like = all.map((word) => this.#likeWord(word))
    const weights = like.slice(0, words.length).map((alike) => this.#rarity(alike))
    const asked = { words, like, masks, weights }
    return this.#candidates(asked)
      .flatMap((at) => {
        const { births, strength } = this.#names[at]!
        const { birth, less } = birthEvidence(birthYear, births)
        const score = this.#score(at, asked) - less - (strength === 'weak' ? forWeak : 0)
        return score >= least ? [{ at, score: Math.min(1, score), birth }] : []
      })
      .toSorted((a, b) => b.score - a.score || a.at - b.at)
  }

  /** By how many names the most frequent of the words is had that are nearly this one. */
  #rarity(alike: ReadonlyMap<number, number>): number {
    let having = 0
    for (const [id, likeness] of alike)
      if (likeness >= 0.84) having = Math.max(having, this.#having[id]!.length)
    return this.#weightOf(having)
  }

  /** The words of both that fit best: by what is known of them, and what is left by comparing it. */
  #aligned(at: number, { words, like, masks }: AskedWords): Pair[] {
    const { units, words: listed } = this.#names[at]!
    const pairs: Pair[] = []
    for (const { id, mask } of units)
      like.forEach((alike, which) => {
        const likeness = alike.get(id)
        if (likeness !== undefined) pairs.push({ one: masks[which]!, other: mask, likeness })
      })
    const aligned = alignedOf(pairs)
    if (aligned.length >= Math.min(words.length, listed)) return aligned
    const isFree = (side: 'one' | 'other', index: number) =>
      aligned.every((pair) => ((pair[side] >> index) & 1) === 0)
    words.forEach((word, index) => {
      if (!isFree('one', index)) return
      for (let which = 0; which < listed; which += 1) {
        if (!isFree('other', which)) continue
        const likeness = wordLikeness(word, this.#words[units[which]!.id]!)
        if (likeness > 0) aligned.push({ one: 1 << index, other: 1 << which, likeness })
      }
    })
    return alignedOf(aligned)
  }

  #score(at: number, asked: AskedWords): number {
    const { weights } = asked
    const { units, words } = this.#names[at]!
    const aligned = this.#aligned(at, asked)
    const listedWeight = (index: number) => this.#weightOf(this.#having[units[index]!.id]!.length)
    const isAskedShorter = weights.length <= words
    const shorter = Math.min(weights.length, words)
    let [got, all, found] = [0, 0, 0]
    for (let index = 0; index < shorter; index += 1) {
      const pair = aligned.find(({ one, other }) => ((isAskedShorter ? one : other) >> index) & 1)
      const weight = isAskedShorter ? weights[index]! : listedWeight(index)
      // A mistyped word is as frequent as the one that was meant.
      const meant =
        pair && isAskedShorter ? Math.min(weight, listedWeight(lowestBit(pair.other))) : weight
      all += meant
      if (!pair) continue
      got += meant * countOf(pair.likeness)
      found += bitsIn(isAskedShorter ? pair.other : pair.one)
    }
    const more = Math.abs(weights.length - words)
    // One word alone is a name only where nothing else is.
    if (shorter === 1 && more > 0 && found < 2) return 0
    return got / all - forWordsMore * more
  }
}
