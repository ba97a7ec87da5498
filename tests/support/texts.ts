/** The texts in a source that people may come to read: what stands in quotes, in templates and between tags. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { filesOf, isTest, root } from './source.ts'

/** `where`: `path:line`. Of a template each value reads `…`. */
export type Text = { where: string; text: string }

const isPath = /^\.{1,2}\/[\w./-]+$/

export function textsOf(path: string, source: string): Text[] {
  const found: Text[] = []
  const keep = (start: number, words: string) => {
    const text = words.replaceAll(/\s+/g, ' ').trim()
    const line = source.slice(0, start).split('\n').length
    if (/[A-Za-z]{2}/.test(text) && !isPath.test(text))
      found.push({ where: `${path}:${line}`, text })
  }
  new Visitor({
    JSXText: ({ start, value }) => keep(start, value),
    Literal: ({ start, value }) => typeof value === 'string' && keep(start, value),
    TemplateLiteral: ({ start, quasis }) =>
      keep(start, quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(parseSync(path, source).program)
  return found
}

export const textsIn = (...patterns: string[]): Text[] =>
  filesOf(...patterns)
    .filter((path) => !isTest(path))
    .flatMap((path) => textsOf(path, readFileSync(join(root, path), 'utf8')))

/** Lines of content: YAML and Markdown, without the comments that only its writers read. */
export const linesOfContent = (): Text[] =>
  filesOf('content/**/*.{yaml,yml,md}').flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .map((text, index) => ({
        where: `${path}:${index + 1}`,
        text: text.replace(/^\s*#\s.*/, ''),
      })),
  )
