import type { PlanWithPast } from '../../../contract/plan.ts'
import { useReofferPlanMutation, useWithdrawPlanMutation } from '../../api/staff-plans.ts'
import { AskButton } from '../../account/ask-button.tsx'

/** Takes a plan from sale, or puts it back; asks first. */
export function PlanOnSale({
  plan: { id, title, onSale },
  running,
}: {
  plan: PlanWithPast
  running: string
}) {
  const [withdraw] = useWithdrawPlanMutation()
  const [reofferPlan] = useReofferPlanMutation()
  const label = onSale ? 'Withdraw from sale' : 'Put back on sale'
  const says = onSale
    ? `Nobody can open new investments in it, and it leaves the public page. Running investments continue and are paid. ${running}`
    : 'It can be bought again at once, or once somebody else agrees where the firm needs two, under its present terms, and returns to the public page.'
  return (
    <AskButton
      label={label}
      danger={onSale}
      title={onSale ? `Withdraw ${title} from sale?` : `Put ${title} back on sale?`}
      confirm={label}
      busyText="Saving..."
      send={() => (onSale ? withdraw(id) : reofferPlan(id))}
      otherwise="The plan could not be changed. Please try again."
    >
      <p>{says}</p>
    </AskButton>
  )
}
