/** What the journal says of a deposit in coins: it is taken away, or released, as it was credited (docs/decisions/051). Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import { centsIfAny, numberIfAny, textIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Recorded, type Said } from '../../desk/recorded.ts'
import type { World } from '../../desk/world.ts'
import { coinDeposits, type CoinDeposit } from './table.ts'

export const recordedDeposit = defineRecorded('coin-deposits.recorded')

const called: [keyof CoinDeposit, string, (said: Said) => unknown][] = [
  ['txid', 'transaction', (said) => textIfAny(said, 'txid')],
  ['output', 'output', (said) => numberIfAny(said, 'output')],
  ['times', 'count', (said) => numberIfAny(said, 'times')],
  ['quantity', 'quantity', (said) => centsIfAny(said, 'quantity')],
  ['address', 'address', (said) => textIfAny(said, 'address')],
  ['height', 'height', (said) => numberIfAny(said, 'height')],
  ['block', 'block', (said) => textIfAny(said, 'block')],
  ['amount', 'amount', (said) => centsIfAny(said, 'amount')],
  ['restored', 'restored amount', (said) => centsIfAny(said, 'restored') ?? 0n],
  ['creditedAt', 'time', ({ at }) => at],
  ['owner', 'user', ({ subject, input }) => (input.unassigned === 'yes' ? null : subject)],
]

/** What of a deposit isn't what was credited, in words that follow a colon, or null. */
export function differenceOf(row: CoinDeposit, recorded: Recorded): string | null {
  if (recorded === 'in memory') return null
  const { said } = recorded
  if (said?.kind !== 'CreditDeposit') return 'nothing credited it'
  if (said.fault !== null) return `of its credit, ${said.fault}`
  const other = called.find(([property, , of]) => of(said) !== row[property])
  return other ? `its ${other[1]} differs` : null
}

export function refuseUnlessAsRecorded(world: World, deposit: CoinDeposit): Refusal | null {
  const difference = differenceOf(deposit, world.fact(recordedDeposit, deposit.id))
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This deposit is not what was recorded of it: ${difference}. Nothing was booked, and nothing may be until that is explained.`,
      )
}

/** Refuses what waits in somebody's name without having been put there. */
export function refuseUnlessPutAside(world: World, { id }: CoinDeposit): Refusal | null {
  const recorded = world.fact(recordedDeposit, id)
  return recorded === 'in memory' || recorded.said?.input.turnedAside === 'yes'
    ? null
    : refuse(
        'not_as_recorded',
        'This deposit was not set aside when it was credited. Nothing was booked, and nothing may be until that is explained.',
      )
}

/** Needs a deposit, and the command that credited it. */
export const comparing = (id: string) => [coinDeposits.byId(id), recordedDeposit.of(id)]
