import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankReference, referenceKey } from './bank-reference.ts'

describe('a bank’s reference', () => {
  test.each([
    ['ab-12 34', 'ab-12 34'],
    ['  AB 12\t34 ', 'AB 12 34'],
    ['ＡＢ－１２３４', 'AB-1234'],
    ['AB\u00A01234', 'AB 1234'],
    ['Überweisung É1', 'Überweisung É1'],
    ['U\u0308berweisung E\u03011', 'Überweisung É1'],
    ['x\u0302 1', 'x\u0302 1'],
    ['ΑΒ12', 'ΑΒ12'],
    ['Платёж № 7', 'Платёж No 7'],
    ['振込 ７', '振込 7'],
    ['กิ 1', 'กิ 1'],
  ])('%j is read as %j', (typed, read) => expect(bankReference(typed)).toBe(read))

  test.each([
    ['АB1234'],
    ['AB\u200B1234'],
    ['AB\u00AD1234'],
    ['AB\u202E1234'],
    ['AB\u00001234'],
    ['AB\u0007'],
    ['AB\uFE0F1'],
    ['\u3164'],
    ['AB1234\u0301'],
    ['\u0301'],
    ['AB\uD800'],
    ['--'],
    [''],
    ['AB\u20101'],
    ['AB 🙂'],
  ])('%j is none: its signs only look like a bank’s, or nobody sees them', (typed) =>
    expect(bankReference(typed)).toBeNull(),
  )

  test('is the same in every spelling', () => {
    expect(['AB-12 34', 'ab1234', 'Ab.12/34'].map(referenceKey)).toEqual([
      'AB1234',
      'AB1234',
      'AB1234',
    ])
    expect(referenceKey('AB1235')).not.toBe(referenceKey('AB1234'))
  })

  test('J7: is the same in another width and with signs that nobody sees, and another in other letters', () => {
    expect(['Ｔx-1', 'tx\u200B1', 'TX\u00A01', 'tx\u20101', 't\u3164x1'].map(referenceKey)).toEqual(
      Array.from({ length: 5 }, () => 'TX1'),
    )
    expect(referenceKey('Überweisung 1')).not.toBe(referenceKey('Öberweisung 1'))
    expect(referenceKey('Überweisung 1')).not.toBe(referenceKey('Uberweisung 1'))
    expect(referenceKey('กิ 1')).not.toBe(referenceKey('กุ 1'))
    expect(referenceKey('--')).not.toBe(referenceKey('++'))
  })

  test.each([
    ['Überweisung É1', 'ÜBERWEISUNG é1', 'U\u0308BERWEISUNG-e\u03011'],
    ['Straße 1', 'STRASSE1', 'STRAẞE 1', 'strasse.1'],
    ['ΟΔΟΣ 1', 'οδος 1', 'οδοσ1', 'ΟΔΟς-1'],
    ['İ 1', 'i\u03071', 'I\u0307 1'],
    ['ﬁ 1', 'FI1', 'fi-1'],
    ['ǰ1', 'J\u030C1', 'j\u030C 1'],
    ['ᾳ1', 'ᾼ1', 'α\u03451'],
    ['ა1', 'Ა1'],
  ])('%j has the key of each other spelling', (...spellings) =>
    expect(new Set(spellings.map(referenceKey)).size).toBe(1),
  )

  const spellingsOf = (read: string) => [
    ...[read, read.toUpperCase(), read.toLowerCase(), referenceKey(read), ` ${read}.`],
    ...['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => read.normalize(form)),
  ]

  test('has one key for each letter there is, whatever its case and form', () => {
    for (let code = 1; code <= 0x10ffff; code++) {
      const read = bankReference(String.fromCodePoint(code))
      if (read === null) continue
      const keys = new Set(spellingsOf(read).map(referenceKey))
      if (keys.size !== 1 || keys.has(''))
        throw new Error(`${code.toString(16)}: ${[...keys].join(' ')}`)
    }
  })

  test('has one key for letters with accents upon accents', () => {
    const unit = fc.constantFrom(...'aAéÉßẞσςΣİıǰΐﬁſKÅ꙲ა1-./ ', '\u0301', '\u0307', '\u0308')
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 8 }), (typed) => {
        const read = bankReference(typed)
        if (read !== null) expect(new Set(spellingsOf(read).map(referenceKey)).size).toBe(1)
      }),
      { numRuns: 20_000 },
    )
  })
})

test('plain references, which are compared faster, come to the same as in letters of another width', () => {
  const wide = (text: string) =>
    text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  const plain = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  })
  fc.assert(
    fc.property(plain, (text) => {
      if (/[0-9a-z]/i.test(text)) expect(referenceKey(text)).toBe(referenceKey(wide(text)))
      else expect(referenceKey(text)).toBe(text)
    }),
  )
})
