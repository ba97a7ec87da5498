import { describe, expect, test } from 'vitest'
import type { Withdrawal } from '../../contract/withdrawal.ts'
import { explorerOf } from './present.ts'

const txid = 'ab'.repeat(32)
const explorer = {
  Bitcoin: 'https://explorer.example/tx/{txid}',
  TRON: 'https://tron.example/{txid}',
}
const paid = {
  type: 'bank_transfer',
  bankNumber: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  payoutReference: `${txid}:1`,
} as Withdrawal

describe('a payout in coins', () => {
  test('is looked at by its transaction, whichever output pays it', () => {
    expect(explorerOf(paid, explorer)).toBe(`https://explorer.example/tx/${txid}`)
    expect(explorerOf({ ...paid, payoutReference: txid }, explorer)).toBe(
      `https://explorer.example/tx/${txid}`,
    )
  })

  test('that left by TRON is looked at there', () => {
    expect(
      explorerOf({ ...paid, bankNumber: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }, explorer),
    ).toBe(`https://tron.example/${txid}`)
  })

  test('of a pack without an explorer has no link', () => {
    expect(explorerOf(paid, {})).toBeNull()
  })
})

test.each<[what: string, Partial<Withdrawal>]>([
  ['is not paid yet', { payoutReference: null }],
  ['was paid under another kind of reference', { payoutReference: 'Wire 1834' }],
  ['went to a bank', { type: 'bank_account', bankNumber: 'DE89370400440532013000' }],
])('a request that %s has no link', (_, other) => {
  expect(explorerOf({ ...paid, ...other }, explorer)).toBeNull()
})
