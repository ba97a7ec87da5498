import { describe, expect, test } from 'vitest'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { recentOnes } from './recent.ts'

const iban = 'DE02120300000000202051'
const request = (fields: Partial<Withdrawal>) =>
  ({
    type: 'bank_transfer',
    status: 'paid',
    bankName: null,
    bankNumber: null,
    recipientAccountId: null,
    ...fields,
  }) as Withdrawal
const wallet = (number: string, fields: Partial<Withdrawal> = {}) =>
  request({ bankName: `Wallet ${number}`, bankNumber: number, ...fields })

describe('recent places', () => {
  test('are the latest three, each once, without what is saved', () =>
    expect(
      recentOnes(
        ['a', 'saved', 'a', 'b', 'c', 'd'].map((number) => wallet(number)),
        [{ bankNumber: 'saved', recipientAccountId: null }],
      ).map(({ number }) => number),
    ).toEqual(['a', 'b', 'c']))
  test.each(['rejected', 'cancelled', 'returned'] as const)('have none that was %s', (status) =>
    expect(recentOnes([wallet('a', { status })], [])).toEqual([]),
  )
  test('fill in what each kind needs', () =>
    expect(
      recentOnes(
        [
          request({ type: 'bank_account', bankName: 'Ada Holder', bankNumber: iban }),
          request({ type: 'bank_account', bankName: 'Ada', bankNumber: '021000021/123456789' }),
          request({ type: 'tradehub_transfer', recipientAccountId: 'GH-1' }),
        ],
        [],
      ).map(({ type, place }) => ({ type, ...place })),
    ).toEqual([
      { type: 'bank_account', kind: 'iban', iban, holder: 'Ada Holder' },
      {
        type: 'bank_account',
        kind: 'us',
        routing: '021000021',
        account: '123456789',
        holder: 'Ada',
      },
      { type: 'tradehub_transfer', recipientAccountId: 'GH-1' },
    ]))
  test('have none whose particulars were erased', () =>
    expect(recentOnes([request({}), request({ type: 'tradehub_transfer' })], [])).toEqual([]))
})
