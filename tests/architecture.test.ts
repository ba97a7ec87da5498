/** The drawing of a withdrawal's states is what its rules do: every command is given to every state that can be reached. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withdrawals } from '../src/domains/withdrawals/table.ts'
import { withdrawalStatus, type WithdrawalStatus } from '../src/contract/withdrawal.ts'
import type { MemoryHouse } from './support/memory-house.ts'
import { createMemoryHouse } from './support/memory-house.ts'
import { fencesIn } from './support/markdown.ts'
import { root } from './support/source.ts'

type Step = (
  house: MemoryHouse,
  withdrawal: string,
  people: Record<'ada' | 'admin' | 'other', string>,
) => void

/** Every command on a request, by its name in the drawing; the limit of nothing makes two administrators necessary. */
const steps: Record<string, Step> = {
  'ApproveWithdrawal, the first of two': (house, withdrawal, { admin }) =>
    house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: 0n }, admin),
  ApproveWithdrawal: (house, withdrawal, { other }) =>
    house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, other),
  RejectWithdrawal: (house, withdrawal, { other }) =>
    house.run('RejectWithdrawal', { withdrawal, reason: 'no' }, other),
  CancelWithdrawal: (house, withdrawal, { ada }) =>
    house.run('CancelWithdrawal', { withdrawal, owner: ada }, ada),
  PayWithdrawal: (house, withdrawal, { other }) =>
    house.run('PayWithdrawal', { withdrawal, reference: 'transaction' }, other),
  ReturnWithdrawal: (house, withdrawal, { other }) =>
    house.run('ReturnWithdrawal', { withdrawal, reason: 'came back' }, other),
}

/** What a request of one kind has become after these steps, and whether the last of them changed anything. */
function after(to: 'wallet' | 'account', path: readonly string[]) {
  const house = createMemoryHouse()
  const people = {
    ada: house.person('ada', { cash: 100n }),
    admin: house.person('admin', { role: 'admin' }),
    other: house.person('other', { role: 'admin' }),
  }
  const recipientAccountId = house.desk.world.owners.get(house.person('ben'))!.accountId
  const target =
    to === 'wallet'
      ? ({ type: 'bank_transfer', walletName: 'Mine', walletAddress: 'any' } as const)
      : ({ type: 'tradehub_transfer', recipientAccountId } as const)
  const { id } = house.run(
    'RequestWithdrawal',
    { owner: people.ada, amount: 100n, target },
    people.ada,
  )
  let before
  for (const name of path) {
    before = house.desk.world.get(withdrawals, id)!
    steps[name]!(house, id, people)
  }
  const request = house.desk.world.get(withdrawals, id)!
  return { status: request.status, changed: request !== before }
}

/** As `from --> to: command`, in the order in which they are found. */
function transitions(to: 'wallet' | 'account'): string[] {
  const found: string[] = []
  const reached = new Map<WithdrawalStatus, string[]>([['pending', []]])
  for (const [from, path] of reached)
    for (const name of Object.keys(steps)) {
      const { status, changed } = after(to, [...path, name])
      if (changed) found.push(`${from} --> ${status}: ${name}`)
      if (!reached.has(status)) reached.set(status, [...path, name])
    }
  return found
}

const endsOf = (found: string[]) =>
  withdrawalStatus.options.filter((status) => !found.some((line) => line.startsWith(`${status} `)))

test('the states of a withdrawal are drawn as its rules go through them', () => {
  const [drawing] = fencesIn(readFileSync(join(root, 'docs/architecture.md'), 'utf8')).filter(
    ({ language, text }) => language === 'mermaid' && text.startsWith('stateDiagram-v2'),
  )
  const drawn = drawing!.text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
  const [wallet, account] = [transitions('wallet'), transitions('account')]
  expect(account.filter((line) => !wallet.includes(line))).toEqual([])
  const onlyWallets = (line: string) => (account.includes(line) ? line : `${line}, of a wallet`)
  const ends = endsOf(wallet)
  const endsEarlier = endsOf(account).filter((status) => !ends.includes(status))
  expect(endsEarlier).toEqual(['approved'])
  expect(drawn.toSorted()).toEqual(
    [
      '[*] --> pending: RequestWithdrawal',
      ...wallet.map(onlyWallets),
      ...ends.map((status) => `${status} --> [*]`),
      'approved --> [*]: a transfer to an account, done at once',
    ].toSorted(),
  )
})
