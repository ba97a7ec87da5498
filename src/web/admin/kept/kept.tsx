import type { ScheduledData } from '../../../contract/kept-data.ts'
import { useKeptScheduleQuery } from '../../api/kept-data.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { When } from '../when.tsx'
import styles from './kept.module.css'
import { Head } from '../head.tsx'

export const meta = titled('What is kept, and until when')

/** The firm's schedule of what it keeps about people, for who must show it. */
export default function KeptPage() {
  const { data, ...answer } = useKeptScheduleQuery()
  return (
    <>
      <Head title="What is kept, and until when">
        Every kind of personal data, in the words that people read on their page “Your data”
      </Head>
      {data ? (
        <Schedule schedule={data.data.schedule} />
      ) : (
        <NotLoaded what="the schedule" rows={6} {...answer} />
      )}
    </>
  )
}

function Schedule({ schedule }: { schedule: ScheduledData[] }) {
  const due = schedule.reduce((sum, { due: those }) => sum + (those?.now ?? 0), 0)
  return (
    <>
      <p>
        {due === 0
          ? 'Nothing is waiting to be erased.'
          : `${due.toLocaleString('en-US')} waiting to be erased. This is done automatically.`}
      </p>
      {schedule.map((one) => (
        <Sheet key={one.kind} title={one.title}>
          <Kind {...one} />
        </Sheet>
      ))}
    </>
  )
}

function Kind({ what, why, law, until, countedFrom, counted, count, due }: ScheduledData) {
  return (
    <dl className={styles.terms}>
      <dt>What</dt>
      <dd>{what}</dd>
      <dt>Why</dt>
      <dd>{why}</dd>
      {law !== null && (
        <>
          <dt>Law</dt>
          <dd>{law}</dd>
        </>
      )}
      <dt>Until when</dt>
      <dd>{until}</dd>
      <dt>Counted from</dt>
      <dd>{countedFrom}</dd>
      <dt>In all</dt>
      <dd>
        {counted === null || count === null
          ? 'Not counted'
          : `${counted}: ${count.toLocaleString('en-US')}`}
      </dd>
      <dt>Due next</dt>
      <dd>
        <Due due={due} />
      </dd>
    </dl>
  )
}

function Due({ due }: Pick<ScheduledData, 'due'>) {
  if (due === null) return 'No date is set in advance'
  const { now, next } = due
  if (now === 0 && next === null) return 'Nothing has an end date yet'
  return (
    <>
      {now > 0 && <p>{now.toLocaleString('en-US')} due now</p>}
      {next && (
        <p>
          <When at={next.at} />: {next.count.toLocaleString('en-US')} on that day, UTC
        </p>
      )}
    </>
  )
}
