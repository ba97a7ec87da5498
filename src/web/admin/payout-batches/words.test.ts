import { describe, expect, test } from 'vitest'
import type { PayoutBatch } from '../../../contract/payout-batch.ts'
import { rateOf } from '../coin-payouts/words.ts'
import { feeInDollars, minutesInWords, standing } from './words.ts'

const built = {
  status: 'built',
  isSigned: false,
  isSignedInPart: false,
  place: 'unseen',
  confirmations: 0,
  needed: 3,
} as const

type Standing = Parameters<typeof standing>[0]

test.each<[Partial<Standing>, string]>([
  [{}, 'To be signed'],
  [{ isSignedInPart: true }, 'Signatures missing'],
  [{ isSigned: true }, 'Signed, to be sent'],
  [{ isSigned: true, place: 'waiting' }, 'Sent by a signer: Sent, not in a block yet'],
  [{ status: 'sent' }, 'Sent, not seen yet'],
  [{ status: 'sent', place: 'waiting' }, 'Sent, not in a block yet'],
  [{ status: 'sent', place: 'confirming', confirmations: 1 }, '1 of 3 confirmations'],
  [{ status: 'sent', place: 'confirming', confirmations: 0, needed: 1 }, '0 of 1 confirmation'],
  [{ status: 'sent', place: 'deep', confirmations: 3 }, 'Confirmed, being booked'],
  [{ status: 'sent', place: 'replaced' }, 'Replaced by another transaction'],
  [{ status: 'paid', place: 'deep' }, 'Paid, fee not booked yet'],
  [{ status: 'settled', place: 'deep' }, 'Paid'],
  [{ status: 'cancelled' }, 'Cancelled'],
  [{ status: 'cancelled', place: 'replaced' }, 'Cancelled'],
  [
    { status: 'cancelled', place: 'confirming', confirmations: 2 },
    'Cancelled, but sent: 2 of 3 confirmations',
  ],
  [{ status: 'void', place: 'replaced' }, 'Can never be mined'],
])('a batch %o is said to be: %s', (batch, word) => {
  expect(standing({ ...built, ...batch }).word).toBe(word)
})

describe('a fee', () => {
  const batch = { fee: 1000, rate: '64000', amount: 50 } as PayoutBatch

  test('is said in dollars, rounded up, and beside what is paid', () => {
    expect(feeInDollars(batch)).toEqual({ dollars: '$0.64', isHigh: false, share: '1.3%' })
    expect(feeInDollars({ ...batch, rate: '64000.000001' })).toMatchObject({ dollars: '$0.65' })
  })

  test('of more than a fiftieth of what is paid stands out', () => {
    expect(feeInDollars({ ...batch, amount: 32 })).toMatchObject({ isHigh: false, share: '2.0%' })
    expect(feeInDollars({ ...batch, amount: 31 })).toMatchObject({ isHigh: true, share: '2.1%' })
  })
})

test('a rate has commas in its whole dollars alone', () => {
  expect(rateOf('64000')).toBe('$64,000')
  expect(rateOf('164000.123456')).toBe('$164,000.123456')
  expect(rateOf('950.5')).toBe('$950.5')
})

test.each([
  [1, 'about 10 minutes'],
  [2, 'about 20 minutes'],
  [6, 'about an hour'],
  [12, 'about 2 hours'],
  [144, 'about a day'],
  [1008, 'about 7 days'],
])('%i blocks take %s', (blocks, words) => expect(minutesInWords(blocks)).toBe(words))
