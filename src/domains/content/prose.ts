/**
 * Running text of a content pack: Markdown with paragraphs, two levels of headings, flat lists, tables, strong,
 * emphasis and links. Everything else is a mistake that names its line, so that a page shows what its file says.
 */
import type {
  Heading,
  List,
  Node,
  Paragraph,
  PhrasingContent,
  RootContent,
  Table,
  Text,
} from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { z } from 'zod'
import type { Block, Inline, TextPage } from '../../contract/site.ts'
import { faultOfComputed } from './computed-parts.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import { contentFileName, judgeContent, readContentText } from '../../platform/content-file.ts'
import { line } from './firm.ts'

/** Stand on every page beside its text: a link may lead to them, a heading may not take them. */
const idsOfTheFrame = ['content', 'contact', 'menu']

const outside = /^(https:\/\/[^\s/]+\.[^\s]+|mailto:[^\s@]+@[^\s@]+|tel:\+[\d-]+)$/
/** Neither `//host` nor `/\host`, which browsers take for another site. */
const ofThisSite = /^\/([^\s/\\][^\s\\]*)?$/

type Mistake = { line: number; message: string }

/** Letters and digits of any script, joined by hyphens. */
function slug(words: string): string {
  return (
    words
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[’']/g, '')
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? ''
  )
}

function plain(text: readonly Inline[]): string {
  return text
    .map((part) =>
      typeof part === 'string'
        ? part
        : plain('strong' in part ? part.strong : 'emphasis' in part ? part.emphasis : part.text),
    )
    .join('')
}

/** What a text must not hold, by what the parser calls it. */
const refused: Record<string, string> = {
  html: 'HTML is not shown: write the words, or Markdown',
  image: 'a text holds no pictures',
  imageReference: 'a text holds no pictures',
  code: 'a text holds no code; a line that begins with four spaces counts as code',
  inlineCode: 'a text holds no code',
  blockquote: 'a text holds no quotations',
  thematicBreak: 'a text holds no rules: a heading divides it',
  definition: 'a link stands where it is used: [words](address)',
  linkReference: 'a link stands where it is used: [words](address)',
  break: 'a line is not broken by hand: begin a paragraph',
}

/** `elsewhere` are ids that the page has besides; `computes`: whether parts of it are filled in by the product. */
type Reading = { elsewhere: readonly string[]; computes: boolean }

class Reader {
  readonly mistakes: Mistake[] = []
  readonly #taken: Set<string>
  readonly #fragments: { id: string; node: Node }[] = []
  #isBelowSecond = false
  readonly #computes: boolean

  constructor({ elsewhere, computes }: Reading) {
    this.#taken = new Set(elsewhere)
    this.#computes = computes
  }

  read(markdown: string): Block[] {
    const tree = fromMarkdown(markdown, {
      extensions: [gfmTable()],
      mdastExtensions: [gfmTableFromMarkdown()],
    })
    const blocks = tree.children.flatMap((node) => this.#block(node) ?? [])
    for (const { id, node } of this.#fragments)
      if (!this.#taken.has(id)) this.#complain(node, `no heading of this page answers to #${id}`)
    return blocks
  }

  #complain(node: Node, message: string): null {
    this.mistakes.push({ line: node.position!.start.line, message })
    return null
  }

  #block(node: RootContent): Block | null {
    if (node.type === 'paragraph') return this.#paragraph(node)
    if (node.type === 'heading') return this.#heading(node)
    if (node.type === 'list') return this.#list(node)
    if (node.type === 'table') return this.#table(node)
    return this.#complain(node, refused[node.type] ?? `a text holds no ${node.type}`)
  }

  #paragraph({ children }: Paragraph): Block {
    const [only, ...others] = children
    const text =
      only?.type === 'text' && others.length === 0
        ? [this.#words(only, true)]
        : this.#inline(children)
    return { kind: 'paragraph', text }
  }

  /** `isAlone`: it is the whole paragraph, where a computed table may stand. */
  #words(node: Text, isAlone = false): string {
    const fault = faultOfComputed(node.value, { isAlone, computes: this.#computes })
    if (fault !== null) this.#complain(node, fault)
    return node.value.replace(/\s*\n\s*/g, ' ')
  }

  #heading(node: Heading): Block | null {
    const { depth } = node
    if (depth === 1)
      return this.#complain(
        node,
        'the title of the page stands above the text: headings begin with ##',
      )
    if (depth > 3) return this.#complain(node, 'headings have two levels, ## and ###')
    if (depth === 3 && !this.#isBelowSecond)
      return this.#complain(node, 'a heading with ### stands below one with ##')
    this.#isBelowSecond = true
    const text = this.#inline(node.children)
    if (text.some((part) => typeof part === 'object' && 'href' in part))
      return this.#complain(node, 'a heading holds no link: it is one')
    const words = slug(plain(text))
    if (words === '') return this.#complain(node, 'a heading has words')
    return { kind: 'heading', level: depth as 2 | 3, id: this.#idFor(words), text }
  }

  /** The second heading of the same words gets a number: operators' policies do repeat themselves. */
  #idFor(words: string): string {
    let id = words
    for (let count = 2; this.#taken.has(id); count += 1) id = `${words}-${count}`
    this.#taken.add(id)
    return id
  }

  #list({ ordered, start, children }: List): Block {
    const first = children[0]!
    if (ordered && start !== 1) this.#complain(first, 'a numbered list begins with 1')
    const items = children.map((item) => {
      const [only, ...others] = item.children
      if (only?.type === 'paragraph' && others.length === 0) return this.#inline(only.children)
      const other = others[0]
      this.#complain(
        other ?? item,
        other?.type === 'list' ? 'lists have one level' : 'an item of a list is one paragraph',
      )
      return []
    })
    return { kind: 'list', ordered: ordered === true, items }
  }

  #table(node: Table): Block {
    if (node.align?.some((side) => side !== null))
      this.#complain(node, 'columns are not aligned by hand: write --- without colons')
    const [head, ...rows] = node.children.map((row) => ({
      row,
      cells: row.children.map((cell) => this.#inline(cell.children)),
    }))
    const { cells: names } = head!
    if (names.some((name) => name.length === 0))
      this.#complain(node, 'each column of a table has a name')
    if (rows.length === 0) this.#complain(node, 'a table has rows')
    for (const { row, cells } of rows)
      if (cells.length !== names.length)
        this.#complain(
          row,
          `this row has ${cells.length} cells, and the table ${names.length} columns`,
        )
    return { kind: 'table', head: names, rows: rows.map(({ cells }) => cells) }
  }

  #inline(nodes: readonly PhrasingContent[]): Inline[] {
    return nodes.flatMap((node): Inline[] => {
      if (node.type === 'text') return [this.#words(node)]
      if (node.type === 'strong') return [{ strong: this.#inline(node.children) }]
      if (node.type === 'emphasis') return [{ emphasis: this.#inline(node.children) }]
      if (node.type === 'link') return [this.#link(node)]
      this.#complain(node, refused[node.type] ?? `a text holds no ${node.type}`)
      return []
    })
  }

  #link(node: Extract<PhrasingContent, { type: 'link' }>): Inline {
    const { url, title } = node
    const text = this.#inline(node.children)
    const fragment = /^#(.+)$/.exec(url)?.[1]
    if (plain(text).trim() === '') this.#complain(node, 'a link has words')
    if (title) this.#complain(node, 'a link has no title beside its words')
    if (fragment !== undefined) this.#fragments.push({ id: fragment, node })
    else if (!outside.test(url) && !ofThisSite.test(url))
      this.#complain(
        node,
        `${url || 'nothing'} is no address for a link: it begins with https://, mailto:, tel:+, # or / (a path of this site)`,
      )
    return { href: url, text }
  }
}

function readMarkdown(
  markdown: string,
  { elsewhere, computes }: Reading,
): { blocks: Block[]; mistakes: Mistake[] } {
  const reader = new Reader({ elsewhere: [...idsOfTheFrame, ...elsewhere], computes })
  const blocks = reader.read(markdown)
  if (blocks.length === 0 && reader.mistakes.length === 0)
    reader.mistakes.push({ line: 1, message: 'the text is empty' })
  return { blocks, mistakes: reader.mistakes.toSorted((a, b) => a.line - b.line) }
}

/**
 * Throws `CannotStart` with everything that is wrong; `where` is the file and the line of it at which the text begins.
 * What the product computes is left as it is written, for `fillPage`.
 */
export function parseProse(markdown: string, where: { file: string; line: number }): Block[] {
  const { blocks, mistakes } = readMarkdown(markdown, { elsewhere: [], computes: true })
  if (mistakes.length === 0) return blocks
  throw new CannotStart(
    `${mistakes.map(({ line: within, message }) => `${where.file}, line ${where.line + within - 1}: ${message}`).join('; ')}.`,
  )
}

/** A field of a YAML file that holds such a text, written below `|`. `elsewhere` are ids that the page has besides. */
export function prose(elsewhere: readonly string[] = []) {
  return z.string('a text is needed').transform((markdown, context): Block[] => {
    const { blocks, mistakes } = readMarkdown(markdown, { elsewhere, computes: false })
    for (const { line: within, message } of mistakes)
      context.addIssue({ code: 'custom', message, params: { line: within } })
    return blocks
  })
}

/** `May 30, 2025`, of a day that there was. */
function isWrittenDate(value: string): boolean {
  const day = new Date(`${value} UTC`)
  return (
    !Number.isNaN(day.getTime()) &&
    day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }) === value
  )
}

const writtenDate = z
  .string('updated must be a date like May 30, 2025')
  .refine(isWrittenDate, 'updated must be a date like May 30, 2025')

const undated = z.strictObject({
  title: line('title'),
  description: line('description'),
  updated: writtenDate.nullable().default(null),
})
const dated = undated.extend({ updated: writtenDate })

/** A page of text: between two lines of `---` what it is called, and below them what it says. Throws `CannotStart`. */
export function readTextPage(folder: string, name: string): TextPage {
  return readPage(folder, name, undated)
}

/** One that people are held to, so they must know since when it says what it says. */
export function readDatedPage(folder: string, name: string): TextPage {
  return readPage(folder, name, dated)
}

function readPage(
  folder: string,
  name: string,
  frontMatter: typeof undated | typeof dated,
): TextPage {
  const file = contentFileName(folder, name)
  const parts = /^---\r?\n(.*?\n)---[ \t]*\r?\n(.*)$/s.exec(readContentText(folder, name))
  if (!parts)
    throw new CannotStart(
      `${file}, line 1: the file begins with title and description between two lines of ---.`,
    )
  const [, front, text] = parts
  const about = judgeContent(file, front!, frontMatter, 2)
  return { ...about, blocks: parseProse(text!, { file, line: front!.split('\n').length + 2 }) }
}
