import type { Rehearsal as Last } from '../../../contract/treasury.ts'
import { Link } from 'react-router'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { When } from '../when.tsx'

/** Whether a backup was ever tried, and when. */
export function Rehearsal({ rehearsal }: { rehearsal: Last | null }) {
  return (
    <Sheet title="Restored backup">
      {rehearsal ? (
        <Found rehearsal={rehearsal} />
      ) : (
        <Empty>
          No backup has been restored and checked yet. The operator does so with{' '}
          <code>npm run backup:rehearse</code>, at least every 30 days.
        </Empty>
      )}
      <p className="small">
        <Link to="/admin/payout-block">Payouts after a restore</Link>
      </p>
    </Sheet>
  )
}

function Found({ rehearsal }: { rehearsal: Last }) {
  const { startedAt, endedAt, backup, backupAt, commands, root } = rehearsal
  const seconds = Math.ceil((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)
  return (
    <div className="stack">
      <p>
        <When at={endedAt} />: the backup {backup} of <When at={backupAt} /> was restored in a
        database of its own and checked, in {seconds.toLocaleString('en-US')}{' '}
        {seconds === 1 ? 'second' : 'seconds'}.
      </p>
      <p className="small">
        Its journal had {commands.toLocaleString('en-US')} {commands === 1 ? 'command' : 'commands'}
        , and its chains were whole.
        {root && ` Its last daily root, of ${root.day}, is the one in these books.`}
      </p>
    </div>
  )
}
