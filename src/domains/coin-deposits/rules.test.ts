import { auditors } from '../../contract/roles.ts'
import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { regtestWallet } from '../../../tests/support/wallets.ts'
import { firm } from '../../ledger/core/chart.ts'
import { placeAt } from '../../lib/output-descriptor.ts'
import { checks } from '../checks/table.ts'
import { sendMail } from '../mails/send.ts'
import { coinDeposits, coinRates } from './table.ts'

const { wallet } = regtestWallet()
const { network, descriptor } = wallet
const hex = (digit: string) => digit.repeat(64)

/** Of $100,000 a bitcoin: ten satoshi are a cent. */
const rate = 100_000_000_000n
const each = (whole: bigint) => ({
  in: { day: null, whole },
  invested: { day: null, whole },
  out: { day: null, whole },
})
const limitsOf = (whole: bigint) => ({
  unverified: each(whole),
  submitted: each(whole),
  verified: each(whole),
})

type Pools = { capital?: bigint; corrections?: bigint }

/** Ada, with an address; two administrators have confirmed the wallet. */
function houseWithAddress({
  role = 'user',
  pools = {},
}: { role?: 'user' | 'admin'; pools?: Pools } = {}) {
  const house = createMemoryHouse(pools)
  const { desk, run, person } = house
  const staff = [person('adam', { role: 'admin' }), person('anne', { role: 'admin' })] as const
  const { address } = placeAt(wallet, 'people', 0)
  for (const one of staff) run('CompareWallet', { network, descriptor, address }, one)
  const ada = person('ada', { role })
  const drawn = run('DrawAddress', { network, descriptor, owner: ada }, ada).id
  const output = { txid: hex('a'), output: 1, times: 0, height: 100, block: hex('b') }
  const arrival = { owner: ada, address: drawn, ...output, rate, sources: 'one,two', limits: null }
  const credit = (cents: bigint, more: Partial<typeof arrival & { limits: never }> = {}) =>
    run(
      'CreditDeposit',
      { ...arrival, quantity: (cents * 1_000_000_000_000n) / rate, ...more },
      null,
    )
  const spend = (cents: bigint) =>
    run(
      'CorrectUser',
      { user: ada, accountBalance: desk.world.balance(ada, 'cash') - cents },
      staff[0],
    )
  const kept = (id: string) => desk.journal.find((one) => one.id === id)!
  const mailsOf = (id: string) =>
    (kept(id).changes?.effects ?? [])
      .filter((effect) => sendMail.is(effect))
      .map(({ value }) => [value.template, value.values])
  const linesOf = (id: string) =>
    kept(id).changes!.activity.map(({ owner, kind }, place) => [
      owner,
      kind,
      kept(id).balances[place]!.gain,
    ])
  /** Balances of the firm as the books have them: credits less debits. */
  const books = (...kinds: Parameters<typeof desk.world.balance>[1][]) =>
    kinds.map((kind) => desk.world.balance(firm, kind))
  const cash = () => desk.world.balance(ada, 'cash')
  const deposit = (id: string) => desk.world.get(coinDeposits, id)!
  const reverse = (id: string) => run('ReverseDeposit', { deposit: id }, null)
  return {
    ...house,
    ada,
    staff,
    drawn,
    credit,
    spend,
    kept,
    mailsOf,
    linesOf,
    books,
    cash,
    deposit,
    reverse,
  }
}

const detail = (reply: { text: string }) => JSON.parse(reply.text).detail

