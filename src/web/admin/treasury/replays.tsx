import type { Replay, Replays as Last } from '../../../contract/treasury.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import styles from './treasury.module.css'

/** Whether all that stands in the tables follows from what was ever decided: what the house itself has found. */
export function Replays({ replays }: { replays: Last }) {
  return (
    <Sheet title="Replay of the journal">
      <Found replays={replays} />
    </Sheet>
  )
}

function Found({ replays: { whole, new: since, different } }: { replays: Last }) {
  if (!whole)
    return (
      <Empty>
        The journal has not been decided again yet. The server does that for the first time some ten
        minutes after its start, then every day for what is new, and every week for all of it.
      </Empty>
    )
  const isPast = different && ![whole.startedAt, since?.startedAt].includes(different.startedAt)
  return (
    <div className="stack">
      <Result of="All of it" replay={whole} />
      {since && <Result of="What was new" replay={since} />}
      {isPast && <Result of="The last one with a difference" replay={different} />}
      <p className="small">
        Every accepted command is decided again by the same rules, and every row that commands write
        must be what comes of it.
      </p>
    </div>
  )
}

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

function Result({ of, replay }: { of: string; replay: Replay }) {
  const { endedAt, commands, rows, differences } = replay
  const looked = `${of}, ${showDateTime(endedAt)}: ${counted(commands, 'command')} decided again, ${counted(rows, 'row')} compared`
  if (differences.length === 0) return <p>{looked}, no difference.</p>
  return (
    <Note tone="bad">
      <p>{looked}. What stands there is not what the journal says:</p>
      <ul className={styles.differences}>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </Note>
  )
}
