import type { Replay, Replays as Last } from '../../../contract/treasury.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import styles from './treasury.module.css'
import { sayWhen } from '../zone-shown.ts'

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
        The journal has not been replayed yet. The server first replays it about ten minutes after
        it starts, then every day what is new, and every week the whole journal.
      </Empty>
    )
  const isPast = different && ![whole.startedAt, since?.startedAt].includes(different.startedAt)
  return (
    <div className="stack">
      <Result of="The whole journal" replay={whole} />
      {since && <Result of="New commands" replay={since} />}
      {isPast && <Result of="The last replay with a difference" replay={different} />}
      <p className="small">
        Every accepted command is decided again by the same rules, and every row that commands write
        must match the result.
      </p>
    </div>
  )
}

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

function Result({ of, replay }: { of: string; replay: Replay }) {
  const { endedAt, commands, rows, differences } = replay
  const looked = `${of}, ${sayWhen(endedAt)}: ${counted(commands, 'command')} decided again, ${counted(rows, 'row')} compared`
  if (differences.length === 0) return <p>{looked}, no difference.</p>
  return (
    <Note tone="bad">
      <p>{looked}. These rows don’t match the journal:</p>
      <ul className={styles.differences}>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </Note>
  )
}