describe('coins that arrive', () => {
  test('are credited in full, at the rate of that moment', () => {
    const { desk, ada, credit, cash, books, deposit, mailsOf, linesOf } = houseWithAddress()
    const { id, outcome, status } = credit(1_234n)
    expect([outcome, status]).toEqual(['done', 200])
    expect(cash()).toBe(1_234n)
    expect(books('client-wallet-btc', 'exchange-btc', 'exchange-usd')).toEqual([
      -12_340n,
      12_340n,
      -1_234n,
    ])
    expect(desk.world.owners.get(ada)!.totals.deposits).toBe(1_234n)
    expect(deposit(id)).toMatchObject({
      owner: ada,
      amount: 1_234n,
      restored: 0n,
      status: 'booked',
    })
    expect(desk.world.get(coinRates, id)).toMatchObject({ coin: 'BTC', rate, sources: 'one,two' })
    expect(linesOf(id)).toEqual([
      [ada, 'coin-deposit', 1_234n],
      [firm, 'coin-deposit', null],
    ])
    expect(mailsOf(id)).toEqual([
      ['deposit-received', { amount: '$12.34', coins: '0.0001234 BTC', how: 'bitcoin' }],
    ])
  })

  test('beyond a limit wait in their name, and are released when they fit', () => {
    const { desk, run, ada, credit, cash, books, deposit, mailsOf, linesOf } = houseWithAddress()
    const { id } = credit(5_001n, { limits: limitsOf(5_000n) as never })
    expect([cash(), ...books('suspense')]).toEqual([0n, 5_001n])
    expect(deposit(id).status).toBe('suspense')
    expect(linesOf(id)[0]).toEqual([ada, 'coin-deposit-over-limit', null])
    expect(mailsOf(id).map(([template]) => template)).toEqual(['coin-deposit-over-limit'])
    const release = (limits: ReturnType<typeof limitsOf> | null, owner = ada) =>
      run('ReleaseDeposit', { deposit: id, owner, limits }, null)
    expect(release(limitsOf(5_000n)).outcome).toBe('beyond_limit')
    const released = release(limitsOf(5_001n))
    expect(released.outcome).toBe('done')
    expect([cash(), ...books('suspense')]).toEqual([5_001n, 0n])
    expect(linesOf(released.id)[0]).toEqual([ada, 'coin-deposit', 5_001n])
    expect(desk.world.owners.get(ada)!.totals.deposits).toBe(5_001n)
    expect(release(null).outcome).toBe('not_in_suspense')
  })

  test('count of what may come in', () => {
    const { ada, run, credit } = houseWithAddress()
    credit(3_000n)
    const more = (amount: bigint) =>
      run('CreditPlayMoney', { owner: ada, amount, asset: 'BTC', limits: limitsOf(5_000n) }, ada)
    expect(more(2_001n).outcome).toBe('beyond_limit')
    expect(more(2_000n).outcome).toBe('done')
  })

  test('for somebody who has left are nobody’s, and taken away again all the same', () => {
    const { run, ada, staff, credit, books, deposit, mailsOf, linesOf, reverse } =
      houseWithAddress()
    run('CloseUser', { user: ada }, staff[0])
    const { id } = credit(700n)
    expect(deposit(id)).toMatchObject({ owner: null, status: 'suspense' })
    expect(books('suspense')).toEqual([700n])
    expect(linesOf(id).map(([, kind]) => kind)).toEqual(['coins-unassigned', 'coins-unassigned'])
    expect(mailsOf(id)).toEqual([])
    expect(run('ReleaseDeposit', { deposit: id, owner: ada, limits: null }, null).outcome).toBe(
      'not_in_suspense',
    )
    const reversed = reverse(id)
    expect(reversed.outcome).toBe('done')
    expect(books('suspense', 'exchange-usd')).toEqual([0n, 0n])
    expect(linesOf(reversed.id)).toEqual([[firm, 'coin-deposit-reversed', null]])
  })

  test('keep an account open while they wait in its name', () => {
    const { run, ada, staff, credit } = houseWithAddress()
    credit(900n, { limits: limitsOf(0n) as never })
    expect(detail(run('CloseUser', { user: ada }, staff[0]))).toContain(
      '$9.00 set aside beyond a limit',
    )
    const role = { user: ada, roles: auditors, reason: 'to look' } as const
    expect(run('ProposeRoleChange', role, staff[0]).outcome).toBe('money_left')
  })

  test.each([
    ['nobody’s', { owner: firm }, 'unknown_user', 'No such user.'],
    ['of less than a cent', { quantity: 9n }, 'nothing_to_change', 'less than a cent'],
    ['said to have been taken away before', { times: 1 }, 'nothing_to_change', 'credited already'],
    [
      'at an address that nobody drew',
      { address: hex('0').slice(32) },
      'not_as_recorded',
      'address',
    ],
  ] as const)('are not credited: %s', (_, more, code, words) => {
    const { credit, books } = houseWithAddress()
    const reply = credit(100n, more as never)
    expect(reply.outcome).toBe(code)
    if (code !== 'unknown_user') expect(detail(reply)).toContain(words)
    expect(books('exchange-usd', 'client-wallet-btc')).toEqual([0n, 0n])
  })

  test('are not credited to another than whose address it is', () => {
    const { credit, staff } = houseWithAddress()
    expect(credit(100n, { owner: staff[0] }).outcome).toBe('not_as_recorded')
  })

  test('are credited once, and each output for itself', () => {
    const { credit, cash } = houseWithAddress()
    expect(credit(100n).outcome).toBe('done')
    expect(credit(100n).outcome).toBe('nothing_to_change')
    expect(credit(100n, { times: 1 }).outcome).toBe('nothing_to_change')
    expect(credit(100n, { output: 2 }).outcome).toBe('done')
    expect(cash()).toBe(200n)
  })
})

