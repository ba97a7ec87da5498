/** XML of others, such as a bank's: its elements as a tree. Read without a document type and without entities of the file's own. */
import { SaxesParser, type SaxesTagPlain } from 'saxes'

/** An element as far as it is of use, without the prefix of its name: its texts joined. */
export type XmlElement = {
  name: string
  line: number
  currency: string | null
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

const elementOf = ({ name, attributes }: SaxesTagPlain, line: number): XmlElement => ({
  name: name.slice(name.indexOf(':') + 1),
  line,
  currency: typeof attributes.Ccy === 'string' ? attributes.Ccy : null,
  text: '',
  children: [],
})

type Handlers = {
  opened(element: XmlElement): void
  text(part: string): void
  closed(): void
  /** What is thrown where the file isn't XML as it should be. */
  fault(message: string): Error
}

/** Reads a file from its beginning to its end; an element that opens is empty yet. */
export function readXml(file: string, { opened, text, closed, fault }: Handlers): void {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw fault(`The file isn’t XML as it should be (${error.message}).`)
  })
  parser.on('doctype', () => {
    throw fault('A file with a document type isn’t read: no bank’s file has one.')
  })
  parser.on('opentag', (tag) => opened(elementOf(tag, parser.line)))
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', closed)
  parser.write(file).close()
}

const deepest = 40

/** All of a file, which has so many elements at most. */
export function treeOfXml(
  file: string,
  { most, fault }: Pick<Handlers, 'fault'> & { most: number },
): XmlElement {
  const open: XmlElement[] = []
  let root: XmlElement | null = null
  let parts = 0
  readXml(file, {
    fault,
    opened(element) {
      if (open.length >= deepest || ++parts > most)
        throw fault(`Line ${element.line}: the file is larger than any bank’s is.`)
      open.at(-1)?.children.push(element)
      root ??= element
      open.push(element)
    },
    text(part) {
      const element = open.at(-1)
      if (element) element.text += part
    },
    closed: () => void open.pop(),
  })
  return root!
}
