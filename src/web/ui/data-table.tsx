import { Fragment, type ReactNode } from 'react'
import styles from './data-table.module.css'
import { Icon } from './icon.tsx'

export type Column<Row> = {
  head: string
  cell(row: Row): ReactNode
  /**
   * In a dense list `long` and `line` may be cut off, and `age` is left out first. Of a card, `amount`, `aside` and `date` stand
   * at the right, and `line` has a line of its own; on a phone there is none of `long`, `aside` and `date`.
   */
  kind?: 'amount' | 'actions' | 'name' | 'short' | 'date' | 'long' | 'line' | 'aside' | 'age'
  /** Left out of a card, whatever it is. */
  spare?: boolean
  /** Its head can be pressed, to have the list in the order of this. */
  sortBy?: string
}

/** The order that the list has, and what to do when another is asked for. */
export type Sorting = { by: string; descending: boolean; onSort(by: string): void }

type DataTableProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf(row: Row): string
  /** What opens inside a row, below it; a row with something inside is highlighted. */
  inside?(row: Row): ReactNode
  /** The one that something beside the table is about. */
  isCurrent?(row: Row): boolean
  /**
   * Each row in one line, under a head that stays: for lists that are worked through. Where the columns don't fit, each is a
   * card, on a phone one of three lines; `few` columns stay a table.
   */
  dense?: boolean | 'few'
  sorting?: Sorting
}

/** A table on wide screens, labelled lists on narrow ones. Roles are said, since `display: block` takes them away. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  inside,
  isCurrent,
  dense = false,
  sorting,
}: DataTableProps<Row>) {
  return (
    <div className={styles.room} data-dense={dense === true ? 'all' : dense || undefined}>
      <table className={styles.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.head} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Rows
              key={keyOf(row)}
              row={row}
              columns={columns}
              current={isCurrent?.(row) ?? false}
              inside={inside?.(row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Where the heads aren't seen, they can't be pressed either: a page whose list can be sorted offers that in another way too. */
function Head<Row>({
  column: { head, kind, spare, sortBy },
  sorting,
}: {
  column: Column<Row>
  sorting: Sorting | undefined
}) {
  const own = {
    role: 'columnheader',
    scope: 'col',
    'data-kind': kind,
    'data-spare': spare,
  } as const
  if (!sorting || !sortBy) return <th {...own}>{head}</th>
  const direction = sorting.descending ? 'descending' : 'ascending'
  return (
    <th {...own} aria-sort={sorting.by === sortBy ? direction : 'none'}>
      <button type="button" className={styles.sort} onClick={() => sorting.onSort(sortBy)}>
        {head}
        <Icon name="down" />
      </button>
      <span className={styles.unpressed}>{head}</span>
    </th>
  )
}

type RowsProps<Row> = {
  row: Row
  columns: Column<Row>[]
  current: boolean
  inside: ReactNode
}

function Rows<Row>({ row, columns, current, inside }: RowsProps<Row>) {
  return (
    <Fragment>
      <tr
        role="row"
        className={inside ? styles.open : undefined}
        aria-current={current || undefined}
      >
        {columns.map((column) => (
          <td
            key={column.head}
            role="cell"
            data-kind={column.kind}
            data-spare={column.spare}
            data-label={column.head}
          >
            <div>{column.cell(row)}</div>
          </td>
        ))}
      </tr>
      {inside && (
        <tr role="row" className={styles.inside}>
          <td role="cell" colSpan={columns.length}>
            {inside}
          </td>
        </tr>
      )}
    </Fragment>
  )
}
