import { describe, expect, test } from 'vitest'
import { bankReference, referenceKey } from './bank-reference.ts'

describe('a bank’s reference', () => {
  test.each([
    ['ab-12 34', 'ab-12 34'],
    ['  AB 12\t34 ', 'AB 12 34'],
    ['ＡＢ－１２３４', 'AB-1234'],
    ['AB\u00A01234', 'AB 1234'],
  ])('%j is read as %j', (typed, read) => expect(bankReference(typed)).toBe(read))

  test.each([
    ['АB1234'],
    ['AB\u200B1234'],
    ['AB1234\u0301'],
    ['ΑΒ12'],
    ['--'],
    [''],
    ['AB\u20101'],
  ])('%j is none: its signs only look like a bank’s', (typed) =>
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
    expect(['Ｔx-1', 'tx\u200B1', 'TX\u00A01', 'tx\u20101'].map(referenceKey)).toEqual(
      Array.from({ length: 4 }, () => 'TX1'),
    )
    expect(referenceKey('Überweisung 1')).not.toBe(referenceKey('Öberweisung 1'))
    expect(referenceKey('--')).not.toBe(referenceKey('++'))
  })
})
