/** What is still in an account, or owed by its person: while there is anything, it isn't closed. */
import { leftKinds, type LeftKind } from '../../contract/account-closing.ts'
import type { Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { coinsAsideIn, coinsAsideOf } from '../coin-deposits/table.ts'
import { overLimitIn, overLimitOf } from '../receipts/table.ts'

const words: Record<LeftKind, string> = {
  balance: 'balance',
  held: 'held for withdrawals',
  invested: 'in running investments',
  promised: 'promised profit',
  'set-aside': 'set aside beyond a limit',
  security: 'withheld of a loan',
  owed: 'owed on a loan',
}

type Left = { what: LeftKind; amount: Cents }

/** What there is of these amounts. */
export const leftOf = (amounts: Record<LeftKind, Cents>): Left[] =>
  leftKinds.map((what) => ({ what, amount: amounts[what] })).filter(({ amount }) => amount > 0n)

/** Needs what is set aside in this owner's name; balances are there with the owner. */
export const asideOf = (owner: OwnerId): Read[] => [overLimitOf(owner), coinsAsideOf(owner)]

/** In words, or null: nothing is left. */
export function whatIsLeft(world: World, user: OwnerId): string | null {
  const left = leftOf({
    balance: world.balance(user, 'cash'),
    held: world.balance(user, 'held'),
    invested: world.balance(user, 'invested'),
    promised: world.balance(user, 'promised'),
    'set-aside': overLimitIn(world, user) + coinsAsideIn(world, user),
    security: world.balance(user, 'security'),
    owed: -world.balance(user, 'owed'),
  })
  return left.length === 0
    ? null
    : left.map(({ what, amount }) => `${formatUsd(amount)} ${words[what]}`).join(', ')
}
