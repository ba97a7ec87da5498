import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, test } from 'vitest'
import { tronAddressOf, tronHexOf } from './tron-address.ts'
import {
  TransferFault,
  transfersOf,
  transferTopic,
  usdtContract,
  usdtContractDigits,
  type TronLog,
} from './tron-transfers.ts'

const word = (digits: string) => digits.padStart(64, '0')
const [anna, boris] = ['11'.repeat(20), '22'.repeat(20)] as [string, string]
const log = (changed: Partial<TronLog> = {}): TronLog => ({
  address: usdtContractDigits,
  topics: [transferTopic, word(anna), word(boris)],
  data: word((1_500_000).toString(16)),
  ...changed,
})
const hashOf = (event: string) => keccak_256(new TextEncoder().encode(event)).toHex()

describe('the constants', () => {
  test('are the contract’s address in both ways, and the hash of its event', () => {
    expect(tronHexOf(usdtContract)).toBe(`41${usdtContractDigits}`)
    expect(hashOf('Transfer(address,address,uint256)')).toBe(transferTopic)
  })
})

describe('logs', () => {
  test('of a payment that TRON’s documentation of events shows are read', () => {
    const documented = log({
      topics: [
        transferTopic,
        '00000000000000000000000079309abcff2cf531070ca9222a1f72c4a5136874',
        '00000000000000000000000081b64b1c09d448d25c9eeb3ee3b8f3348a694c96',
      ],
      data: '00000000000000000000000000000000000000000000000000000000b2d05e00',
    })
    expect(transfersOf([documented])).toEqual([
      {
        logIndex: 0,
        from: tronAddressOf('79309abcff2cf531070ca9222a1f72c4a5136874'),
        to: tronAddressOf('81b64b1c09d448d25c9eeb3ee3b8f3348a694c96'),
        amount: 3_000_000_000n,
      },
    ])
  })

  test('are counted with those that move nothing here', () => {
    const other = log({ address: 'ab'.repeat(20), topics: [], data: '' })
    expect(transfersOf([other, log(), other, log()]).map(({ logIndex }) => logIndex)).toEqual([
      1, 3,
    ])
  })

  test.each<[what: string, TronLog]>([
    ['another contract', log({ address: 'ab'.repeat(20) })],
    [
      'an approval',
      log({ topics: [hashOf('Approval(address,address,uint256)'), word(anna), word(boris)] }),
    ],
    ['the topic in another place', log({ topics: [word('1'), transferTopic, word(boris)] })],
    ['nothing at all', log({ topics: [], data: '' })],
    ['a transfer of nothing', log({ data: word('0') })],
  ])('of %s move nothing', (_, found) => expect(transfersOf([found])).toEqual([]))

  test.each<[what: string, TronLog]>([
    ['a topic too few', log({ topics: [transferTopic, word(anna)] })],
    ['a topic too many', log({ topics: [transferTopic, word(anna), word(boris), word('1')] })],
    ['no amount', log({ data: '' })],
    ['two amounts', log({ data: word('1') + word('2') })],
    ['a longer address', log({ topics: [transferTopic, word(anna), word(`41${boris}`)] })],
    ['more than there is', log({ data: 'f'.repeat(64) })],
    ['a little more than there is', log({ data: word((2n ** 63n).toString(16)) })],
  ])('of the contract with %s are what it never writes', (_, found) =>
    expect(() => transfersOf([found])).toThrow(TransferFault),
  )
})
