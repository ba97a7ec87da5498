import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useVerificationQuery, type OwnVerification } from '../../api/verification.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Timeline, type Step } from '../../ui/timeline.tsx'

type FirstRunProps = {
  secured: boolean
  /** Money is there, and nothing was ever invested. */
  funded?: boolean
}

/** In place of figures that are all zero, or below the first of them: what to do first, one after the other. */
export function FirstRun({ secured, funded = false }: FirstRunProps) {
  const own = useVerificationQuery().data?.data
  return (
    <Sheet title="Get started" lit={!funded}>
      <Timeline
        steps={[
          {
            state: funded ? 'done' : 'now',
            title: '1. Fund your account',
            text: funded ? (
              'Done: money is in your balance.'
            ) : (
              <>
                <Link to="/dashboard/fundaccount">See how to pay in</Link>. Your balance and every
                entry behind it then appear here.
              </>
            ),
          },
          {
            state: funded ? 'now' : 'to-come',
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
          ...(own ? [verifying(own)] : []),
        ]}
      />
    </Sheet>
  )
}

function verifying({ state, isFinal }: OwnVerification): Step {
  const page = (words: string): ReactNode => <Link to="/dashboard/verification">{words}</Link>
  const text: Record<OwnVerification['state'], ReactNode> = {
    none: <>{page('Verify your identity')} with two documents to lift your limits.</>,
    submitted: <>We are reviewing it: {page('see what you sent in')}.</>,
    verified: 'Done: you’re verified.',
    refused: isFinal ? (
      <>We cannot verify you: {page('see what that means')}.</>
    ) : (
      <>Something else is needed: {page('see what')}.</>
    ),
  }
  return {
    state: state === 'verified' ? 'done' : 'now',
    title: '4. Verify your identity',
    text: text[state],
  }
}
