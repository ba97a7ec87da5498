import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SecondFactors } from '../../../contract/security.ts'
import { useLogOut } from '../../api/use-log-out.ts'
import { useSecondFactorsQuery } from '../../api/security.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note, Waiting } from '../../ui/states.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { AppFactor } from './app.tsx'
import { FreezeOwnAccount } from './freeze.tsx'
import { Passkeys } from './passkeys.tsx'
import { GivenCodes, RecoveryCodes } from './recovery.tsx'
import { OwnSessions } from './sessions.tsx'
import { WaitingChanges } from './waiting.tsx'
import { WithMe } from '../with-me.tsx'

export const handle = { beforeOpening: true }
export const meta = titled('Security')

export default function Security() {
  return (
    <>
      <div>
        <PageHead title="Security" />
        <p className="lead">
          How you sign in, where you are signed in, and how to freeze your account
        </p>
      </div>
      <WaitingChanges />
      <Factors />
      <OwnSessions />
      <WithMe>{(me) => me.role !== 'auditor' && <FreezeOwnAccount me={me} />}</WithMe>
    </>
  )
}

function Factors() {
  const [given, setGiven] = useState<string[] | null>(null)
  const { data, ...answer } = useSecondFactorsQuery()
  if (!data && answer.error) {
    return (
      <Sheet title="Second factor" narrow>
        <LoadFailed what="your second factors" {...answer} />
      </Sheet>
    )
  }
  if (!data)
    return (
      <Sheet title="Second factor" narrow>
        <Waiting />
      </Sheet>
    )
  const { factors } = data.data
  return (
    <>
      <WhyHere factors={factors} />
      {given && <GivenCodes key={given[0]} codes={given} onKept={() => setGiven(null)} />}
      <Sheet title="Second factor" narrow>
        <div className="stack">
          <Meaning factors={factors} />
          <AppFactor app={factors.app} onCodes={setGiven} />
          {hasAny(factors) && <RecoveryCodes left={factors.recoveryCodesLeft} onCodes={setGiven} />}
        </div>
      </Sheet>
      <Passkeys passkeys={factors.passkeys} onCodes={setGiven} />
    </>
  )
}

const hasAny = ({ app, passkeys }: SecondFactors) => app !== null || passkeys.length > 0

/** For an administrator whom the office has sent here. */
function WhyHere({ factors }: { factors: SecondFactors }) {
  const [query] = useSearchParams()
  if (query.get('why') === 'invited') return <Invited hasOne={hasAny(factors)} />
  if (query.get('why') !== 'office') return null
  if (hasAny(factors))
    return (
      <Note tone="good">
        You have a second factor. <Link to="/admin">Go to the back office</Link>
      </Note>
    )
  return (
    <Note>
      Everybody who works here needs a second factor. Set up an authenticator app or a passkey, and
      the back office opens.
    </Note>
  )
}

/** For whoever has just opened their account by an invitation to work here. */
function Invited({ hasOne }: { hasOne: boolean }) {
  const leave = useLogOut()
  if (!hasOne)
    return (
      <Note>
        Your account is open. Now set up an authenticator app or a passkey: nobody has a role here
        without a second factor.
      </Note>
    )
  return (
    <Note tone="good">
      You have a second factor. Keep your recovery codes, then log in again with it.{' '}
      <Button variant="default" size="compact-sm" onClick={leave}>
        Log in again
      </Button>
    </Note>
  )
}

/** What it means to have one, and to have none. */
function Meaning({ factors }: { factors: SecondFactors }) {
  return (
    <>
      {hasAny(factors) ? (
        <p>
          You are asked for it after your password, and at every withdrawal if you last confirmed
          your identity more than ten minutes ago.
        </p>
      ) : (
        <p>
          You have none: anyone who knows your password can sign in as you and request a withdrawal.{' '}
          {factors.required && 'Without one the back office stays closed to you.'}
        </p>
      )}
      <p className="small">
        Each change to your second factors or passkeys ends your other sessions, and we tell you by
        email. For some time afterwards, a live firm pays only to destinations it has paid before.
      </p>
    </>
  )
}
