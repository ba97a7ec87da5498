import { Fragment, type ReactNode } from 'react'
import type { Block, Inline } from '../../contract/site.ts'
import { OutsideLink } from './outside-link.tsx'
import styles from './prose.module.css'

/** Running text of the content pack. It never changes while it is shown, so places serve as keys. */
export function Prose({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={styles.prose}>
      {blocks.map((block, place) => (
        <Fragment key={place}>{shown(block)}</Fragment>
      ))}
    </div>
  )
}

function shown(block: Block): ReactNode {
  if (block.kind === 'heading') return <Heading {...block} />
  if (block.kind === 'paragraph')
    return (
      <p>
        <Words text={block.text} />
      </p>
    )
  if (block.kind === 'table') return <Table {...block} />
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((item, place) => (
        <li key={place}>
          <Words text={item} />
        </li>
      ))}
    </List>
  )
}

/** Links to itself, so that its address can be copied. */
function Heading({ level, id, text }: Extract<Block, { kind: 'heading' }>) {
  const Level = level === 2 ? 'h2' : 'h3'
  return (
    <Level id={id}>
      <a href={`#${id}`}>
        <Words text={text} />
      </a>
    </Level>
  )
}

/** Scrolls in a box of its own, which the keyboard reaches; the first cell of a row names it. */
function Table({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <div
      className={styles.table}
      role="region"
      aria-label={`Table: ${head.map(wordsOf).join(', ')}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, place) => (
              <th key={place} scope="col">
                <Words text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = [], ...cells], row) => (
            <tr key={row}>
              <th scope="row">
                <Words text={name} />
              </th>
              {cells.map((cell, place) => (
                <td key={place}>
                  <Words text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Words({ text }: { text: readonly Inline[] }) {
  return text.map((part, place) => <Fragment key={place}>{word(part)}</Fragment>)
}

function word(part: Inline): ReactNode {
  if (typeof part === 'string') return part
  if ('strong' in part)
    return (
      <strong>
        <Words text={part.strong} />
      </strong>
    )
  if ('emphasis' in part)
    return (
      <em>
        <Words text={part.emphasis} />
      </em>
    )
  const { href } = part
  const words = <Words text={part.text} />
  return href.startsWith('https:') ? (
    <OutsideLink href={href}>{words}</OutsideLink>
  ) : (
    <a href={href}>{words}</a>
  )
}

/** The bare words of a text, where nothing else can stand. */
export function wordsOf(text: readonly Inline[]): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part
      return wordsOf(
        'strong' in part ? part.strong : 'emphasis' in part ? part.emphasis : part.text,
      )
    })
    .join('')
}
