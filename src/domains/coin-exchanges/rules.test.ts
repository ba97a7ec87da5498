import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { agreementTo } from '../../../tests/support/agreements.ts'
import { regtestWallet } from '../../../tests/support/wallets.ts'
import { firm } from '../../ledger/core/chart.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { placeAt } from '../../lib/output-descriptor.ts'
import { proposals } from '../proposals/table.ts'
import { percentText, rateWords } from './rate.ts'
import { coinEntries } from '../receipts/coin-entries.ts'

const { wallet } = regtestWallet()
const { network, descriptor } = wallet
const hex = (digit: string) => digit.repeat(64)

/** Of $64,000 a bitcoin. */
const rate = 64_000_000_000n
const coin = 100_000_000n

/** A coin of a person's is credited, worth $64,000; two administrators, and capital of $1,000. */
function houseWithCoins() {
  const house = createMemoryHouse({ capital: 100_000n })
  const { desk, run, person } = house
  const [adam, anne] = [person('adam', { role: 'admin' }), person('anne', { role: 'admin' })]
  const { address } = placeAt(wallet, 'people', 0)
  for (const one of [adam, anne]) run('CompareWallet', { network, descriptor, address }, one)
  const ada = person('ada')
  const drawn = run('DrawAddress', { network, descriptor, owner: ada }, ada).id
  const output = { txid: hex('a'), output: 1, times: 0, height: 100, block: hex('b') }
  const credited = { owner: ada, address: drawn, ...output, quantity: coin, rate }
  run('CreditDeposit', { ...credited, sources: 'one,two', limits: null }, null)
  const sale = {
    kind: 'sale' as const,
    quantity: coin / 2n,
    amount: 3_200_000n,
    txid: hex('c'),
    reference: 'Wire 1',
    rate,
    moved: null,
    reason: null,
  }
  type Exchange = Omit<typeof sale, 'kind' | 'moved' | 'reason' | 'rate'> & {
    kind: 'sale' | 'purchase'
    moved: bigint | null
    reason: string | null
    rate: bigint | null
  }
  const record = (given: Partial<Exchange> = {}, by = adam) =>
    run('RecordCoinExchange', { ...sale, ...given }, by)
  const cover = (amount: bigint, by = adam) =>
    run('RecordPositionCover', { amount, reference: `Cover ${amount}`, reason: null }, by)
  const fees = (amount: bigint, reference = `TRX ${amount}`) =>
    run('RecordNetworkFees', { amount, reference, reason: null }, adam)
  const agree = (proposed: { text: string }, moved: bigint | null = -coin / 2n, by = anne) => {
    const answer = { moved: moved === null ? null : String(moved) }
    return run('AgreeToProposal', agreementTo(proposed, answer), by)
  }
  const refuse = (proposal: string, by = anne) =>
    run(by === adam ? 'WithdrawProposal' : 'RefuseProposal', { proposal, reason: 'mistyped' }, by)
  const books = () => ({
    coins: -desk.world.balance(firm, 'client-wallet-btc'),
    toExchange: desk.world.balance(firm, 'exchange-btc'),
    owed: -desk.world.balance(firm, 'exchange-usd'),
    capital: desk.world.balance(firm, 'capital'),
    clients: -desk.world.balance(firm, 'client-bank'),
    own: -desk.world.balance(firm, 'firm-bank'),
  })
  const entries = () => desk.world.rows(coinEntries)
  return { ...house, adam, anne, ada, record, cover, fees, agree, refuse, books, entries }
}

