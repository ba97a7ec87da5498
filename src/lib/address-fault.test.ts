import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressFault } from './address-fault.ts'

/** Published: the genesis block's, the wiki's and Bitcoin Core's examples; contracts of TRON (USDT and WIN). */
const base58 = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM',
  '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX',
  'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  'n3GNqMveyvaPvUbH469vDRadqpJMPc84JA',
  '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  // It begins like one of a test network of Bitcoin.
  'TB1ZF1bv9ELAW3iBBAmyDDUyc7F6hLP338',
]

/** The valid and the invalid vectors of BIP 350, which take in those of BIP 173. */
const segwit = [
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'BC1SW50QGDZ25J',
  'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
  'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
  'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
]
const wrongSegwit = [
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'Bech32 instead of Bech32m'],
  ['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'Bech32 instead of Bech32m'],
  ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'Bech32 instead of Bech32m'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'Bech32m instead of Bech32'],
  ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'Bech32m instead of Bech32'],
  [
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'a character that is none of Bech32',
  ],
  [
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'a witness version that does not exist',
  ],
  ['bc1pw5dgrnzv', 'a program of one byte'],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'a program of 41 bytes',
  ],
  ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'a length that version 0 does not have'],
  ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'mixed case'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'too many zeros as padding'],
  ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'padding that is not zero'],
  ['bc1gmk9yu', 'nothing in it'],
] as const

const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
/** Where the kind of an address ends and its value begins: what stands before tells what it looks like. */
const valueFrom = (address: string) => (/^(bc|tb)1/i.test(address) ? 3 : 1)

const mistake = fc
  .record({
    address: fc.constantFrom(...base58, ...segwit),
    at: fc.nat(),
    letter: fc.constantFrom(...letters),
  })
  .map(({ address, at, letter }) => {
    const place = valueFrom(address) + (at % (address.length - valueFrom(address)))
    return { address, place, letter }
  })

describe('a wallet address', () => {
  test.each([...base58, ...segwit])('%s is right', (address) =>
    expect(addressFault(address)).toBeNull(),
  )

  test.each(wrongSegwit)('%s is wrong: %s', (address) =>
    expect(addressFault(address)).toMatch(/looks like a Bitcoin address/),
  )

  test('gives away any one wrong character', () => {
    fc.assert(
      fc.property(mistake, ({ address, place, letter }) => {
        fc.pre(address[place] !== letter)
        expect(addressFault([...address].with(place, letter).join(''))).not.toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  test('gives away a character too few or too many', () => {
    fc.assert(
      fc.property(mistake, ({ address, place, letter }) => {
        expect(addressFault([...address].toSpliced(place, 1).join(''))).not.toBeNull()
        expect(addressFault([...address].toSpliced(place, 0, letter).join(''))).not.toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  test('names the network that it looks like', () => {
    expect(addressFault('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toMatch(/TRON/)
    expect(addressFault('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')).toMatch(/Bitcoin/)
  })

  test('knows addresses of a demonstration’s TRON from those of Bitcoin’s test network', () => {
    expect(addressFault('27iCoTj24CvpQDLvzqmCc1hn3dVAJkWV8fV')).toBeNull()
    expect(addressFault('27iCoTj24CvpQDLvzqmCc1hn3dVAJkWV8fW')).toMatch(/TRON/)
    expect(addressFault('2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm')).toBeNull()
    expect(addressFault('2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsn')).toMatch(/Bitcoin/)
  })

  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'DE89 3704 0044 0532 0130 00',
    'my usual wallet',
    'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
    'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
    '10105000997603123456789123',
    'TR330006100519786457841326',
    'x',
  ])('%s is of a kind that can’t be checked, and passes', (address) =>
    expect(addressFault(address)).toBeNull(),
  )
})
