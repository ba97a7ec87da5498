import type { Claim, ClaimName } from '../../../contract/claims.ts'
import type { Figure, LandingPage } from '../../../contract/site.ts'
import { useSite } from '../../site.ts'
import { duration } from '../../ui/duration.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import styles from './statistics.module.css'

/** Stated figures exist in a demonstration only, with their label. What the books say stands with its time, there below them. */
export function Statistics({
  statistics: { title, figures, claims },
}: {
  statistics: NonNullable<LandingPage['statistics']>
}) {
  const { sample } = useSite()
  return (
    <section className={styles.slab} id="statistics" data-later="">
      <div className="page">
        <div className={styles.head}>
          <h2>{title}</h2>
          {sample && <SampleLabel />}
        </div>
        {figures.length > 0 && <Figures figures={figures} />}
        {claims.length > 0 && <Computed claims={claims} small={figures.length > 0} />}
      </div>
    </section>
  )
}

function Figures({ figures, small = false }: { figures: readonly Figure[]; small?: boolean }) {
  return (
    <dl className={small ? styles.small : styles.figures} data-reveal-items="">
      {figures.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const labels: Record<ClaimName, string> = {
  investors: 'people who invested',
  invested: 'invested, rounded down',
  withdrawn: 'withdrawn, rounded down',
  daysRunning: 'days since the first booking',
  withdrawalMinutesMedian: 'in which half of the withdrawals were paid',
  withdrawalMinutesP95: 'in which 95 of 100 withdrawals were paid',
}

function shown({ name, value }: Claim): Figure {
  const count = value.toLocaleString('en-US')
  if (name === 'invested' || name === 'withdrawn')
    return { value: `$${count}`, label: labels[name] }
  const isTime = name === 'withdrawalMinutesMedian' || name === 'withdrawalMinutesP95'
  return { value: isTime ? duration(value) : count, label: labels[name] }
}

const when = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

function Computed({ claims, small }: { claims: readonly Claim[]; small: boolean }) {
  const { sample } = useSite()
  const { asOf } = claims[0]!
  return (
    <>
      <Figures figures={claims.map(shown)} small={small} />
      <p className={`caption ${styles.source}`}>
        {small ? 'The lower row is ' : ''}
        {small ? 'computed' : 'Computed'} from the books
        {sample && ' of this demonstration, in play money'}, as of{' '}
        <time dateTime={asOf}>{when.format(new Date(asOf)).replace('\u202f', ' ')} UTC</time>.
        Withdrawals are counted from the request, over the last 90 days. Books can’t prove that the
        assets behind them exist.
      </p>
    </>
  )
}
