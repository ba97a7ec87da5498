import { useState } from 'react'
import { useUpdateSettingsMutation } from '../api/identity.ts'
import { failureText, isFailure } from '../api/failure.ts'
import { renamed } from '../api/session.ts'
import { useAppDispatch } from '../api/store.ts'
import { useSend } from '../api/use-send.ts'
import { Sheet } from '../ui/sheet.tsx'
import { Note } from '../ui/states.tsx'
import { toastBad } from '../ui/toast.tsx'
import { PageHead } from './page-head.tsx'
import { SettingsForm, type SettingsValues } from './settings-form.tsx'
import { WithMe } from './with-me.tsx'
import { titled } from '../seo.ts'

export const meta = titled('Edit Settings')

export default function Settings() {
  return (
    <>
      <PageHead title="Edit Settings" />
      <WithMe>{(me) => <EditSettings fullName={me.fullName} />}</WithMe>
    </>
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
      toastBad(failureText(outcome.failure, 'Failed to update settings'))
      return false
    }
    dispatch(renamed(outcome.data.data.user.fullName))
    setSaved(outcome.data.message)
    return true
  }

  return (
    <Sheet label="Edit Settings" narrow>
      <div className="stack">
        {saved && <Note tone="good">{saved}</Note>}
        <SettingsForm fullName={fullName} askCurrent={needsCurrentPassword(problem)} problem={problem} busy={busy} onSave={save} />
      </div>
    </Sheet>
  )
}

/** The server asks for the current password when the sign-in is older than ten minutes. */
function needsCurrentPassword(problem: unknown): boolean {
  return isFailure(problem) && problem.data?.code === 'fresh_sign_in_needed'
}
