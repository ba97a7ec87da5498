/** Reads a file of the content pack. Its author learns the file, the line and the field of every mistake. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isScalar, LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { CannotStart } from './cannot-start.ts'

/** The line of a field; where it is missing, of what it is missing from. `within` counts lines of a text that is written below its field. */
function lineOf(
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
  within = 0,
): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as
      | { range?: [number, number, number] }
      | null
      | undefined
    if (!node?.range) continue
    const isBelow = length === path.length && isScalar(node) && node.type === 'BLOCK_LITERAL'
    return lines.linePos(node.range[0]).line + (isBelow ? within : 0)
  }
  return 1
}

/** How the file is called in messages: by the name of its pack and its own. */
export function contentFileName(folder: string, name: string): string {
  return `${basename(folder)}/${name}`
}

export function readContentText(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch (error) {
    throw new CannotStart(
      `${contentFileName(folder, name)} cannot be read: ${(error as Error).message}.`,
    )
  }
}

/**
 * The YAML as its schema makes it. Throws `CannotStart` with one line that names file, line and field of everything
 * that is wrong. The text may begin below the top of its file, and a complaint may carry `params.line`, counted from 1
 * within a literal text.
 */
export function judgeContent<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  firstLine = 1,
): z.output<Schema> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const broken = document.errors[0]
  if (broken)
    throw new CannotStart(
      `${file}, line ${lines.linePos(broken.pos[0]).line + firstLine - 1}: ${broken.message}.`,
    )
  const result = schema.safeParse(document.toJS())
  if (result.success) return result.data
  const complaints = result.error.issues.map((issue) => {
    const field = issue.path.length === 0 ? 'the whole file' : issue.path.map(String).join('.')
    const within: unknown = issue.code === 'custom' ? issue.params?.line : undefined
    const line =
      lineOf(document, lines, issue.path, typeof within === 'number' ? within : 0) + firstLine - 1
    return `${file}, line ${line}, ${field}: ${issue.message}`
  })
  throw new CannotStart(`${complaints.join('; ')}.`)
}

/** The file `folder/name`, judged as a whole. */
export function readContentFile<Schema extends z.ZodType>(
  folder: string,
  name: string,
  schema: Schema,
): z.output<Schema> {
  return judgeContent(contentFileName(folder, name), readContentText(folder, name), schema)
}

/** Null where it isn't there or can't be read. */
function textOf(folder: string, name: string): string | null {
  try {
    return readContentText(folder, name)
  } catch {
    return null
  }
}

/** Where a field of a YAML file stands, or else what it is missing from: file, line and field, as complaints name them. */
export function placeOf(folder: string, name: string, field: string): string {
  const file = contentFileName(folder, name)
  const where = field === '' ? file : `${file}, ${field}`
  const text = name.endsWith('.yaml') ? textOf(folder, name) : null
  if (text === null) return where
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const path = field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  return `${file}, line ${lineOf(document, lines, path)}, ${field}`
}

/** What a YAML file holds at its top, unjudged; nothing where it isn't there or can't be read. */
export function looseContent(folder: string, name: string): Record<string, unknown> {
  const text = textOf(folder, name)
  if (text === null) return {}
  try {
    const content: unknown = parseDocument(text).toJS()
    return typeof content === 'object' && content !== null ? { ...content } : {}
  } catch {
    return {}
  }
}