describe('coins that were sold', () => {
  test('are booked by somebody else, and only then', () => {
    const { record, agree, books, entries, adam, anne, desk } = houseWithCoins()
    const before = books()
    const proposed = record()
    expect([proposed.outcome, proposed.status]).toEqual(['done', 202])
    expect([books(), entries()]).toEqual([before, []])
    expect(agree(proposed, -coin / 2n, adam).outcome).toBe('same_approver')
    const agreed = agree(proposed)
    expect(agreed.outcome).toBe('done')
    expect(books()).toEqual({
      ...before,
      coins: coin / 2n,
      toExchange: coin / 2n,
      owed: 3_200_000n,
      clients: before.clients + 3_200_000n,
    })
    const by = { firstBy: adam, bookedBy: anne, bookedAt: desk.now }
    expect(entries()).toMatchObject([{ id: agreed.id, txid: hex('c'), ...by }])
    expect(agree(proposed).outcome).toBe('already_decided')
  })

  test('are as many as the chain says, and no more than there are', () => {
    const { record, agree, books } = houseWithCoins()
    expect(record({ moved: -coin }).outcome).toBe('coins_not_moved')
    expect(record({ quantity: coin + 1n, amount: 6_400_000n }).outcome).toBe('coins_short')
    const sold = record()
    const before = books()
    for (const moved of [null, coin / 2n, -coin / 2n - 1n])
      expect(agree(sold, moved).outcome).toBe('coins_not_moved')
    expect(books()).toEqual(before)
    // Another sale has taken them meanwhile.
    const other = record({ quantity: coin, amount: 6_400_000n, txid: hex('d'), reference: 'W 2' })
    expect(agree(other, -coin).outcome).toBe('done')
    expect(agree(sold).outcome).toBe('coins_short')
  })

  test('need a reason where their rate is far from the last, or there is none', () => {
    const { record } = houseWithCoins()
    expect(record({ amount: 2_879_999n }).outcome).toBe('rate_unexplained')
    expect(record({ amount: 3_520_001n }).outcome).toBe('rate_unexplained')
    expect(record({ rate: null }).outcome).toBe('rate_unexplained')
    const { outcome, text } = record({ amount: 2_800_000n, reason: 'The market fell' })
    expect(outcome).toBe('done')
    expect(text).toContain('Look twice')
    expect(text).toContain('12.5% below the last rate of $64,000.00')
  })

  test('count once by their reference and by their transaction, however spelled, until they are refused', () => {
    const { record, refuse, agree, adam, run, desk } = houseWithCoins()
    const { id } = record()
    expect(record({ reference: 'WIRE-1', txid: hex('d') }).outcome).toBe('change_open')
    expect(record({ reference: 'Wire 2' }).outcome).toBe('change_open')
    // Also while what is proposed can't be booked as things stand.
    const unlike = { reference: 'WIRE-1', txid: hex('d'), quantity: coin, amount: 6_400_000n }
    expect(record({ ...unlike, moved: -coin }).outcome).toBe('change_open')
    const valueDate = isoFromInstant(desk.now).slice(0, 10)
    const line = { account: 'client-bank' as const, amount: 1n, valueDate }
    const interest = (reference: string) =>
      run('RecordBankInterest', { ...line, reference }, adam).outcome
    expect(interest('wire1')).toBe('change_open')
    expect(interest('Wire 9')).toBe('done')
    expect(record({ reference: 'WIRE-9', txid: hex('d') }).outcome).toBe('change_open')
    expect(refuse(id).text).toContain('refused')
    const again = record()
    expect(agree(again).outcome).toBe('done')
    expect(record({ reference: 'WIRE-1', txid: hex('d') }).outcome).toBe('reference_used')
    expect(record({ reference: 'Wire 2' }).outcome).toBe('reference_used')
    expect(interest('wire1')).toBe('reference_used')
  })

  test('are not booked under a reference that was taken meanwhile, whatever was proposed', () => {
    const { record, agree, entries, desk } = houseWithCoins()
    const [sold, other] = [record(), record({ reference: 'Wire 2', txid: hex('d') })]
    expect(agree(sold).outcome).toBe('done')
    desk.world.set(coinEntries, {
      ...entries()[0]!,
      id: hex('1'),
      reference: 'WIRE2',
      referenceKey: 'WIRE2',
    })
    expect(agree(other).outcome).toBe('reference_used')
  })

  test('are taken back by whoever recorded them, and nobody’s who isn’t an administrator', () => {
    const { record, refuse, agree, entries, desk, adam, ada } = houseWithCoins()
    expect(record({}, ada).outcome).toBe('forbidden')
    const sold = record()
    expect(agree(sold, -coin / 2n, ada).outcome).toBe('forbidden')
    expect(refuse(sold.id, adam).outcome).toBe('done')
    const left = { status: 'withdrawn', refusalReason: 'mistyped' }
    expect(desk.world.get(proposals, sold.id)).toMatchObject(left)
    expect(agree(sold).outcome).toBe('already_decided')
    expect(entries()).toEqual([])
  })
})

