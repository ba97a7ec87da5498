import { Fragment, type ReactNode } from 'react'
import styles from './data-table.module.css'

export type Column<Row> = { head: string; cell(row: Row): ReactNode; kind?: 'amount' | 'actions' | 'name' | 'short' | 'date' }

type DataTableProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf(row: Row): string
  /** What opens inside a row, below it; a row with something inside is highlighted. */
  inside?(row: Row): ReactNode
}

/** A table on wide screens, labelled lists on narrow ones. Roles are said, since `display: block` takes them away. */
export function DataTable<Row>({ label, columns, rows, keyOf, inside }: DataTableProps<Row>) {
  return (
    <div className={styles.room}>
      <table className={styles.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.head} role="columnheader" scope="col" data-kind={column.kind}>{column.head}</th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => <Rows key={keyOf(row)} row={row} columns={columns} inside={inside?.(row)} />)}
        </tbody>
      </table>
    </div>
  )
}

function Rows<Row>({ row, columns, inside }: { row: Row; columns: Column<Row>[]; inside: ReactNode }) {
  return (
    <Fragment>
      <tr role="row" className={inside ? styles.open : undefined}>
        {columns.map((column) => (
          <td key={column.head} role="cell" data-kind={column.kind} data-label={column.head}>
            <div>{column.cell(row)}</div>
          </td>
        ))}
      </tr>
      {inside && (
        <tr role="row" className={styles.inside}>
          <td role="cell" colSpan={columns.length}>{inside}</td>
        </tr>
      )}
    </Fragment>
  )
}
