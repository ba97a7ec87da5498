import { expect, test } from 'vitest'
import { inBankLetters } from './bank-letters.ts'

test.each([
  ["O'Brien-Smith (Jr.), 2/3: a+b?", "O'Brien-Smith (Jr.), 2/3: a+b?"],
  ['Jürgen Groß', 'Jurgen Gros'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Søren Ærø', 'Soren Aro'],
  ['Nguyễn Văn A', 'Nguyen Van A'],
  ['José  María\u00a0', 'Jose Maria'],
  ['Ada & Sons', 'Ada + Sons'],
  ['O’Neil', "O'Neil"],
])('“%s” is written as %s', (name, written) => {
  expect(inBankLetters(name)).toBe(written)
  expect(inBankLetters(name.normalize('NFD'))).toBe(written)
  expect(written.length).toBeLessThanOrEqual(name.length)
})

test.each([
  'Анна Ли',
  'Γιώργος',
  '李小龍',
  'يوسف',
  'Ada <b>',
  'Ada "A"',
  'Ada 😀',
  'Ann\u0430',
  '\u0301',
  '',
])('“%s” is written as nothing, rather than guessed', (name) =>
  expect(inBankLetters(name)).toBeNull(),
)
