import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { regtestWallet } from '../../../tests/support/wallets.ts'
import { firm } from '../../ledger/core/chart.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { placeAt } from '../../lib/output-descriptor.ts'
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
  const approve = (entry: string, moved: bigint | null = -coin / 2n, by = anne) =>
    run('ApproveCoinEntry', { entry, moved, rate }, by)
  const refuse = (entry: string, by = anne) =>
    run('RefuseCoinEntry', { entry, reason: 'mistyped' }, by)
  const books = () => ({
    coins: -desk.world.balance(firm, 'client-wallet-btc'),
    toExchange: desk.world.balance(firm, 'exchange-btc'),
    owed: -desk.world.balance(firm, 'exchange-usd'),
    capital: desk.world.balance(firm, 'capital'),
    clients: -desk.world.balance(firm, 'client-bank'),
  })
  const entry = (id: string) => desk.world.get(coinEntries, id)!
  return { ...house, adam, anne, ada, record, cover, approve, refuse, books, entry }
}

describe('coins that were sold', () => {
  test('are booked by another administrator, and only then', () => {
    const { record, approve, books, entry, adam } = houseWithCoins()
    const before = books()
    const { id, outcome, status } = record()
    expect([outcome, status]).toEqual(['done', 202])
    expect(books()).toEqual(before)
    expect(approve(id, -coin / 2n, adam).outcome).toBe('same_approver')
    expect(approve(id).outcome).toBe('done')
    expect(books()).toEqual({
      ...before,
      coins: coin / 2n,
      toExchange: coin / 2n,
      owed: 3_200_000n,
      clients: before.clients + 3_200_000n,
    })
    expect(entry(id).status).toBe('booked')
    expect(approve(id).outcome).toBe('already_decided')
  })

  test('are as many as the chain says, and no more than there are', () => {
    const { record, approve, books } = houseWithCoins()
    expect(record({ moved: -coin }).outcome).toBe('coins_not_moved')
    expect(record({ quantity: coin + 1n, amount: 6_400_000n }).outcome).toBe('coins_short')
    const { id } = record()
    const before = books()
    for (const moved of [null, coin / 2n, -coin / 2n - 1n])
      expect(approve(id, moved).outcome).toBe('coins_not_moved')
    expect(books()).toEqual(before)
    // Another sale has taken them meanwhile.
    const other = record({ quantity: coin, amount: 6_400_000n, txid: hex('d'), reference: 'W 2' })
    expect(approve(other.id, -coin).outcome).toBe('done')
    expect(approve(id).outcome).toBe('coins_short')
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
    const { record, refuse, adam, run, desk } = houseWithCoins()
    const { id } = record()
    expect(record({ reference: 'WIRE-1', txid: hex('d') }).outcome).toBe('reference_used')
    expect(record({ reference: 'Wire 2' }).outcome).toBe('reference_used')
    const valueDate = isoFromInstant(desk.now).slice(0, 10)
    const line = { account: 'client-bank' as const, amount: 1n, valueDate }
    const interest = (reference: string) =>
      run('RecordBankInterest', { ...line, reference }, adam).outcome
    expect(interest('wire1')).toBe('reference_used')
    expect(interest('Wire 9')).toBe('done')
    expect(record({ reference: 'WIRE-9', txid: hex('d') }).outcome).toBe('reference_used')
    expect(refuse(id).text).toContain('rejected')
    expect(record().outcome).toBe('done')
  })

  test('are taken back by whoever recorded them, and nobody’s who isn’t an administrator', () => {
    const { record, refuse, approve, entry, adam, ada } = houseWithCoins()
    expect(record({}, ada).outcome).toBe('forbidden')
    const { id } = record()
    expect(approve(id, -coin / 2n, ada).outcome).toBe('forbidden')
    expect(refuse(id, adam).outcome).toBe('done')
    expect(entry(id)).toMatchObject({ status: 'withdrawn', refusalReason: 'mistyped' })
    expect(approve(id).outcome).toBe('already_decided')
    expect(approve(hex('0')).outcome).toBe('unknown_coin_entry')
  })
})

describe('coins that were bought', () => {
  test('come for dollars of the clients’ account, as far as it has them', () => {
    const { record, approve, books } = houseWithCoins()
    const sold = record()
    approve(sold.id)
    const buying = { kind: 'purchase' as const, txid: hex('e'), reference: 'Wire 3' }
    expect(record({ ...buying, quantity: coin, amount: 6_400_000n }).outcome).toBe('bank_short')
    const before = books()
    const { id } = record({ ...buying, quantity: coin / 4n, amount: 1_600_000n })
    expect(approve(id, -coin / 4n).outcome).toBe('coins_not_moved')
    expect(approve(id, coin / 4n).outcome).toBe('done')
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
    const { cover, record, approve, books } = houseWithCoins()
    expect(cover(100_001n).outcome).toBe('capital_short')
    expect(cover(6_400_001n).outcome).toBe('cover_beyond')
    const before = books()
    const { id } = cover(60_000n)
    const another = cover(50_000n)
    expect(approve(id, null).outcome).toBe('done')
    expect(books()).toEqual({
      ...before,
      owed: before.owed - 60_000n,
      capital: 40_000n,
      clients: before.clients + 60_000n,
    })
    expect(approve(another.id, null).outcome).toBe('capital_short')
    // All is sold, for more than was owed: nothing is left to cover.
    const sold = record({ quantity: coin, amount: 6_400_000n })
    approve(sold.id, -coin)
    expect(books().owed).toBe(-60_000n)
    expect(cover(1n).outcome).toBe('cover_beyond')
  })
})

describe('a rate in words', () => {
  test('says by how much it is off', () => {
    expect(rateWords({ amount: 6_400_000n, quantity: coin, rate })).toBe(
      'A bitcoin is $64,000.00 by this entry, as the last rate is.',
    )
    expect(rateWords({ amount: 6_560_000n, quantity: coin, rate })).toContain('2.5% above')
    expect(rateWords({ amount: 1n, quantity: null, rate })).toBeNull()
    expect([percentText(-125n), percentText(3n)]).toEqual(['-12.5', '0.3'])
  })
})
