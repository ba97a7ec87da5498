import { expect, test } from 'vitest'
import { isCleanText, isVisible, maskName } from './text.ts'

test('text is clean without controls, lone surrogates and signs that turn its direction', () => {
  for (const text of ['a\u0000', 'a\tb', '\u2028', '\ud800', '\u202egnp.exe', 'a\u2066b']) expect(isCleanText(text), JSON.stringify(text)).toBe(false)
  for (const text of ['Ada', 'Nguyễn Thị Mẫu', '김견본', 'می\u200cخواهم', '👨‍👩‍👧', '"><script>']) expect(isCleanText(text), text).toBe(true)
})

test('text of nothing but spaces and signs that nobody sees is not visible', () => {
  for (const text of ['', ' ', '\u00a0', '\u200b', '\ufeff', '\u3164', '\u2060 \u00ad']) expect(isVisible(text), JSON.stringify(text)).toBe(false)
  for (const text of ['.', 'é', '견', '👩‍👧']) expect(isVisible(text), text).toBe(true)
})

test('a masked name keeps first letters and lengths', () => {
  expect(maskName('Ada Lovelace')).toBe('A** L*******')
  expect(maskName('😀😀 김견본')).toBe('😀* 김**')
})
