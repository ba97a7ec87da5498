/** D12: what is between the books and the chain is named to the satoshi, and what isn't named is a difference. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Waits } from '../coin-deposits/waits.ts'
import {
  positionOf,
  reconcile,
  stopsPayouts,
  type Found,
  type Spending,
} from './reconcile-rules.ts'

const txid = (n: number) => n.toString(16).padStart(64, '0')

const agreed: Found = {
  books: 0n,
  chain: 0n,
  arrived: [],
  own: { quantity: 0n, count: 0 },
  spent: [],
  credited: [],
  paid: [],
  exchanged: [],
}
const kindsOf = (found: Partial<Found>) =>
  reconcile({ ...agreed, ...found }).items.map(({ kind, quantity, count }) => [
    kind,
    quantity,
    count,
  ])

const sold: Spending = { txid: txid(1), net: 700n, batch: null, isSold: true }
const batch = (given: Partial<NonNullable<Spending['batch']>> = {}): Spending => ({
  txid: txid(2),
  net: 510n,
  batch: { status: 'sent', quantity: 500n, fee: 10n, paid: 0n, ...given },
  isSold: false,
})

describe('what is named', () => {
  test('arrived, by what it waits for, each together', () => {
    const waits = (found: Waits, quantity: bigint) => ({ quantity, waits: found })
    const arrived = [
      waits({ state: 'confirming', confirmations: 1, needed: 3 }, 5n),
      waits({ state: 'held-up', by: 'minimum' }, 1n),
      waits({ state: 'held-up', by: 'minimum' }, 2n),
      waits({ state: 'held-up', by: 'rate' }, 7n),
      waits({ state: 'held-up', by: 'position' }, 11n),
      waits({ state: 'due', amount: 1n }, 13n),
    ]
    expect(kindsOf({ arrived, own: { quantity: 17n, count: 3 } })).toEqual([
      ['confirming', 5n, 1],
      ['below-minimum', 3n, 2],
      ['without-rate', 7n, 1],
      ['beyond-position', 11n, 1],
      ['due', 13n, 1],
      ['own-address', 17n, 3],
    ])
  })

  test('left by a batch, as far as it isn’t booked', () => {
    expect(kindsOf({ spent: [batch()] })).toEqual([
      ['payout-not-booked', -500n, 1],
      ['fee-not-booked', -10n, 1],
    ])
    expect(kindsOf({ spent: [batch({ status: 'paid', paid: 500n })] })).toEqual([
      ['fee-not-booked', -10n, 1],
    ])
    expect(kindsOf({ spent: [batch({ status: 'settled', paid: 500n })] })).toEqual([])
  })

  test('left by something that nobody knows, which stops payouts; so does what is booked and in no block', () => {
    const unknown = { ...sold, isSold: false }
    const found = reconcile({
      ...agreed,
      spent: [sold, unknown, batch({ status: 'void' })],
      credited: [{ txid: txid(3), quantity: 40n }],
      paid: [{ txid: txid(4), quantity: 50n }],
      exchanged: [{ txid: txid(5), quantity: -60n }],
    })
    expect(found.items.map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ['credited-in-no-block', -40n],
      ['payout-in-no-block', 50n],
      ['exchange-in-no-block', 60n],
      ['unknown-spending', -700n],
      ['unknown-spending', -510n],
    ])
    expect(found.items.every(stopsPayouts)).toBe(true)
  })
})

/** One thing that happened, and what books, chain and reading have of it. */
type Happened = (found: Found) => Found
const some = fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n })
const happened: fc.Arbitrary<Happened> = fc.oneof(
  // A deposit: arrived, credited, or credited and in no block.
  fc
    .record({ quantity: some, state: fc.constantFrom('open', 'credited', 'lost') })
    .map(({ quantity, state }): Happened => (found) => ({
      ...found,
      books: found.books + (state === 'open' ? 0n : quantity),
      chain: found.chain + (state === 'lost' ? 0n : quantity),
      arrived:
        state === 'open'
          ? [...found.arrived, { quantity, waits: { state: 'due', amount: 1n } }]
          : found.arrived,
      credited:
        state === 'lost' ? [...found.credited, { txid: txid(9), quantity }] : found.credited,
    })),
  // A payout of two, of which none, one or both are booked, and its fee.
  fc
    .record({
      one: some,
      other: some,
      fee: some,
      booked: fc.integer({ min: 0, max: 3 }),
      isMined: fc.boolean(),
    })
    .map(({ one, other, fee, booked, isMined }): Happened => (found) => {
      const paid = [0n, one, one + other, one + other][booked]!
      const settled = booked === 3 ? fee : 0n
      const books = found.books - paid - settled
      if (!isMined)
        return paid === 0n
          ? found
          : { ...found, books, paid: [...found.paid, { txid: txid(8), quantity: paid + settled }] }
      const status = booked === 3 ? 'settled' : 'sent'
      const spent: Spending = {
        txid: txid(8),
        net: one + other + fee,
        batch: { status, quantity: one + other, fee, paid },
        isSold: false,
      }
      return {
        ...found,
        books,
        chain: found.chain - one - other - fee,
        spent: [...found.spent, spent],
      }
    }),
  // Coins sold, bought, or gone: known to the books, to the chain, or to both.
  fc
    .record({ quantity: some, isSale: fc.boolean(), of: fc.constantFrom('both', 'books', 'chain') })
    .map(({ quantity, isSale, of }): Happened => (found) => {
      const moved = isSale ? -quantity : quantity
      const made = {
        ...found,
        books: found.books + (of === 'chain' ? 0n : moved),
        chain: found.chain + (of === 'books' ? 0n : moved),
      }
      if (of === 'books')
        return { ...made, exchanged: [...found.exchanged, { txid: txid(7), quantity: moved }] }
      if (isSale) {
        const isSold = of === 'both'
        return {
          ...made,
          spent: [...found.spent, { txid: txid(7), net: quantity, batch: null, isSold }],
        }
      }
      const { quantity: before, count } = found.own
      return of === 'both'
        ? made
        : { ...made, own: { quantity: before + quantity, count: count + 1 } }
    }),
)

