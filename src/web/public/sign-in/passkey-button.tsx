import { Button } from '@mantine/core'
import { browserHasPasskeys } from '../../api/passkey.ts'
import { useSession } from '../../api/store.ts'

/** Nothing where the browser has no passkeys, which the rendering by the server can't know. */
export function PasskeyButton({
  label,
  busy,
  onPress,
}: {
  label: string
  busy: boolean
  onPress(): void
}) {
  const { phase } = useSession()
  if (phase === 'unknown' || !browserHasPasskeys()) return null
  return (
    <Button variant="default" fullWidth disabled={busy} onClick={onPress}>
      {label}
    </Button>
  )
}
