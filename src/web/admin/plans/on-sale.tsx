import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PlanWithPast } from '../../../contract/plan.ts'
import { useOfferAgainMutation, useWithdrawPlanMutation } from '../../api/staff-plans.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { Question } from '../../ui/dialog.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'

/** Takes a plan from sale, or puts it back; asks first. */
export function PlanOnSale({
  plan: { id, title, onSale },
  running,
}: {
  plan: PlanWithPast
  running: string
}) {
  const [asked, ask] = useState(false)
  const [withdraw] = useWithdrawPlanMutation()
  const [offerAgain] = useOfferAgainMutation()
  const { send, busy } = useSend(onSale ? withdraw : offerAgain)
  async function onConfirm() {
    const outcome = await send(id)
    if (!outcome) return
    ask(false)
    if (outcome.failure)
      return toastBad(
        failureText(outcome.failure, 'The plan could not be changed. Please try again.'),
      )
    toastGood(outcome.data.message)
  }
  const label = onSale ? 'Withdraw from sale' : 'Put back on sale'
  const says = onSale
    ? `Nobody can open new investments in it, and it leaves the public page. Running investments continue and are paid. ${running}`
    : 'It can be bought again at once, or once another administrator agrees where the firm needs two, under its present terms, and returns to the public page.'
  return (
    <>
      <Button variant="default" data-danger={onSale || undefined} onClick={() => ask(true)}>
        {label}
      </Button>
      <Question
        title={onSale ? `Withdraw ${title} from sale?` : `Put ${title} back on sale?`}
        open={asked}
        onClose={() => ask(false)}
        confirm={label}
        busyText="Saving..."
        busy={busy}
        danger={onSale}
        onConfirm={onConfirm}
      >
        <p>{says}</p>
      </Question>
    </>
  )
}
