import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { filesOf, isTest, root } from './support/source.ts'

/** One thing that repeats without end up to the end of a text: each place of the text is tried as its beginning, in n². */
const tail = /^(?:\\p\{\w+\}|\\.|\[[^\]]*\]|[^\\[(^])[+*]\$$/

const slowAlternatives = (pattern: string): string[] =>
  pattern.split('|').filter((alternative) => tail.test(alternative))

function slowIn(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8')
  if (!/[+*]\$/.test(source)) return []
  const found: string[] = []
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex && slowAlternatives(node.regex.pattern).length > 0)
        found.push(`${path}: ${node.regex.pattern}`)
    },
  }).visit(parseSync(path, source).program)
  return found
}

describe('J15: a regular expression', () => {
  test('looks at most a bounded length for what repeats at the end of a text', () => {
    const files = filesOf('src/**/*.{ts,tsx}').filter((path) => !isTest(path))
    expect(files.flatMap(slowIn)).toEqual([])
  })

  test.each([
    ['^0+|0+$', ['0+$']],
    ['\\s*$', ['\\s*$']],
    ['\\p{P}+$', ['\\p{P}+$']],
    ['^\\d+$', []],
    ['0{1,8}$', []],
    ['a$|^b+$', []],
    ['^[-|\\s:]+$', []],
  ])('%s is told apart', (pattern, slow) => expect(slowAlternatives(pattern)).toEqual(slow))
})
