import { describe, expect, test } from 'vitest'
import { csvRows } from './csv-read.ts'
import { tronAddressOf } from './tron-address.ts'
import {
  TronPayoutFault,
  tronPayoutList,
  usdtFromMillionths,
  verifyTronPayout,
  type TronPayout,
  type TronPayoutSeen,
} from './tron-payouts.ts'
import { usdtContract, type TronReceipt } from './tron-transfers.ts'

const addressOf = (byte: string) => tronAddressOf(byte.repeat(20))
const [firm, anna, boris] = ['f1', 'a1', 'b1'].map(addressOf) as [string, string, string]
const payout = (changed: Partial<TronPayout> = {}): TronPayout => ({
  id: '018f-a1',
  address: anna,
  amount: 12_340_000n,
  ...changed,
})

describe('a list of payouts', () => {
  test('says of each who gets how much of what, and can be read back', () => {
    const list = tronPayoutList(
      [payout(), payout({ id: '018f-b2', address: boris, amount: 1n })],
      firm,
    )
    expect(list.startsWith('id,')).toBe(true)
    expect(csvRows(list)).toEqual([
      ['id', 'to_address', 'amount_usdt', 'contract'],
      ['018f-a1', anna, '12.340000', usdtContract],
      ['018f-b2', boris, '0.000001', usdtContract],
    ])
  })

  test('may pay one address twice', () =>
    expect(tronPayoutList([payout(), payout({ id: '018f-b2' })], firm)).toContain('018f-b2'))

  test.each<[what: string, payouts: TronPayout[], says: RegExp]>([
    ['nobody', [], /pays nobody/],
    ['nothing', [payout({ amount: 0n })], /it pays nothing/],
    ['less than nothing', [payout({ amount: -1n })], /it pays nothing/],
    ['one payout twice', [payout(), payout()], /stands twice/],
    ['itself', [payout({ address: firm })], /is the one that pays/],
    ['the contract', [payout({ address: usdtContract })], /nobody has the key/],
    ['nobody’s address', [payout({ address: addressOf('00') })], /nobody has the key/],
    ['a mistyped address', [payout({ address: `${anna.slice(0, -1)}1` })], /none of this network/],
    [
      'an address of Bitcoin',
      [payout({ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })],
      /none of this network/,
    ],
    ['under an id with a formula', [payout({ id: '=1+1' })], /its id has other characters/],
  ])('doesn’t pay %s', (_, payouts, says) => {
    expect(() => tronPayoutList(payouts, firm)).toThrow(TronPayoutFault)
    expect(() => tronPayoutList(payouts, firm)).toThrow(says)
  })

  test.each([
    [1n, '0.000001'],
    [999_999n, '0.999999'],
    [1_000_000n, '1.000000'],
    [9_223_372_036_854_775_807n, '9223372036854.775807'],
  ])('writes %i millionths as %s', (amount, text) => expect(usdtFromMillionths(amount)).toBe(text))
})

const transfer = { logIndex: 0, from: firm, to: anna, amount: 12_340_000n }
const receipt = (changed: Partial<TronReceipt> = {}): TronReceipt => ({
  txid: 'ab'.repeat(32),
  height: 1_000,
  isSuccess: true,
  transfers: [transfer],
  ...changed,
})
const seen = (changed: Partial<TronPayoutSeen> = {}): TronPayoutSeen => ({
  from: firm,
  listedAtHeight: 900,
  logIndex: 0,
  receipt: receipt(),
  solidHeight: 1_020,
  ...changed,
})

describe('a payout', () => {
  test('is paid by its own log of a transaction that pays others, too', () => {
    const both = receipt({
      transfers: [
        { ...transfer, to: boris },
        { ...transfer, logIndex: 1 },
      ],
    })
    expect(verifyTronPayout(payout(), seen({ receipt: both, logIndex: 1 })).isPaid).toBe(true)
    expect(verifyTronPayout(payout(), seen({ receipt: both })).isPaid).toBe(false)
  })

  test('is paid by a transaction that moves its amount to its address, deep enough', () =>
    expect(verifyTronPayout(payout(), seen())).toEqual({
      isPaid: true,
      txid: 'ab'.repeat(32),
      height: 1_000,
    }))

  const moving = (changed: Partial<typeof transfer>) =>
    seen({ receipt: receipt({ transfers: [{ ...transfer, ...changed }] }) })
  test.each<[what: string, TronPayoutSeen, mayBecome: boolean, says: RegExp]>([
    ['that is in no solidified block', seen({ receipt: null }), true, /in no solidified block/],
    ['that isn’t deep enough', seen({ solidHeight: 1_019 }), true, /19 of 20 solidified blocks/],
    ['from before the list', seen({ listedAtHeight: 1_000 }), false, /before the list was made/],
    [
      'that failed',
      seen({ receipt: receipt({ isSuccess: false, transfers: [] }) }),
      false,
      /failed/,
    ],
    ['of another token', seen({ receipt: receipt({ transfers: [] }) }), false, /moves no USDT/],
    ['that has no such log', seen({ logIndex: 1 }), false, /moves no USDT/],
    ['of somebody else', moving({ from: boris }), false, /pays from .* and not from/],
    ['to somebody else', moving({ to: boris }), false, /pays to .* and not to/],
    [
      'of a millionth less',
      moving({ amount: 12_339_999n }),
      false,
      /12\.339999 USDT, and not 12\.34/,
    ],
    [
      'of a millionth more',
      moving({ amount: 12_340_001n }),
      false,
      /12\.340001 USDT, and not 12\.34/,
    ],
  ])('is not paid by one %s', (_, found, mayBecome, says) =>
    expect(verifyTronPayout(payout(), found)).toEqual({
      isPaid: false,
      mayBecome,
      why: expect.stringMatching(says) as string,
    }),
  )
})
