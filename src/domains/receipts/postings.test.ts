/** What the bank takes back of a receipt that waited in somebody's name was never theirs to spend. */
import { expect, test } from 'vitest'
import { createLentHouse } from '../../../tests/support/lent-house.ts'
import { reversalOf } from './postings.ts'
import type { BankEntry } from './table.ts'

test.each([
  ['suspense', { taken: 0n, undone: 0n }],
  // Nothing is in the balance: what comes back of the loan bears it, and is told as that.
  ['booked', { taken: 0n, undone: 100_00n }],
])('a receipt in %s takes no more of a loan than it paid', (status, expected) => {
  const { desk, ada, lend, spend, give, goTo, loanIn, due } = createLentHouse()
  const loan = lend(10_000_00n, 36)
  spend()
  give(299_71n)
  goTo(loanIn(loan).nextDue!)
  due(loan)
  const receipt = { owner: ada, amount: 100_00n, status } as BankEntry
  const { taken, undone } = reversalOf(desk.world, receipt, loanIn(loan).startedAt)
  expect({ taken, undone: undone.amount }).toEqual(expected)
  expect(undone.effects).toHaveLength(status === 'booked' ? 1 : 0)
})
