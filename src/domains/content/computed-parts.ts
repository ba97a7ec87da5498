/** Parts of a policy that the product computes: how they are written in Markdown, and how they are filled in. */
import {
  computedFigures,
  computedTables,
  type Computed,
  type ComputedFigure,
  type ComputedTable,
  type PlainTable,
} from '../../contract/computed.ts'
import type { Block, Inline, TextPage } from '../../contract/site.ts'

const part = /\{\{([^{}]*)\}\}/g
const wholeTable = /^\{\{([^{}]*)\}\}$/

const isTable = (name: string): name is ComputedTable =>
  (computedTables as readonly string[]).includes(name)
const isFigure = (name: string): name is ComputedFigure =>
  (computedFigures as readonly string[]).includes(name)

const inWords = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ')

/** Null where nothing is wrong; else what is, and what to write instead. */
export function faultOfComputed(
  text: string,
  { isAlone, computes }: { isAlone: boolean; computes: boolean },
): string | null {
  for (const [written, name = ''] of text.matchAll(part)) {
    if (!computes)
      return `${written} is filled in only in policies and in the answers of the FAQs: write the words here`
    if (isTable(name) && !(isAlone && text === written))
      return `${written} is a table: it stands on a line of its own, with an empty line above and below`
    if (!isTable(name) && !isFigure(name))
      return `${written} is nothing that the product computes: write the words yourself, or one of ${inWords([...computedTables, ...computedFigures])}`
  }
  return null
}

const tableOf = ({ head, rows }: PlainTable): Block => ({
  kind: 'table',
  head: head.map((cell) => [cell]),
  rows: rows.map((row) => row.map((cell) => [cell])),
})

/** A text with its figures. */
export const fillWords = (text: string, figures: Computed['figures']): string =>
  text.replaceAll(part, (written, name: string) => (isFigure(name) ? figures[name] : written))

/** The page as people read it. */
export function fillPage(page: TextPage, { tables, figures }: Computed): TextPage {
  const words = (text: string) => fillWords(text, figures)
  const inline = (text: readonly Inline[]): Inline[] =>
    text.map((one): Inline => {
      if (typeof one === 'string') return words(one)
      if ('strong' in one) return { strong: inline(one.strong) }
      if ('emphasis' in one) return { emphasis: inline(one.emphasis) }
      return { ...one, text: inline(one.text) }
    })
  const block = (one: Block): Block => {
    if (one.kind === 'table')
      return { ...one, head: one.head.map(inline), rows: one.rows.map((row) => row.map(inline)) }
    if (one.kind === 'list') return { ...one, items: one.items.map(inline) }
    const [only, ...others] = one.text
    const name =
      one.kind === 'paragraph' && typeof only === 'string' && others.length === 0
        ? (wholeTable.exec(only)?.[1] ?? '')
        : ''
    return isTable(name) ? tableOf(tables[name]) : { ...one, text: inline(one.text) }
  }
  return { ...page, blocks: page.blocks.map(block) }
}
