import { useOverviewQuery } from '../../api/overview.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Note } from '../../ui/states.tsx'

/** Said before a form is filled in: after a change of the sign-in, money only goes where it has been paid to before. */
export function HoldNote() {
  const { data } = useOverviewQuery()
  const until = data?.data.overview.holdUntil
  return until ? (
    <Note>
      Your sign-in was changed recently. Until {showDateTime(until)}, money can only be sent to
      destinations that were paid before.
    </Note>
  ) : null
}
