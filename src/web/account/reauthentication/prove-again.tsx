import { useEffect, useState, type ComponentType } from 'react'
import { answerQuestion, useQuestionOpen } from '../../api/prove-again.ts'

/** Stands in the frame of every page: asks again who one is when a call was refused for want of it. Its dialog is loaded when it is first needed. */
export function ProveAgain() {
  const open = useQuestionOpen()
  const [Dialog, setDialog] = useState<ComponentType<{ open: boolean }> | null>(null)
  const isMissing = open && !Dialog
  useEffect(() => {
    // One that can't be had leaves the form with the refusal, and is fetched again the next time.
    if (isMissing)
      import('./dialog.tsx').then(
        (loaded) => setDialog(() => loaded.ProveDialog),
        () => answerQuestion(false),
      )
  }, [isMissing])
  // Leaving the frame counts as no answer.
  useEffect(() => () => answerQuestion(false), [])
  return Dialog && <Dialog open={open} />
}
