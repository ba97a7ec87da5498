import { Button } from '@mantine/core'
import { useSession } from '../../api/store.ts'

type SendButtonProps = { busy: boolean; label: string; busyLabel: string }

/** Disabled until scripts run, Enter in a field included: only they can send a form of the sign-in pages, or take its press. */
export function SendButton({ busy, label, busyLabel }: SendButtonProps) {
  const { phase } = useSession()
  return (
    <Button type="submit" disabled={busy || phase === 'unknown'} fullWidth>
      {busy ? busyLabel : label}
    </Button>
  )
}
