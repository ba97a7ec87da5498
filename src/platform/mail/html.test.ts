import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { because, letter, letterWriter, type Recipient } from './letter.ts'
import { palette } from './palette.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../web/ui/tokens.css'), 'utf8')
/** A colour as it stands first, and as it stands in the dark block. */
const tokenOf = (name: string) =>
  [...tokens.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value)

const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe('the colours of a mail', () => {
  test('are the tokens of the pages, light and dark', () => {
    for (const [name, [light, dark]] of Object.entries(palette) as [string, readonly string[]][])
      expect([name, tokenOf(name)[0], tokenOf(name)[1]]).toEqual([name, light, dark])
  })
  test.each([
    ['ink', 'sheet'],
    ['ink-2', 'sheet'],
    ['ink-3', 'sheet'],
    ['accent', 'sheet'],
    ['on-slab', 'slab'],
    ['on-button', 'button'],
  ] as const)('%s can be read on %s in both schemes', (text, ground) => {
    for (const scheme of [0, 1] as const)
      expect(contrast(palette[text][scheme], palette[ground][scheme])).toBeGreaterThan(4.5)
  })
})

const to: Recipient = {
  name: 'Ada <i>Example</i>',
  by: null,
  origin: 'https://firm.example',
  sign: (use, id) => `${use}-${id}`,
  firm: { name: 'A "Sample" Firm', sample: true },
}

test('what is written into a mail stays words, in the title and in every part', () => {
  const hostile = `"'><script>alert(1)</script><img src="https://evil.example/seen.png">`
  const write = letterWriter({
    told: () =>
      letter(to, hostile, [
        hostile,
        { rows: [[hostile, hostile]] },
        { link: hostile, href: `https://firm.example/${hostile}`, main: true },
      ]),
  })
  const { html } = write('told', to, {})
  expect(html).not.toMatch(/<(script|img|i)\b/)
  expect(html.match(/&#60;script&#62;/g)).toHaveLength(7)
})

test('a name from right to left stands apart from the amount beside it, in the subject, the text and the HTML', () => {
  const write = letterWriter({
    told: () =>
      letter(to, 'משה כהן sent you $12.50', [
        'From משה כהן: $12.50 on Nov 27',
        ...because('תשלום 12.50 ok'),
        { rows: [['From', 'משה כהן']] },
      ]),
  })
  const { subject, text, html } = write('told', to, {})
  expect(subject).toBe('\u2068משה כהן\u2069 sent you $12.50')
  expect(text).toContain('From \u2068משה כהן\u2069: $12.50 on Nov 27')
  expect(text).toContain('Reason: \u2068תשלום 12.50 ok\u2069')
  expect(html).toContain('From <bdi>משה כהן</bdi>: $12.50 on Nov 27')
  expect(html).toContain('Reason: <bdi>תשלום 12.50 ok</bdi>')
  expect(html).toContain('><bdi>משה כהן</bdi></td>')
  expect(html).toContain('<title>\u2068משה כהן\u2069 sent you $12.50</title>')
})
