import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bankAccountFault,
  ibanFault,
  ibanLengths,
  isRoutingNumber,
  looksLikeBankAccount,
  plainBankAccount,
  plainIban,
  spacedBankAccount,
  spacedIban,
} from './bank-account.ts'
import { isCountry } from './countries.ts'

const isIban = (typed: string) => ibanFault(typed) === null

/** The examples of the registry of ISO 13616, as countries give them there. */
const examples = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
]

describe('an IBAN', () => {
  test.each(examples)('%s is one, however it is typed', (iban) => {
    expect(isIban(iban)).toBe(true)
    expect(isIban(` ${spacedIban(iban).toLowerCase()} `)).toBe(true)
    expect(plainIban(spacedIban(iban))).toBe(iban)
  })

  test('with one digit or letter taken for another, or two neighbours of a kind swapped, is none', () => {
    const alike = (one: string, other: string) => /\d/.test(one) === /\d/.test(other)
    const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.nat(40),
        fc.constantFrom(...characters),
        (iban, place, character) => {
          const at = place % iban.length
          const [one, other] = [iban[at]!, iban[at + 1] ?? iban[at]!]
          if (one !== character && alike(one, character))
            expect(isIban(iban.slice(0, at) + character + iban.slice(at + 1))).toBe(false)
          if (one !== other && alike(one, other))
            expect(isIban(iban.slice(0, at) + other + one + iban.slice(at + 2))).toBe(false)
        },
      ),
      { numRuns: 5_000 },
    )
  })

  test.each([
    ['', 'begins like DE89'],
    ['DE', 'begins like DE89'],
    ['89370400440532013000', 'begins like DE89'],
    ['ДE89370400440532013000', 'begins like DE89'],
    ['DE8937040044053201300٠', 'begins like DE89'],
    ['DE89+370400440532013000', 'begins like DE89'],
    ['DE89 3704 0044 0532 0130 00 00 00 00 00 00 00 00', 'DE has 22 letters and digits'],
    // The sum is right of all that follow.
    ['DE00370400440532013050', 'check digits are wrong'],
    ['DE01370400440532013032', 'check digits are wrong'],
    ['DE99370400440532013014', 'check digits are wrong'],
    ['ZZ22370400440532013000', 'no country has the letters ZZ'],
    ['XX46370400440532013000', 'no country has the letters XX'],
    ['EU32370400440532013000', 'no country has the letters EU'],
    ['UK70NWBK60161331926819', 'no country has the letters UK'],
    ['SU03370400440532013000', 'no country has the letters SU'],
    ['DE5137040044053201300', '22 letters and digits, and this has 21'],
    ['DE813704004405320130000', '22 letters and digits, and this has 23'],
    ['NO37860111179470', '15 letters and digits, and this has 16'],
    ['DZ700000000000', '15 to 34 letters and digits, and this has 14'],
    ['DZ700000000000000000000000000000000', '15 to 34 letters and digits, and this has 35'],
  ])('“%s” is refused as %s', (typed, words) => expect(ibanFault(typed)).toContain(words))

  test.each(['XK051212012345678906', 'AD1200012030200359100100', 'DZ96580002100001113000000570'])(
    '%s, of the registry or not, is one',
    (iban) => expect(ibanFault(iban)).toBeNull(),
  )

  test.each(['DE01370400440532013032', 'ZZ22370400440532013000', 'DE5137040044053201300'])(
    '%s may stand on a statement all the same',
    (iban) => expect(looksLikeBankAccount(iban)).toBe(true),
  )

  test('has one length in each country of the registry, and each is a country', () => {
    for (const [country, length] of ibanLengths) {
      expect(country).toSatisfy(isCountry)
      expect(length).toBeGreaterThanOrEqual(15)
      expect(length).toBeLessThanOrEqual(34)
    }
  })
})

describe('a routing number', () => {
  test.each(['021000021', '011401533', '0114-0153-3'])('%s is one', (digits) =>
    expect(isRoutingNumber(digits)).toBe(true),
  )

  test.each(['021000022', '12000021', '0210000210', '000000000', '02100002O', ''])(
    '“%s” is none',
    (digits) => expect(isRoutingNumber(digits)).toBe(false),
  )

  test('with one wrong digit is none', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 1, max: 9 }), (at, add) => {
        const digits = [...'021000021']
        digits[at] = String((Number(digits[at]) + add) % 10)
        expect(isRoutingNumber(digits.join(''))).toBe(false)
      }),
    )
  })
})

describe('a bank account in one line', () => {
  test.each([
    [' de89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ['0210-0002-1 / 000 123', '021000021/000123', '021000021/000123'],
  ])('is kept of %s as %s, and read as %s', (typed, kept, read) => {
    expect(plainBankAccount(typed)).toBe(kept)
    expect(bankAccountFault(kept)).toBeNull()
    expect(spacedBankAccount(kept)).toBe(read)
  })

  test.each([
    ['DE89370400440532013001', 'not an IBAN'],
    ['', 'not an IBAN'],
    ['DE01370400440532013032', 'not an IBAN'],
    ['021000022/123456', 'not a routing number'],
    ['/123456', 'not a routing number'],
    ['021000021/', '4 to 17 digits'],
    ['021000021/123', '4 to 17 digits'],
    ['021000021/123456789012345678', '4 to 17 digits'],
    ['021000021/12E4', '4 to 17 digits'],
    ['021000021/1234/5678', '4 to 17 digits'],
  ])('“%s” is refused as %s', (account, words) => {
    expect(bankAccountFault(account)).toContain(words)
  })
})
