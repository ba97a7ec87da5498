/** Moments as staff read them: in their own zone or the firm's, which stands beside each, and in the other where it is pointed at. */
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { inZone } from '../../lib/zone.ts'
import { keepWhoseZone, readWhoseZone, type WhoseZone } from '../api/storage.ts'
import { useSite } from '../site.ts'
import { ownZone, showZone } from './zone-shown.ts'
import styles from './when.module.css'

type Zones = { shown: string; other: string; choose(whose: WhoseZone): void; isOwn: boolean }

const ZonesContext = createContext<Zones>({
  shown: 'UTC',
  other: 'UTC',
  isOwn: true,
  choose: () => {},
})

/** Around everything that staff see. */
export function ZonesOfStaff({ children }: { children: ReactNode }) {
  const { zone: firms } = useSite()
  const [whose, setWhose] = useState(readWhoseZone)
  const zones = useMemo(() => {
    const own = ownZone()
    const isOwn = whose !== 'firm'
    const choose = (chosen: WhoseZone) => {
      keepWhoseZone(chosen)
      setWhose(chosen)
    }
    return { shown: isOwn ? own : firms, other: isOwn ? firms : own, isOwn, choose }
  }, [firms, whose])
  showZone(zones.shown)
  return <ZonesContext value={zones}>{children}</ZonesContext>
}

/** `Jan 5, 2025, 03:04 PM UTC+1` */
export function When({ at }: { at: string }) {
  const { shown, other, isOwn } = useContext(ZonesContext)
  const here = inZone(at, shown)
  const there = inZone(at, other)
  return (
    <time
      dateTime={at}
      className={styles.when}
      data-zone={here.offset}
      title={`${there.text} ${there.offset}, in ${isOwn ? 'the firm’s' : 'your'} zone`}
    >
      {here.text}
    </time>
  )
}

/** Whose zone it is, at the foot of each page, and the other with one press. */
export function ZoneLine() {
  const { shown, other, isOwn, choose } = useContext(ZonesContext)
  if (shown === other)
    return <p className="caption">Times are in {shown}, the firm’s zone and yours.</p>
  return (
    <p className="caption">
      Times are in {shown}, {isOwn ? 'your own zone' : 'the firm’s zone'}.{' '}
      <button
        type="button"
        className={styles.choose}
        onClick={() => choose(isOwn ? 'firm' : 'own')}
      >
        Show {isOwn ? `the firm’s zone, ${other}` : `your own zone, ${other}`}
      </button>
    </p>
  )
}
