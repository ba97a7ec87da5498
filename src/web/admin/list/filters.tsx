import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import styles from './list.module.css'

type FiltersProps = {
  /** How many are set. */
  count: number
  onClear(): void
  fields: ReactNode
  /** What stands beside its button. */
  aside?: ReactNode
  /** What else is chosen, in the same line where there is room. */
  children: ReactNode
}

/** Closed until something is to be chosen, so that the list begins high on the page. */
export function Filters({ count, onClear, fields, aside, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <div className={styles.choosing}>
        {children}
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
        {count > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            Clear filters
          </Button>
        )}
        {aside}
      </div>
      {isOpen && fields}
    </div>
  )
}
