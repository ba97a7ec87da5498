/** Against circles: what is lent is neither placed in plans nor moved to another account here, by which it could be. Pure. */
import { refuse } from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { owesElsewhere } from './table.ts'

type Moved = {
  owner: OwnerId
  amount: Cents
  cash: Cents
  how: 'invested' | 'sent to an account here'
}

/** Only what a balance has above what its owner owes is free for it. */
export function refusalByDebt(world: World, { owner, amount, cash, how }: Moved): Refusal | null {
  if (how === 'invested' && owesElsewhere(world, owner))
    return refuse(
      'loan_owed_first',
      'An account with the same document owes on a loan: nothing is invested until that is repaid. Nothing was booked.',
    )
  const debt = -world.balance(owner, 'owed')
  if (debt === 0n || cash - amount >= debt) return null
  return refuse(
    'loan_owed_first',
    cash > debt
      ? `You owe ${formatUsd(debt)} on a loan: at most ${formatUsd(cash - debt)} of your balance can be ${how}. Nothing was booked.`
      : `You owe ${formatUsd(debt)} on a loan, and your balance has no more than that. Nothing was booked.`,
  )
}
