/** Texts of the sample pack as somebody would hide them: shuffled, dressed otherwise, a tenth of their words changed. */
import { join } from 'node:path'
import { sentencesIn } from '../../src/domains/content/read/words.ts'
import { textsOfPack } from '../../src/domains/content/read/texts.ts'
import { root } from './source.ts'

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
type Random = () => number

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const left = [...list]
  const order: T[] = []
  while (left.length > 0) order.push(...left.splice(Math.floor(random() * left.length), 1))
  return order
}

const others =
  `account ledger client fund harbour market quiet steady moreover likewise owner amount
  notice shortly always rarely partner office method value figure report record bank money paper reason`
    .trim()
    .split(/\s+/)

/** Exactly a tenth of the words, rounded up, is another. */
function withOtherWords(random: Random, text: string): string {
  const words = text.split(' ')
  const places = shuffled(random, [...words.keys()]).slice(0, Math.ceil(words.length / 10))
  for (const place of places) words[place] = pick(random, others)
  return words.join(' ')
}

const lookAlikes: Record<string, string> = {
  a: 'а',
  e: 'е',
  o: 'о',
  p: 'р',
  c: 'с',
  x: 'х',
  i: 'і',
}

const everyNth = (
  text: string,
  pattern: RegExp,
  nth: number,
  change: (found: string) => string,
) => {
  let count = 0
  return text.replaceAll(pattern, (found) => ((count += 1) % nth === 0 ? change(found) : found))
}

/** Each leaves what people read nearly as it was. */
const dresses: ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(/\b\w/g, (letter) => letter.toUpperCase()),
  (text) => text.replaceAll(/[,.;:’']/g, ''),
  (text) => text.replaceAll(/[,.;]/g, ' –'),
  (text) => everyNth(text, /\b\w+\b/g, 3, (word) => `**${word}**`),
  (text) => everyNth(text, /\w{4,}/g, 2, (word) => `${word.slice(0, 2)}_${word.slice(2)}_`),
  (text) => text.replaceAll(/[aeopcxi]/g, (letter) => lookAlikes[letter]!),
  (text) => everyNth(text, /\w{4,}/g, 2, (word) => `${word.slice(0, 2)}\u200b${word.slice(2)}`),
  (text) => everyNth(text, /\w{6,}/g, 2, (word) => `${word.slice(0, 3)}\u00ad${word.slice(3)}`),
  (text) => everyNth(text, /[a-z]{7,}/g, 4, (word) => `${word.slice(0, 4)}-\n${word.slice(4)}`),
  (text) => everyNth(text, / /g, 9, () => '\n'),
  (text) =>
    text.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0xff41 + letter.charCodeAt(0) - 97)),
  (text) => text.replaceAll(/[eao]/g, (letter) => `${letter}\u0301`),
  (text) => text,
]

const paragraphs = textsOfPack(join(root, 'content/demo'))
  .map(({ file, text }) => ({
    file,
    text: text.replaceAll(/^[-#|>\s]+/gm, '').replaceAll('|', ' '),
  }))
  .filter(({ file, text }) => !file.endsWith('plans.yaml') && text.split(/\s+/).length >= 12)

/** What is hidden: paragraphs of the sample, at least so many words of them, from one file or from several. */
function chosen(random: Random, words: number): string[] {
  const isMixed = random() < 0.4
  const { file } = pick(random, paragraphs)
  const from = isMixed ? paragraphs : paragraphs.filter((paragraph) => paragraph.file === file)
  const taken: string[] = []
  for (const { text } of shuffled(random, from)) {
    taken.push(text.replaceAll(/\s+/g, ' ').trim())
    if (taken.join(' ').split(' ').length >= words) break
  }
  return taken
}

/** The same text for the same seed. `words`: how long it is at least, where its file has so many. */
export function mutatedText(seed: number, words: number): string {
  const random = randomFrom(seed)
  const taken = chosen(random, words)
  const kind = seed % 4
  const sentences = shuffled(
    random,
    taken.flatMap((text) => sentencesIn(text)),
  )
  const shuffledText = (kind === 0 ? shuffled(random, taken) : sentences).join(' ')
  const changed = kind >= 2 ? withOtherWords(random, shuffledText) : shuffledText
  return kind === 2 ? changed : pick(random, dresses)(pick(random, dresses)(changed))
}
