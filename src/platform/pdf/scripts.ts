/**
 * The fonts for letters that the project's own don't have, by script. Each family comes in files by alphabet, those for
 * Chinese, Japanese and Korean in about a hundred; a file is read when a letter of it is to be written.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { instanceOf } from './instance.ts'
import { fileOf, renamed } from './tables.ts'
import { unpackWoff2 } from './woff2.ts'

/** A Chinese character with kana beside it is Japanese, one with Hangul beside it Korean. */
const scripts: readonly [family: string, letters: RegExp][] = [
  ['arabic', /\p{scx=Arab}/u],
  ['armenian', /\p{scx=Armn}/u],
  ['bengali', /\p{scx=Beng}/u],
  ['ethiopic', /\p{scx=Ethi}/u],
  ['georgian', /\p{scx=Geor}/u],
  ['gujarati', /\p{scx=Gujr}/u],
  ['gurmukhi', /\p{scx=Guru}/u],
  ['hebrew', /\p{scx=Hebr}/u],
  ['kannada', /\p{scx=Knda}/u],
  ['khmer', /\p{scx=Khmr}/u],
  ['lao', /\p{scx=Laoo}/u],
  ['malayalam', /\p{scx=Mlym}/u],
  ['myanmar', /\p{scx=Mymr}/u],
  ['oriya', /\p{scx=Orya}/u],
  ['sinhala', /\p{scx=Sinh}/u],
  ['tamil', /\p{scx=Taml}/u],
  ['telugu', /\p{scx=Telu}/u],
  ['thai', /\p{scx=Thai}/u],
  ['jp', /[\p{sc=Hira}\p{sc=Kana}]/u],
  ['kr', /\p{sc=Hang}/u],
  ['sc', /\p{scx=Hani}/u],
  ['tc', /[\p{scx=Hani}\p{sc=Bopo}]/u],
  ['jp', /\p{scx=Hani}/u],
  ['kr', /\p{scx=Hani}/u],
]

/** Those that may have the letters of a word, in the order of their scripts; last, those with signs of all kinds. */
export function familiesFor(word: string): string[] {
  const own = scripts.filter(([, letters]) => letters.test(word)).map(([family]) => family)
  return [...new Set(['', ...own, 'sc'])].map((family) =>
    family === '' ? 'noto-sans' : `noto-sans-${family}`,
  )
}

type Range = [from: number, to: number]
const packageOf = (family: string) => `@fontsource-variable/${family}`
const pathOf = (file: string) => fileURLToPath(import.meta.resolve(file))

function rangesOf(written: string): Range[] {
  return written.split(',').map((range) => {
    const [from, to = from] = range.replace('U+', '').split('-') as [string, string?]
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

const alphabets = new Map<string, [alphabet: string, ranges: Range[]][]>()

function alphabetsOf(family: string): [alphabet: string, ranges: Range[]][] {
  const known = alphabets.get(family)
  if (known) return known
  const text = readFileSync(pathOf(`${packageOf(family)}/unicode.json`), 'utf8')
  const read = Object.entries(JSON.parse(text) as Record<string, string>).map(
    ([alphabet, ranges]): [string, Range[]] => [
      alphabet.replace(/^\[(\d+)\]$/, '$1'),
      rangesOf(ranges),
    ],
  )
  alphabets.set(family, read)
  return read
}

const isIn = (ranges: readonly Range[], letter: number) =>
  ranges.some(([from, to]) => from <= letter && letter <= to)

/** The alphabets of a family that say that they have all of these. */
export function alphabetsWith(family: string, letters: readonly number[]): string[] {
  return alphabetsOf(family)
    .filter(([, ranges]) => letters.every((letter) => isIn(ranges, letter)))
    .map(([alphabet]) => alphabet)
}

/** As the PDF library opens it. */
export function readAlphabet(family: string, alphabet: string, weight: number): Buffer {
  const name = `${family}-${alphabet}`
  const packed = readFileSync(pathOf(`${packageOf(family)}/files/${name}-wght-normal.woff2`))
  const tables = unpackWoff2(packed)
  return instanceOf(fileOf(tables.set('name', renamed(tables.get('name')!, name))), weight)
}
