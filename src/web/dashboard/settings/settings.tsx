import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUpdateSettingsMutation } from '../../api/identity.ts'
import { failureText, isFailure } from '../../api/failure.ts'
import { renamed } from '../../api/session.ts'
import { useAppDispatch } from '../../api/store.ts'
import { useSend } from '../../api/use-send.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { toastBad } from '../../ui/toast.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { SettingsForm, type SettingsValues } from './form.tsx'
import { CloseAccount } from './closing.tsx'
import { EmailAddress } from './email.tsx'
import { OwnLimit } from './own-limit.tsx'
import { NotificationSettings } from './notifications.tsx'
import { SchemeSettings } from './scheme.tsx'
import { VerificationLink } from './verification.tsx'
import { VerifyNote } from '../verify-note.tsx'
import { WithMe } from '../with-me.tsx'
import { titled } from '../../seo.ts'

export const meta = titled('Edit Settings')

export default function Settings() {
  return (
    <>
      <PageHead title="Edit Settings" />
      <WithMe>
        {(me) => (
          <>
            <VerifyNote me={me} />
            <EditSettings fullName={me.fullName} />
            <EmailAddress email={me.email} />
            {me.role !== 'auditor' && <OwnLimit />}
          </>
        )}
      </WithMe>
      <VerificationLink />
      <SecurityLink />
      <SchemeSettings />
      <NotificationSettings />
      <DataLink />
      <WithMe>{(me) => me.role === 'user' && <CloseAccount />}</WithMe>
    </>
  )
}

function SecurityLink() {
  return (
    <Sheet title="Security" narrow>
      <div className="stack">
        <p>A second factor, passkeys, where you are signed in, and freezing your account.</p>
        <div>
          <Button component={Link} to="/dashboard/security" variant="default">
            Security settings
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

function DataLink() {
  return (
    <Sheet title="Your data" narrow>
      <div className="stack">
        <p>What we keep about you, why and until when, and one file with all of it.</p>
        <div>
          <Button component={Link} to="/dashboard/data" variant="default">
            See your data
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

function EditSettings({ fullName }: { fullName: string }) {
  const [saved, setSaved] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [update] = useUpdateSettingsMutation()
  const { send, busy } = useSend(update)
  const dispatch = useAppDispatch()

  async function save({ currentPassword, ...values }: SettingsValues): Promise<boolean> {
    setSaved(null)
    const outcome = await send(currentPassword ? { ...values, currentPassword } : values)
    if (!outcome) return false
    setProblem(outcome.failure ?? null)
    if (outcome.failure) {
      toastBad(whatFailed(outcome.failure))
      return false
    }
    dispatch(renamed(outcome.data.data.user.fullName))
    setSaved(outcome.data.message)
    return true
  }

  return (
    <Sheet label="Edit Settings" narrow>
      <div className="stack">
        <SettingsForm
          fullName={fullName}
          askCurrent={needsCurrentPassword(problem)}
          problem={problem}
          busy={busy}
          onSave={save}
        />
        {/* Below the button, which stays where it is. */}
        {saved && <Note tone="good">{saved}</Note>}
        {isUnanswered(problem) && (
          <Note tone="bad">{failureText(problem, 'The outcome is unknown.')}</Note>
        )}
      </div>
    </Sheet>
  )
}

/** In the words of the specification: the server's message, or what the kind of failure is called. */
function whatFailed(failure: unknown): string {
  if (isUnanswered(failure)) return 'Failed to update settings'
  return failureText(failure, 'Failed to update user data')
}

/** No answer, or none that can be read: then the page itself says why. */
function isUnanswered(problem: unknown): boolean {
  return isFailure(problem) && typeof problem.status !== 'number'
}

/** The server asks for the current password when the sign-in is older than ten minutes; a second factor is asked for elsewhere. */
function needsCurrentPassword(problem: unknown): boolean {
  return (
    isFailure(problem) &&
    problem.data?.code === 'fresh_sign_in_needed' &&
    problem.data.fields?.code === undefined
  )
}
