import fc from 'fast-check'
import { expect, test } from 'vitest'
import { element, mustBeXml, words } from './xml.ts'

test('J16: words of any characters make a file that can be read again', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 0xffff })), (units) => {
      const text = String.fromCharCode(...units)
      const file = element('List', words('Nm', text, 140))
      expect(mustBeXml(file)).toBe(file)
    }),
  )
  for (const code of [0, 1, 8, 0xb, 0xc, 0x1f, 0xd800, 0xdfff, 0xfffe, 0xffff])
    expect(mustBeXml(words('Nm', `A${String.fromCharCode(code)}`, 9))).toContain('A')
})

test('are cut between characters, never within one', () => {
  expect(words('Nm', '👩🏽👩🏽', 3)).toBe('<Nm>👩🏽👩</Nm>')
  expect(words('Nm', '<&>', 2)).toBe('<Nm>&#60;&#38;</Nm>')
})

test.each(['<a>\uffff</a>', '<a>\u0001</a>', '<a>&#0;</a>', '<a><b></a>', '<a>', '<x:a/>', ''])(
  'J16: a file that is ill-formed is not handed out: %j',
  (text) => expect(() => mustBeXml(text)).toThrow(),
)
