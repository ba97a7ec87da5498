/** What is asked before the sending of an announcement is stopped, by one, or proposed to go on, which takes two. */
import {
  useResumeAnnouncementMutation,
  useStopAnnouncementMutation,
} from '../../api/announcement-sending.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Note } from '../../ui/states.tsx'

type AnnouncementQuestionProps = { id: string; title: string; onClose(): void }

const otherwise = 'Nothing was changed. Please try again.'

export function StopQuestion({ id, title, onClose }: AnnouncementQuestionProps) {
  const [trigger] = useStopAnnouncementMutation()
  const { give, busy, problem } = useCommand({ trigger, otherwise, onDone: onClose })
  return (
    <ReasonQuestion
      title={`Stop “${title}”?`}
      onClose={onClose}
      confirm="Stop sending"
      busy={busy}
      danger
      label="Reason"
      failed={problem}
      onGiven={(reason) => void give({ id, reason })}
    >
      <p>People who got it keep it. Nobody else gets it until two agree that it goes on.</p>
    </ReasonQuestion>
  )
}

export function ResumeQuestion({ id, title, onClose }: AnnouncementQuestionProps) {
  const [trigger] = useResumeAnnouncementMutation()
  const { give, busy, problem } = useCommand({ trigger, otherwise, onDone: onClose })
  return (
    <Question
      title={`Resume “${title}”?`}
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={() => void give(id)}
    >
      <p>Somebody else must agree. Then it reaches everybody who hasn’t got it yet.</p>
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}
