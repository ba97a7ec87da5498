/** Reads a file of the content pack. Whoever wrote it learns the file, the line and the field of every mistake. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { CannotStart } from './cannot-start.ts'

/** The line of a field; where it is missing, of what it is missing from. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | null | undefined
    if (node?.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

/**
 * The file `folder/name` as its schema makes it. Throws `CannotStart` with one line that names file, line
 * and field of everything that is wrong.
 */
export function readContentFile<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.output<Schema> {
  const file = `${basename(folder)}/${name}`
  let text: string
  try {
    text = readFileSync(join(folder, name), 'utf8')
  } catch (error) {
    throw new CannotStart(`${file} cannot be read: ${(error as Error).message}.`)
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const broken = document.errors[0]
  if (broken) throw new CannotStart(`${file}, line ${lines.linePos(broken.pos[0]).line}: ${broken.message}.`)
  const result = schema.safeParse(document.toJS())
  if (result.success) return result.data
  const complaints = result.error.issues.map(({ path, message }) => {
    const field = path.length === 0 ? 'the whole file' : path.map(String).join('.')
    return `${file}, line ${lineOf(document, lines, path)}, ${field}: ${message}`
  })
  throw new CannotStart(`${complaints.join('; ')}.`)
}
