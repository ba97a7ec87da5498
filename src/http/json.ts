/** Reads a JSON body strictly: UTF-8, no key twice, none that JavaScript gives a meaning of its own, not deep. */
import { ProblemError } from '../contract/problems.ts'

const deepest = 16
const reserved = new Set(['__proto__', 'constructor', 'prototype'])
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function invalid(field: string, message: string): ProblemError {
  return new ProblemError({ code: 'validation_failed', message, fields: { [field]: message } })
}

/** Where the string that starts at `start` ends: the place of its closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/** Whether a colon follows, after any white space. */
function isKey(text: string, after: number): boolean {
  let at = after
  while (text.charCodeAt(at) <= 32) at += 1
  return text[at] === ':'
}

function addKey(keys: Set<string>, key: string): void {
  const shown = key.slice(0, 60)
  if (reserved.has(key)) throw invalid(shown, `Unknown field: ${shown}`)
  if (keys.has(key)) throw invalid(shown, `This field is given twice: ${shown}`)
  keys.add(key)
}

/** Walks over a text that is known to be JSON: what `JSON.parse` doesn't tell is how deep it is and which keys it dropped. */
function checkStructure(text: string): void {
  // One set of keys per open object, null per open array.
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{' || character === '[') open.push(character === '{' ? new Set() : null)
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keys && isKey(text, end + 1)) addKey(keys, JSON.parse(text.slice(at, end + 1)) as string)
      at = end
    }
    if (open.length > deepest)
      throw new ProblemError({
        code: 'validation_failed',
        message: 'The body is nested too deeply.',
      })
  }
}

/** As many digits as every number keeps that JavaScript has: of more, it drops some without a word. */
const exactDigits = 15
const perhapsTooLong = new RegExp(`[\\d.]{${exactDigits + 1}}`)

/** Of a number as JSON writes it. Counted, since an expression for zeros at an end tries each zero as a beginning. */
function significantDigits(source: string): number {
  let [all, toLast] = [0, 0]
  for (const character of source) {
    if (character === 'e' || character === 'E') break
    if (character === '-' || character === '.') continue
    if (all === 0 && character === '0') continue
    all += 1
    if (character !== '0') toLast = all
  }
  return toLast
}

/** As TypeScript knows it: without the third argument, which tells how a value was written. */
type Reviver = (key: string, value: unknown) => unknown

/** A number that can't be kept as it was written becomes none, which every schema refuses in its own words. */
function exactOrNone(_: string, value: unknown, { source = '' }: { source?: string }): unknown {
  if (typeof value !== 'number') return value
  return significantDigits(source) > exactDigits ? NaN : value
}

/** An empty body is none. Throws `not_json` or `validation_failed`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw new ProblemError('not_json')
  }
  checkStructure(text)
  // Only after the check of its depth: a reviver recurses as deep as the text does.
  return perhapsTooLong.test(text) ? JSON.parse(text, exactOrNone as Reviver) : value
}
