/** What a pack says to people, sentence by sentence, as `docs/promises.md` lists it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  textsOfMarkdown,
  textsOfYaml,
  type PackText,
} from '../../src/domains/content/read/texts.ts'

/** Fields of YAML that no sentence stands in: addresses, ids, what only draws, and the lines of the sample account. */
const noWords = /(^|\.)(file|dark|alt|id|slug|kind|drawn|updated)$|^book\.lines\./

const withoutMarks = (text: string) =>
  text
    .replace(/^\s*(#+|[-*]|\d+\.)\s+/, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A row of a table is one sentence: its cells, with dots between. */
const rowOf = (text: string) =>
  text
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map(withoutMarks)
    .filter((cell) => cell !== '')
    .join(' · ')

/** Ends where a sentence does: after its sign, and the quotation mark behind it. */
const ends = /(?<=[.!?]”?) (?=[A-Z“‘{])/

const sentencesOf = (text: string): string[] =>
  /^\s*\|/.test(text) ? [rowOf(text)] : withoutMarks(text).split(ends)

/** Front matter, but for what the page is called and is about, says nothing. */
function inMarkdown(file: string, source: string): PackText[] {
  const [, front = '', body = source] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  return [...textsOfYaml(file, front), ...textsOfMarkdown(file, body)]
}

function textsOf(folder: string, file: string): PackText[] {
  const source = readFileSync(join(folder, file), 'utf8')
  if (file.endsWith('.md')) return inMarkdown(file, source)
  return textsOfYaml(file, source).flatMap((text) =>
    // A text of several paragraphs is Markdown.
    text.text.includes('\n') ? textsOfMarkdown(file, text.text) : [text],
  )
}

/** In the order of the file. */
export const sentencesIn = (folder: string, file: string): string[] =>
  textsOf(folder, file)
    .filter(({ field }) => !noWords.test(field))
    .flatMap(({ text }) => sentencesOf(text))
