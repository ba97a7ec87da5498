import { Question } from '../../ui/dialog.tsx'
import { answerLeaving, useUnsavedWords } from '../../ui/unsaved.ts'

export function LeaveDialog({ open }: { open: boolean }) {
  const { title, text } = useUnsavedWords()
  return (
    <Question
      title={title}
      open={open}
      onClose={() => answerLeaving(false)}
      keep="Stay here"
      confirm="Leave without saving"
      busyText="Leaving..."
      busy={false}
      danger
      onConfirm={() => answerLeaving(true)}
    >
      <p>{text}</p>
    </Question>
  )
}
