import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressFault } from './address-fault.ts'
import { cleanAddress, decorationFault } from './wallet-address.ts'

const base58 = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const all = [base58, segwit, tron]

describe('J22: an address with something around it', () => {
  test.each([
    [`bitcoin:${base58}`, base58],
    [`BITCOIN:${segwit.toUpperCase()}?AMOUNT=0.1&LABEL=ME`, segwit],
    [`bitcoin:${segwit}?amount=0.5#rest`, segwit],
    [`tron:${tron}`, tron],
    [`bitcoin://${base58}`, base58],
  ])('is freed from the link: %s', (typed, address) => expect(cleanAddress(typed)).toBe(address))

  const around = fc.constantFrom(
    '',
    ' ',
    '.',
    ',',
    '"',
    '“',
    '\u200b',
    '\ufeff',
    '\u2060',
    '\u00a0',
    '(',
    ')',
    '\u00ad',
  )
  test('is freed from blanks, from what nobody sees and from what ends a sentence', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        around,
        around,
        fc.nat(30),
        (address, before, after, at) => {
          const blank = `${address.slice(0, at + 1)}\u200b ${address.slice(at + 1)}`
          for (const typed of [before + address + after, before + blank + after])
            expect(cleanAddress(typed)).toBe(address)
        },
      ),
    ))

  test('is freed from wide letters, which mean the same', () =>
    expect(
      cleanAddress(
        base58.replaceAll(/[A-Za-z0-9]/g, (c) => String.fromCodePoint(c.codePointAt(0)! + 0xfee0)),
      ),
    ).toBe(base58))

  test.each([
    [`${base58} ${tron}`, 'two of different kinds'],
    [`${base58},${base58}`, 'one twice'],
    [`pay ${segwit} please`, 'a sentence'],
    [`${segwit}/${tron}`, 'two with a slash'],
  ])('is refused where it isn’t alone: %s (%s)', (typed) =>
    expect(decorationFault(cleanAddress(typed))).toMatch(/enter the address alone/),
  )

  test('is refused with its checksum where two were written as one', () => {
    const cleaned = cleanAddress(`${segwit} ${segwit}`)
    expect(decorationFault(cleaned) ?? addressFault(cleaned)).not.toBeNull()
  })

  test.each([
    [base58.replace('A', 'А'), 'a Cyrillic A'],
    [segwit.replace('c', 'с'), 'a Cyrillic c'],
    [tron.replace('o', 'ο'), 'a Greek o'],
    [`${tron.slice(0, 20)}e\u0301${tron.slice(21)}`, 'an accent'],
  ])('is never taken for another kind by a letter that looks alike: %s (%s)', (typed) =>
    expect(decorationFault(cleanAddress(typed))).toMatch(/none that addresses have/),
  )

  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'an address of any kind',
    'wallet-of-Žofie',
    'DE89 3704 0044 0532 0130 00',
    'Кошелёк',
  ])('is left alone where it is of another kind: %s', (typed) => {
    expect(cleanAddress(typed)).toBe(typed)
    expect(decorationFault(typed)).toBeNull()
  })
})