describe('books and chain', () => {
  test('balance whatever happens, in any order', () => {
    fc.assert(
      fc.property(fc.array(happened, { maxLength: 30 }), (all) => {
        const found = all.reduce((before, next) => next(before), agreed)
        expect(reconcile(found).difference).toBe(0n)
      }),
    )
  })

  test('differ by exactly what was changed without anybody saying so', () => {
    fc.assert(
      fc.property(
        fc.array(happened, { maxLength: 30 }),
        fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
        (all, changed) => {
          const found = all.reduce((before, next) => next(before), agreed)
          expect(reconcile({ ...found, chain: found.chain + changed }).difference).toBe(changed)
          expect(reconcile({ ...found, books: found.books + changed }).difference).toBe(-changed)
        },
      ),
    )
  })
})

describe('the open position', () => {
  const rate = 64_000_000_000n
  test('is what the coins are worth less what is owed for them', () => {
    const held = { coins: 100_000_000n, owed: 6_500_000n, rate, limit: 10_000_000n }
    expect(positionOf(held)).toEqual({ value: 6_400_000n, open: -100_000n, room: 3_600_000n })
    expect(positionOf({ ...held, limit: 6_000_000n }).room).toBe(0n)
    expect(positionOf({ ...held, limit: null }).room).toBeNull()
    expect(positionOf({ ...held, coins: -100_000_000n }).value).toBe(-6_400_000n)
  })
  test('is known to nobody without a rate', () => {
    expect(positionOf({ coins: 1n, owed: 1n, rate: null, limit: 1n })).toEqual({
      value: null,
      open: null,
      room: null,
    })
  })
})