describe('coins that were bought', () => {
  test('come for dollars of the clients’ account, as far as it has them', () => {
    const { record, agree, books } = houseWithCoins()
    agree(record())
    const buying = { kind: 'purchase' as const, txid: hex('e'), reference: 'Wire 3' }
    expect(record({ ...buying, quantity: coin, amount: 6_400_000n }).outcome).toBe('bank_short')
    const before = books()
    const bought = record({ ...buying, quantity: coin / 4n, amount: 1_600_000n })
    expect(agree(bought, -coin / 4n).outcome).toBe('coins_not_moved')
    expect(agree(bought, coin / 4n).outcome).toBe('done')
    expect(books()).toEqual({
      ...before,
      coins: before.coins + coin / 4n,
      toExchange: before.toExchange + coin / 4n,
      owed: before.owed + 1_600_000n,
      clients: before.clients - 1_600_000n,
    })
  })
})

describe('what coins have lost', () => {
  test('is covered by capital as far as it goes, and no further than what is owed', () => {
    const { cover, record, agree, books } = houseWithCoins()
    expect(cover(100_001n).outcome).toBe('capital_short')
    expect(cover(6_400_001n).outcome).toBe('cover_beyond')
    const before = books()
    const first = cover(60_000n)
    const another = cover(50_000n)
    expect(agree(first, null).outcome).toBe('done')
    expect(books()).toEqual({
      ...before,
      owed: before.owed - 60_000n,
      capital: 40_000n,
      clients: before.clients + 60_000n,
      own: before.own - 60_000n,
    })
    expect(agree(another, null).outcome).toBe('capital_short')
    // All is sold, for more than was owed: nothing is left to cover.
    agree(record({ quantity: coin, amount: 6_400_000n }), -coin)
    expect(books().owed).toBe(-60_000n)
    expect(cover(1n).outcome).toBe('cover_beyond')
  })
})

describe('fees of the network in TRX', () => {
  test('are the firm’s cost once somebody else agrees, out of its own account and as far as capital goes', () => {
    const { fees, cover, agree, books, entries, adam, anne } = houseWithCoins()
    expect(fees(100_001n).outcome).toBe('capital_short')
    const before = books()
    const proposed = fees(1_250n)
    expect([proposed.status, books()]).toEqual([202, before])
    expect(agree(proposed, null, adam).outcome).toBe('same_approver')
    expect(agree(proposed, null).outcome).toBe('done')
    // What is owed against coins, and the clients' account, are as they were.
    expect(books()).toEqual({
      ...before,
      capital: before.capital - 1_250n,
      own: before.own - 1_250n,
    })
    expect(entries()).toMatchObject([
      { kind: 'usdt-fee', quantity: null, txid: null, firstBy: adam, bookedBy: anne },
    ])
    expect(fees(500n, 'trx-1250').outcome).toBe('reference_used')
    agree(cover(60_000n), null)
    expect(fees(40_000n).outcome).toBe('capital_short')
  })
})

describe('a rate in words', () => {
  test('says by how much it is off', () => {
    expect(rateWords({ kind: 'sale', amount: 6_400_000n, quantity: coin, rate })).toBe(
      'A bitcoin is $64,000.00 by this entry, as the last rate is.',
    )
    expect(rateWords({ kind: 'sale', amount: 6_560_000n, quantity: coin, rate })).toContain(
      '2.5% above',
    )
    expect(rateWords({ kind: 'cover', amount: 1n, quantity: null, rate })).toBeNull()
    const usdt = { quantity: 1_000_000_000n, rate: 1_000_000n }
    expect(rateWords({ kind: 'usdt-sale', amount: 99_500n, ...usdt })).toBe(
      'A USDT is $0.99 by this entry, 0.5% below the last rate of $1.00.',
    )
    expect([percentText(-125n), percentText(3n)]).toEqual(['-12.5', '0.3'])
  })
})
