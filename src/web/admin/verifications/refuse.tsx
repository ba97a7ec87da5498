import type { ReactNode } from 'react'
import {
  useProposeFinalRefusalMutation,
  useRefuseVerificationMutation,
} from '../../api/staff-verifications.ts'
import type { DocumentCheck } from '../../../contract/verification.ts'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { RuleList } from '../../ui/rule-list.tsx'
import type { Checklist } from './checklist.ts'
import { Unopened, useUnopened } from './unopened.tsx'
import { useDeciding, type Closing } from './use-deciding.ts'

/** They read why, and can try again. Of who is verified, it takes that back. */
export function RefusePerson({ list, ...closing }: Closing & { list: Checklist }) {
  const { row } = closing
  const { fullName } = row.user
  const [refuse] = useRefuseVerificationMutation()
  const isVerified = row.status === 'verified'
  return (
    <WithReason
      {...closing}
      deciding={useDeciding(refuse, closing)}
      title={isVerified ? `Take back the verification of ${fullName}?` : `Refuse ${fullName}?`}
      confirm={isVerified ? 'Take it back' : 'Refuse'}
      hint="What is missing or wrong, and what they should send in instead"
      checks={isVerified ? undefined : list.checks}
    >
      <p>
        {isVerified && 'The limits for unverified accounts apply to them from now on. '}
        They read the reason, can try again at any time, and can use the same documents again.
      </p>
    </WithReason>
  )
}

/** Proposed by one, decided by another. */
export function RefuseForGood(closing: Closing) {
  const { fullName } = closing.row.user
  const [propose] = useProposeFinalRefusalMutation()
  return (
    <WithReason
      {...closing}
      deciding={useDeciding(propose, closing)}
      title={`Propose to refuse ${fullName} for good?`}
      confirm="Propose the refusal"
      hint="They read it once a second person has approved this"
      cannot={useUnopened(closing.row).length > 0}
    >
      <Unopened row={closing.row} />
      <p>
        A second, different person must approve this. Nothing changes before. After that it cannot
        be taken back:
      </p>
      <RuleList
        rules={[
          ['Money in ends.', 'Later deposits are set aside in their name and sent back.'],
          ['Plans end.', 'None can be opened. Those that run are paid at their end.'],
          [
            'Money out stays.',
            'They can withdraw their money to where it came from; two administrators approve it.',
          ],
          ['Sending in ends.', 'They cannot try again.'],
        ]}
      />
    </WithReason>
  )
}

type WithReasonProps = Closing & {
  deciding: ReturnType<typeof useDeciding<{ id: string; reason: string; checks?: DocumentCheck[] }>>
  /** What was confirmed all the same. */
  checks?: readonly DocumentCheck[] | undefined
  title: string
  confirm: string
  hint: string
  cannot?: boolean
  children: ReactNode
}

function WithReason({ row, deciding, hint, checks, children, ...asked }: WithReasonProps) {
  const { finish, busy, problem } = deciding
  return (
    <ReasonQuestion
      {...asked}
      busy={busy}
      danger
      label={`Reason, shown to ${row.user.fullName}`}
      hint={hint}
      rows={3}
      problem={problem}
      onGiven={(reason) =>
        finish({ id: row.id, reason, ...(checks ? { checks: [...checks] } : {}) })
      }
    >
      {children}
    </ReasonQuestion>
  )
}
