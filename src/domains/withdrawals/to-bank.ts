/** Requests whose money goes out by hand: to a bank account, or to a wallet that the firm pays elsewhere. */
import type { Journal } from '../../desk/read-back.ts'
import { readDifferences } from '../../desk/row-states.ts'
import { raiseAlarm } from '../../platform/alarm.ts'
import type { House } from '../house-desk.ts'
import { ProblemError } from '../../contract/problems.ts'
import { withdrawals, type Withdrawal, type WithdrawalRow } from './table.ts'

export type ToBank = Pick<
  Withdrawal,
  'id' | 'owner' | 'type' | 'amount' | 'walletName' | 'walletAddress' | 'note'
>

/** In the order in which they are asked for. Throws where one isn't what was recorded of it. */
export async function readToBank(
  house: Journal & Pick<House, 'log' | 'metrics'>,
  ids: readonly string[],
  requestId: string,
): Promise<ToBank[]> {
  const compared = await readDifferences<WithdrawalRow>(house, house.pool, withdrawals, {
    name: 'withdrawals.to-bank',
    text: `select ${withdrawals.columns} from ${withdrawals.from} where withdrawal.id = any ($1)`,
    values: [ids],
    order: 'array_position($1::uuid[], found.id)',
  })
  const differing = compared.filter(({ difference }) => difference !== null)
  for (const { id, difference } of differing)
    raiseAlarm(house, { table: 'withdrawals', id, difference: difference!, requestId })
  if (differing.length > 0) throw new ProblemError('not_as_recorded')
  return compared
}
