import type { ReactNode } from 'react'
import styles from './design.module.css'

/** `What opens` to `what-opens`: where a part is found on the page. */
export const idOf = (title: string) => title.toLowerCase().replace(/\W+/g, '-')

type SpecimenProps = {
  /** The component as the code names it. */
  of: string
  /** The state it is shown in, or what to know about it. */
  says?: string
  /** On the page's own ground instead of a sheet. */
  bare?: boolean
  children: ReactNode
}

export function Specimen({ of, says, bare = false, children }: SpecimenProps) {
  return (
    <figure className={styles.specimen} data-shows={of}>
      <figcaption>
        <code>{of}</code>
        {says && <span className="caption">{says}</span>}
      </figcaption>
      <div className={bare ? styles.bare : styles.ground}>{children}</div>
    </figure>
  )
}
