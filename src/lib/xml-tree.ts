/** XML of others, such as a bank's: its elements as a tree. Read without a document type and without entities of the file's own. */
import { SaxesParser, type SaxesTagPlain } from 'saxes'

/** An element as far as it is of use, without the prefix of its name: its texts joined. */
export type XmlElement = {
  name: string
  line: number
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlElement[]
}

/** Those directly within it that have this name. */
export const elementsOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The first element at the end of a path of names. */
export const elementAt = (element: XmlElement | undefined, path: string): XmlElement | undefined =>
  path
    .split('/')
    .reduce<XmlElement | undefined>((within, name) => elementsOf(within, name)[0], element)

/** The first of these paths that has a text. */
export const textAt = (element: XmlElement | undefined, ...paths: string[]): string => {
  for (const path of paths) {
    const text = elementAt(element, path)?.text.trim()
    if (text) return text
  }
  return ''
}

/** Every element at the end of a path of names. */
export const elementsAt = (element: XmlElement | undefined, path: string): XmlElement[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (within, name) => within.flatMap((one) => elementsOf(one, name)),
      element ? [element] : [],
    )

const elementOf = ({ name, attributes }: SaxesTagPlain, line: number): XmlElement => ({
  name: name.slice(name.indexOf(':') + 1),
  line,
  attributes,
  text: '',
  children: [],
})

/** `most`: how many elements a piece may hold, without the pieces in it: a file that was made to fill the memory has more than a bank could need. */
export type Piece = { most: number; take(piece: XmlElement): void }

type Reading = {
  /** Which elements are pieces, by their name, and by how many others they stand in. */
  pieceOf(name: string, depth: number): Piece | undefined
  /** Sees each element that stands in no piece as it opens, and so without its text. */
  seeOutside?(element: XmlElement, depth: number): void
  /** What is thrown where the file isn’t XML as it should be; `line`: of the file, where it is known. */
  fault(message: string, line: number | null): Error
}

const deepest = 40
/** One tag, or one text, of more characters is made to fill the memory: the parser keeps both until they end. */
const longestRun = 4 * 1024 * 1024

export type PieceReader = { write(part: string): void; close(): void }

/** Reads a file as its parts come, and hands on each piece when it ends: nothing here keeps it. What stands in no piece is left out. */
export function pieceReader({ pieceOf, seeOutside, fault }: Reading): PieceReader {
  const open: XmlElement[] = []
  const within: { piece: Piece; depth: number; parts: number }[] = []
  const parser = new SaxesParser()
  let sinceTag = 0
  parser.on('error', (error) => {
    throw fault(`The file isn’t XML as it should be (${error.message}).`, null)
  })
  parser.on('doctype', () => {
    throw fault('A file with a document type isn’t read: it could hold entities of its own.', null)
  })
  parser.on('opentag', (tag) => {
    sinceTag = 0
    const element = elementOf(tag, parser.line)
    const depth = open.length
    if (depth >= deepest) throw fault('The file is nested too deeply.', element.line)
    const piece = pieceOf(element.name, depth)
    if (piece) within.push({ piece, depth, parts: 0 })
    const inner = within.at(-1)
    if (!inner) seeOutside?.(element, depth)
    if (inner && (inner.parts += 1) > inner.piece.most)
      throw fault('An entry has too many parts.', element.line)
    open.push(element)
  })
  const say = (part: string) => {
    if (within.length > 0) open.at(-1)!.text += part
  }
  parser.on('text', say)
  parser.on('cdata', say)
  parser.on('closetag', () => {
    sinceTag = 0
    const element = open.pop()!
    const inner = within.at(-1)
    if (inner === undefined) return
    if (inner.depth < open.length) open.at(-1)!.children.push(element)
    else {
      within.pop()
      inner.piece.take(element)
    }
  })
  return {
    write(part) {
      parser.write(part)
      sinceTag += part.length
      if (sinceTag > longestRun)
        throw fault('A part of the file is longer than any should be.', parser.line)
    },
    close: () => void parser.close(),
  }
}

/** Reads a file that is all here. */
export function readPieces(file: string, reading: Reading): void {
  const reader = pieceReader(reading)
  // In parts, since a part alone may be longer than one tag or text should be.
  const part = 1024 * 1024
  for (let at = 0; at < file.length; at += part) reader.write(file.slice(at, at + part))
  reader.close()
}

/** All of a file, which has so many elements at most. */
export function treeOfXml(
  file: string,
  { most, fault }: { most: number; fault(message: string): Error },
): XmlElement {
  const roots: XmlElement[] = []
  const whole: Piece = { most, take: (root) => void roots.push(root) }
  readPieces(file, {
    pieceOf: (_, depth) => (depth === 0 ? whole : undefined),
    fault: (message, line) => fault(line === null ? message : `Line ${line}: ${message}`),
  })
  return roots[0]!
}
