import { useId, useState } from 'react'
import type { FigureName } from '../../../contract/explain.ts'
import type { Cents } from '../../../lib/money.ts'
import { OpeningFigure } from '../../ui/figure.tsx'
import { ExplainLines } from './lines.tsx'
import styles from './figure.module.css'

type ExplainFigureProps = {
  figure: FigureName
  label: string
  cents: Cents
  size?: 'small' | 'middle' | 'large'
}

/** A figure with its label; pressed, it opens into the lines whose sum it is. */
export function ExplainFigure({ figure, label, cents, size = 'large' }: ExplainFigureProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.figure}>
      <h2 className="label">{label}</h2>
      <OpeningFigure
        cents={cents}
        size={size}
        open={open}
        controls={id}
        onToggle={() => setOpen(!open)}
      />
      <div id={id} role="group" aria-label={`How ${label} is made up`} hidden={!open}>
        {open && <ExplainLines figure={figure} cents={cents} />}
      </div>
    </div>
  )
}