describe('coins that the chain takes away', () => {
  test('go from the balance', () => {
    const { desk, ada, credit, reverse, cash, books, deposit, linesOf } = houseWithAddress()
    const { id } = credit(1_000n)
    const reversed = reverse(id)
    expect(reversed.outcome).toBe('done')
    expect(cash()).toBe(0n)
    expect(books('client-wallet-btc', 'exchange-btc', 'exchange-usd')).toEqual([0n, 0n, 0n])
    expect(desk.world.owners.get(ada)!.totals.deposits).toBe(0n)
    expect(deposit(id)).toMatchObject({ status: 'reversed', borne: 0n })
    expect(linesOf(reversed.id)).toEqual([
      [ada, 'coin-deposit-reversed', -1_000n],
      [firm, 'coin-deposit-reversed', null],
    ])
    expect(reverse(id).outcome).toBe('already_decided')
    expect(reverse(hex('0').slice(32)).outcome).toBe('unknown_entry')
  })

  test('what the balance lacks is borne by the corrections pool', () => {
    const { credit, spend, reverse, cash, books, deposit } = houseWithAddress()
    const { id } = credit(1_000n)
    spend(300n)
    reverse(id)
    expect([cash(), ...books('corrections-pool', 'exchange-usd')]).toEqual([0n, 0n, 0n])
    expect(deposit(id).borne).toBe(300n)
  })

  test('what the pool lacks too by capital, with its asset', () => {
    const { run, staff, credit, reverse, books, deposit, person, spend } = houseWithAddress({
      pools: { capital: 500n },
    })
    const { id } = credit(1_000n)
    spend(300n)
    const ben = person('ben')
    run('CorrectUser', { user: ben, accountBalance: 250n }, staff[0])
    reverse(id)
    expect(deposit(id).borne).toBe(300n)
    expect(books('corrections-pool', 'capital', 'firm-bank', 'client-bank')).toEqual([
      0n,
      250n,
      -250n,
      -250n,
    ])
  })

  test('stay booked where not even capital can bear it, and their owner is frozen', () => {
    const { desk, ada, run, staff, credit, reverse, books, deposit, person, spend, kept } =
      houseWithAddress({ pools: { capital: 249n } })
    const { id } = credit(1_000n)
    spend(250n)
    const ben = person('ben')
    run('CorrectUser', { user: ben, accountBalance: 250n }, staff[0])
    const first = reverse(id)
    expect(first.outcome).toBe('done')
    expect(kept(first.id).changes!.postings).toEqual([])
    expect(desk.world.owners.get(ada)!.status).toBe('frozen')
    expect(reverse(id).outcome).toBe('capital_short')
    expect(books('capital', 'exchange-usd')).toEqual([249n, -1_000n])
    expect(deposit(id).status).toBe('booked')
    run('PayInCapital', { amount: 1n, reference: 'enough' }, staff[0])
    expect(reverse(id).outcome).toBe('done')
    expect(deposit(id)).toMatchObject({ status: 'reversed', borne: 250n })
  })

  test('from what is set aside, and from nowhere else', () => {
    const { credit, reverse, books, run, ada } = houseWithAddress()
    run('CreditPlayMoney', { owner: ada, amount: 50n, asset: 'BTC' }, ada)
    const { id } = credit(1_000n, { limits: limitsOf(0n) as never })
    const reversed = reverse(id)
    expect(reversed.outcome).toBe('done')
    expect(books('suspense', 'exchange-usd')).toEqual([0n, 0n])
  })

  test('freeze the account until staff have looked, and say why', () => {
    const { desk, ada, credit, reverse, kept, mailsOf } = houseWithAddress()
    const reversed = reverse(credit(1_000n).id)
    expect(desk.world.owners.get(ada)!.status).toBe('frozen')
    expect(kept(reversed.id).changes!.texts).toEqual({
      reason: 'The Bitcoin network took a deposit of 0.0001 BTC away again.',
      changes: [{ field: 'status', from: 'active', to: 'frozen' }],
    })
    const values = { amount: '$10.00', coins: '0.0001 BTC', taken: '$10.00', state: 'frozen' }
    expect(mailsOf(reversed.id)).toEqual([['coins-reversed', { ...values, how: 'credited' }]])
  })

  test('freeze an account that a check holds, for longer than the check', () => {
    const { desk, run, ada, credit, reverse, kept } = houseWithAddress()
    const sides = { entry: 'a', pair: 'b', entries: ['a'], pairs: ['b'] }
    const begun = run(
      'BeginCheck',
      { owner: ada, ...sides, freezes: 'account', finding: null },
      null,
    )
    expect(desk.world.owners.get(ada)!.status).toBe('frozen')
    const reversed = reverse(credit(1_000n).id)
    expect(desk.world.get(checks, begun.id)!.froze).toBe(false)
    expect(kept(reversed.id).changes!.texts).toEqual({
      reason: 'The Bitcoin network took a deposit of 0.0001 BTC away again.',
    })
  })

  test('freeze staff too, but not the last administrator', () => {
    const { desk, run, ada, staff, credit, reverse, kept } = houseWithAddress({ role: 'admin' })
    const first = credit(100n).id
    const second = credit(100n, { output: 2 }).id
    expect(desk.world.owners.get(ada)!.role).toBe('admin')
    reverse(first)
    expect(desk.world.owners.get(ada)!.status).toBe('frozen')
    run('UnfreezeUser', { user: ada, reason: 'seen' }, staff[0])
    for (const one of staff) run('FreezeUser', { user: one, reason: 'a test' }, ada)
    const reversed = reverse(second)
    expect(reversed.outcome).toBe('done')
    expect(desk.world.owners.get(ada)!.status).toBe('active')
    expect(kept(reversed.id).changes!.texts).toBeUndefined()
  })
})

