import { useEffect, useState, type ComponentType } from 'react'
import { answerLeaving, useIsAnythingUnsaved, useLeaving } from '../../ui/unsaved.ts'

/** Stands in the frame of every page: asks before typed work is dropped. Its dialog is loaded as soon as something is typed. */
export function AskToLeave() {
  const asked = useLeaving()
  const isUnsaved = useIsAnythingUnsaved()
  const [Dialog, setDialog] = useState<ComponentType<{ open: boolean }> | null>(null)
  const isMissing = (isUnsaved || asked !== null) && !Dialog
  useEffect(() => {
    if (!isMissing) return
    // One that can't be had is fetched again the next time; until then, nothing is dropped.
    import('./dialog.tsx').then(
      (loaded) => setDialog(() => loaded.LeaveDialog),
      () => answerLeaving(false),
    )
  }, [isMissing, asked])
  return Dialog && <Dialog open={asked !== null} />
}
