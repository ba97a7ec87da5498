import { Link } from 'react-router'
import type { Report, ReportRow, ReportTable } from '../../../contract/book-reports.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { sayDownload } from '../../ui/download.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import styles from './books.module.css'
import { PairPicture } from './picture.tsx'

type ReportViewProps = {
  report: Report
  files: { csv: string; pdf: string }
  /** Where the name of a row leads; null: nowhere. */
  linkOf?(key: string): string | null
}

/** One of the firm's accounts: its picture, and the same in tables. */
export function ReportView({ report, files, linkOf }: ReportViewProps) {
  const { title, period, caption, picture, tables } = report
  return (
    <>
      <Sheet
        title={`${title}, ${period}`}
        aside={
          <div className={styles.files}>
            <CsvLink href={files.csv} />
            <LinkButton
              href={files.pdf}
              variant="default"
              size="compact-sm"
              download
              onClick={sayDownload}
            >
              Export as PDF
            </LinkButton>
          </div>
        }
      >
        <div className="stack">
          <p className="small">{caption}</p>
          {picture ? (
            <PairPicture picture={picture} />
          ) : (
            <Empty>Nothing to draw: every amount is zero in this time.</Empty>
          )}
        </div>
      </Sheet>
      {tables.map((table) => (
        <Table key={table.title} table={table} linkOf={linkOf} />
      ))}
    </>
  )
}

function Table({
  table: { title, head, rows, note },
  linkOf,
}: {
  table: ReportTable
  linkOf: ReportViewProps['linkOf']
}) {
  const columns = head.map((name, at): Column<ReportRow> => ({
    head: name,
    kind: at === 0 ? 'name' : name === 'Part' ? 'short' : 'amount',
    cell: ({ key, cells, isSum }) => {
      const link = at === 0 ? linkOf?.(key) : null
      if (link) return <Link to={link}>{cells[at]}</Link>
      return isSum ? <strong>{cells[at]}</strong> : cells[at]
    },
  }))
  return (
    <Sheet title={title}>
      <DataTable label={title} columns={columns} rows={[...rows]} keyOf={({ key }) => key} />
      {note && <p className={`small ${styles.note}`}>{note}</p>}
    </Sheet>
  )
}
