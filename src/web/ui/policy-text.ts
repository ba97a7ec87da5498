/** A page of text as plain paragraphs, to compare two of them. */
import type { Block, Inline, TextPage } from '../../contract/site.ts'

export const plainWords = (text: readonly Inline[]): string =>
  text
    .map((part) =>
      typeof part === 'string'
        ? part
        : plainWords(
            'strong' in part ? part.strong : 'emphasis' in part ? part.emphasis : part.text,
          ),
    )
    .join('')

function paragraphsOf(block: Block): string[] {
  if (block.kind === 'list') return block.items.map((item) => `• ${plainWords(item)}`)
  if (block.kind === 'table')
    return [block.head, ...block.rows].map((row) => row.map(plainWords).join(' | '))
  return [plainWords(block.text)]
}

export const paragraphsIn = ({ title, description, blocks }: TextPage): string[] => [
  title,
  description,
  ...blocks.flatMap(paragraphsOf),
]
