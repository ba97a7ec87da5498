import { Link } from 'react-router'
import { Sheet } from '../../ui/sheet.tsx'
import { Timeline } from '../../ui/timeline.tsx'

/** In place of figures that are all zero: what to do first, one after the other. */
export function FirstRun({ secured }: { secured: boolean }) {
  return (
    <Sheet title="Get started" lit>
      <Timeline
        steps={[
          {
            state: 'now',
            title: '1. Fund your account',
            text: (
              <>
                <Link to="/dashboard/fundaccount">See how to pay in</Link>. Your balance and every
                entry behind it then appear here.
              </>
            ),
          },
          {
            state: 'to-come',
            title: '2. Choose a plan',
            text: (
              <>
                <Link to="/dashboard/invest">See the plans</Link>. You see the profit, the date and
                the risk before you confirm anything.
              </>
            ),
          },
          {
            state: secured ? 'done' : 'now',
            title: '3. Secure your account',
            text: secured ? (
              'Done: signing in takes a second factor.'
            ) : (
              <>
                <Link to="/dashboard/security">Add a second factor</Link>, so that your password
                alone is not enough to sign in.
              </>
            ),
          },
        ]}
      />
    </Sheet>
  )
}
