import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OwnImport } from '../../../contract/imports.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { useOwnImportQuery, useProposeOpeningReversalMutation } from '../../api/imports.ts'
import { useCommand } from '../../api/use-command.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, usd } from '../../ui/amount.ts'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useStaff } from '../staff.ts'
import { When } from '../when.tsx'

/** By which import this person arrived, and with what; nothing where by none. */
export function UserImport({ userId }: { userId: string }) {
  const { may } = useStaff()
  const [isAsking, setAsking] = useState(false)
  const imported = useOwnImportQuery(userId).data?.data.imported ?? null
  if (imported === null) return null
  return (
    <Sheet title="Imported">
      <div className="stack">
        <Words {...imported} />
        {may('import-people') && imported.state === 'booked' && imported.amount > 0 && (
          <div className="row">
            <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
              Take back opening balance…
            </Button>
          </div>
        )}
      </div>
      {isAsking && <TakeBack userId={userId} {...imported} onClose={() => setAsking(false)} />}
    </Sheet>
  )
}

function Words({ at, line, reference, amount, takenBack, state }: OwnImport) {
  return (
    <p>
      Imported <When at={at} /> with an opening balance of {usd(amount)}, line {line} of the file
      {reference !== null && (
        <>
          , reference <bdi>{reference}</bdi>
        </>
      )}
      .{takenBack > 0 && ` ${usd(takenBack)} of it was taken back.`}
      {state !== 'cleared' && ' The money of this import hasn’t all arrived yet.'}
    </p>
  )
}

type TakeBackProps = OwnImport & { userId: string; onClose(): void }

function TakeBack({ userId, amount, takenBack, onClose }: TakeBackProps) {
  const [trigger] = useProposeOpeningReversalMutation()
  const otherwise = 'Nothing was proposed. Please try again.'
  const { give, busy, problem } = useCommand({ trigger, otherwise, onDone: onClose })
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  function propose(reason: string) {
    const found = amountFault(typed)
    setFault(found)
    const cents = centsFromText(typed)
    if (found === null && cents !== null)
      void give({ userId, amount: dollarsFromCents(cents), reason })
  }
  return (
    <ReasonQuestion
      title="Take back opening balance?"
      onClose={onClose}
      confirm="Propose"
      busy={busy}
      label="Reason"
      hint="The user reads it"
      failed={problem}
      onGiven={propose}
    >
      <p>
        Of {usd(amount - takenBack)}, only what is still in the balance can be taken back. Somebody
        else must agree.
      </p>
      <AmountField
        label="Amount"
        value={typed}
        error={fault}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ReasonQuestion>
  )
}
