import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asXmlText, isCleanText, isVisible, isXmlText, lineOfBank, maskName } from './text.ts'

test('text is clean without controls, lone surrogates and characters that turn its direction', () => {
  for (const text of ['a\u0000', 'a\tb', '\u2028', '\ud800', '\u202egnp.exe', 'a\u2066b'])
    expect(isCleanText(text), JSON.stringify(text)).toBe(false)
  for (const text of ['Ada', 'Nguyễn Thị Mẫu', '김견본', 'می\u200cخواهم', '👨‍👩‍👧', '"><script>'])
    expect(isCleanText(text), text).toBe(true)
})

test('text of nothing but spaces and characters that nobody sees is not visible', () => {
  for (const text of ['', ' ', '\u00a0', '\u200b', '\ufeff', '\u3164', '\u2060 \u00ad'])
    expect(isVisible(text), JSON.stringify(text)).toBe(false)
  for (const text of ['.', 'é', '견', '👩‍👧']) expect(isVisible(text), text).toBe(true)
})

test('I17 text of characters that draw nothing is not visible, by what Unicode says of each', () => {
  const unseen = {
    'a braille pattern without dots': '\u2800',
    'a note without a head': '\u{1D159}',
    'combining marks': '\u0301\u0308',
    'an enclosing mark': '\u20dd',
    'a vowel sign alone': '\u093e',
    'no character': '\uffff',
    'no character of another plane': '\u{1ffff}',
    'a noncharacter within': '\ufdd0',
    unassigned: '\u0378',
    'private use': '\ue000',
    'private use of plane 16': '\u{100000}',
    tags: '\u{e0041}\u{e0042}',
    'variation selectors': '\ufe0f\u{e0100}',
    'a Hangul filler': '\u115f\uffa0',
    'a hieroglyph that is blank': '\u{13441}',
    'no object': '\ufffc',
    'an ideographic space': '\u3000',
    'a grapheme joiner': '\u034f',
    'all of these': '\u2800 \u0301\uffff\u{e0041}',
  }
  for (const [what, text] of Object.entries(unseen))
    expect([what, isVisible(text)]).toEqual([what, false])
})

test('I17 names of every script are visible', () => {
  const names = [
    'Ada',
    'Nguyễn Thị Mẫu',
    'Zoe\u0308',
    '김견본',
    'ㄱ',
    '山田',
    'やまだ',
    'สมชาย',
    'น้ำ',
    'अमित',
    'श्री',
    'தமிழ்',
    'ଓଡ଼ିଆ',
    'ខ្មែរ',
    'မြန်မာ',
    'བོད',
    'አበበ',
    'محمد',
    'می\u200cخواهم',
    'דוד',
    'Ольга',
    'Ζωή',
    'Սոնա',
    'ქეთი',
    'ᏣᎳᎩ',
    'ᠮᠣᠩᠭᠣᠯ',
    '⠠⠁⠙⠁',
    '𞤀𞤣𞤢𞤥',
    '𐐀',
    '7',
    '٣',
    'Ⅳ',
    '👩‍👧',
    '❤️',
    '©',
    '?',
    '.',
    'x\u2800',
  ]
  for (const name of names) expect([name, isVisible(name)]).toEqual([name, true])
})

test('a masked name keeps first letters and lengths', () => {
  expect(maskName('Ada Lovelace')).toBe('A** L*******')
  expect(maskName('😀😀 김견본')).toBe('😀* 김**')
})

test('J16: text that XML forbids isn’t clean, and stands in a file as question marks', () => {
  for (const text of ['a\u0001', 'a\u000b', 'a\ufffe', 'Ada \uffff', 'a\ud800']) {
    expect([isCleanText(text), isXmlText(text)], JSON.stringify(text)).toEqual([false, false])
    expect(isXmlText(asXmlText(text))).toBe(true)
  }
  expect(asXmlText('A\uffffda\u0000 <L>')).toBe('A?da? <L>')
  expect(isXmlText('Ada\n\t👩‍👧 \ufffd')).toBe(true)
})

test('J15: text with endless marks on a character isn’t clean', () => {
  expect(isCleanText(`a${'\u0301\u0316'.repeat(15)}`)).toBe(true)
  expect(isCleanText(`a${'\u0301\u0316'.repeat(15)}\u0301`)).toBe(false)
})

test('a plain line of a bank, which is read faster, comes to the same as one with a sign that goes', () => {
  const plain = fc.string({
    unit: fc.constantFrom('a', 'B', '7', '-', ' ', '  ', 'é'),
    maxLength: 40,
  })
  fc.assert(
    fc.property(plain, fc.integer({ min: 1, max: 50 }), (text, length) => {
      expect(lineOfBank(text, length)).toBe(lineOfBank(`\u0007${text}`, length))
      expect(lineOfBank(text, length)).toBe(text.replaceAll(/ +/g, ' ').trim().slice(0, length))
    }),
  )
})
