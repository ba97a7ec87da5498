import { useId, useState, type ReactNode } from 'react'
import type { FigureName } from '../../../contract/explain.ts'
import type { Cents } from '../../../lib/money.ts'
import { OpeningFigure } from '../../ui/figure.tsx'
import { ExplainLines } from './lines.tsx'
import styles from './rows.module.css'

/** `note`: what is to be known beside the figure. */
type FigureRow = { label: string; figure: FigureName; cents: Cents; note?: string | undefined }
type PlainRow = { label: string; text: ReactNode }

/** Facts under one another; those that are figures open below themselves into what they are made of. */
export function ExplainRows({ rows }: { rows: (FigureRow | PlainRow)[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map((row) =>
        'figure' in row ? (
          <OpeningRow key={row.label} {...row} />
        ) : (
          <div key={row.label}>
            <dt>{row.label}</dt>
            <dd>{row.text}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function OpeningRow({ label, figure, cents, note }: FigureRow) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <dt>
        {label}
        {note !== undefined && <span className={`caption ${styles.note}`}>{note}</span>}
      </dt>
      <dd>
        <OpeningFigure
          cents={cents}
          size="small"
          open={open}
          controls={id}
          onToggle={() => setOpen(!open)}
        />
      </dd>
      {open && (
        <dd id={id} className={styles.lines}>
          <ExplainLines figure={figure} cents={cents} />
        </dd>
      )}
    </div>
  )
}
