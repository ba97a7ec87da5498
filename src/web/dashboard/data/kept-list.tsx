import type { KeptData } from '../../../contract/kept-data.ts'
import { useKeptDataQuery } from '../../api/kept-data.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './data.module.css'

export function KeptList() {
  return (
    <Sheet title="What we keep">
      <Kept />
    </Sheet>
  )
}

function Kept() {
  const { data, ...answer } = useKeptDataQuery()
  if (!data) return <NotLoaded what="what we keep" rows={6} {...answer} />
  return (
    <ul className={styles.kept}>
      {data.data.kept.map((one) => (
        <Category key={one.kind} {...one} />
      ))}
    </ul>
  )
}

function Category({ title, what, why, until, count }: KeptData) {
  return (
    <li>
      <h3>
        {title}
        {count !== null && <span className="caption"> {count.toLocaleString('en-US')} kept</span>}
      </h3>
      <p>{what}</p>
      <dl className={styles.terms}>
        <dt>Why</dt>
        <dd>{why}</dd>
        <dt>Until when</dt>
        <dd>{until}</dd>
      </dl>
    </li>
  )
}