describe('coins that the chain brings again', () => {
  /** At which what was a thousand cents is so many. */
  const worth = (cents: bigint) => (rate * cents) / 1_000n

  /** A thousand cents, of which others have borne 300. */
  function reversedBefore() {
    const house = houseWithAddress({ pools: { corrections: 1_000n } })
    const { id } = house.credit(1_000n)
    house.spend(300n)
    house.run('CorrectUser', { user: house.staff[1], accountBalance: 1_300n }, house.staff[0])
    house.run('PayInCapital', { amount: 300n, reference: 'more' }, house.staff[0])
    house.reverse(id)
    expect(house.books('corrections-pool', 'capital')).toEqual([0n, 0n])
    return house
  }

  test('give what others bore back to the corrections pool first', () => {
    const { credit, cash, books, deposit, linesOf, ada } = reversedBefore()
    const { id } = credit(1_000n, { times: 1 })
    expect(deposit(id)).toMatchObject({ restored: 300n, times: 1 })
    expect([cash(), ...books('corrections-pool', 'exchange-usd')]).toEqual([700n, 300n, -1_000n])
    expect(linesOf(id)[0]).toEqual([ada, 'coin-deposit', 700n])
  })

  test('give all of it back where they are worth no more, and tell nobody of nothing', () => {
    const { credit, cash, books, mailsOf, linesOf } = reversedBefore()
    const { id } = credit(1_000n, { times: 1, rate: worth(300n), limits: limitsOf(0n) as never })
    expect([cash(), ...books('corrections-pool', 'suspense')]).toEqual([0n, 300n, 0n])
    expect(linesOf(id)[0]![2]).toBeNull()
    expect(mailsOf(id)).toEqual([])
  })

  test('owe the rest as often as they come and go', () => {
    const { credit, reverse, cash, books } = reversedBefore()
    reverse(credit(1_000n, { times: 1, rate: worth(100n) }).id)
    credit(1_000n, { times: 2 })
    expect([cash(), ...books('corrections-pool')]).toEqual([700n, 300n])
  })
})
