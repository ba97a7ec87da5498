import { Question } from '../../ui/dialog.tsx'
import { answerLeaving } from '../../ui/unsaved.ts'

export function LeaveDialog({ open }: { open: boolean }) {
  return (
    <Question
      title="What you have typed here is not saved yet"
      open={open}
      onClose={() => answerLeaving(false)}
      keep="Stay here"
      confirm="Leave without saving"
      busyText="Leaving..."
      busy={false}
      danger
      onConfirm={() => answerLeaving(true)}
    >
      <p>If you leave now, it is lost. Nothing of it has been sent.</p>
    </Question>
  )
}
