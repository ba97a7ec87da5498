/** Papers in the scripts that people write: every letter is there, in its order, and the amounts beside it keep their place. */
import { describe, expect, test } from 'vitest'
import printStatement from '../src/domains/activity/statement-pdf.ts'
import printReceipt from '../src/domains/withdrawals/receipt-pdf.ts'
import { Sheet, styles } from '../src/platform/pdf/sheet.ts'
import { namesInScripts } from './support/names.ts'
import { readPdf } from './support/pdf-text.ts'

const receiptOf = (...names: string[]) =>
  printReceipt({
    firm: 'Glasshouse',
    sample: true,
    day: '2026-10-02',
    title: 'Transfer receipt',
    holder: names.join(', '),
    number: '1',
    facts: names.map((name) => ['To the bank account of', name]),
    history: names.map((name) => ({
      at: '2026-10-02 10:00',
      what: 'Transfer requested',
      by: name,
      note: name,
    })),
  })

const statementOf = (...names: string[]) =>
  printStatement({
    firm: 'Glasshouse',
    sample: true,
    holder: names.join(', '),
    accountId: 'GH-1234-5678',
    period: '2026-10',
    written: 'October 2026',
    soFar: false,
    holdings: [{ label: 'Total value', amount: '$12.50' }],
    moved: [{ label: 'Total value at the end', amount: '$12.50' }],
    opening: '$0.00',
    entries: names.map((name) => ({
      day: '2026-10-02',
      what: `Transfer from ${name}`,
      coins: '',
      why: `By ${name}: “${name}”`,
      amount: '+$12.50',
      balance: '$12.50',
    })),
    profits: null,
    closing: '$12.50',
  })

/** One text on a sheet, line by line, as letters from left to right. */
async function drawn(text: string, width = 480): Promise<string[]> {
  const info = { title: 'A', subject: 'paper', author: 'of ours', day: '2026-01-01' }
  const sheet = await Sheet.open(info, text)
  sheet.write(text, styles.text, 56, 100, width)
  const { lines, boxes } = readPdf(await sheet.finish())
  expect(boxes).toBe(0)
  return lines
}

const bare = (text: string) => text.normalize('NFC').replace(/[\s\u200C\u200D]/g, '')

describe('names on paper', () => {
  test.each([
    ['statement', statementOf],
    ['receipt', receiptOf],
  ])('a %s shows no box for any letter of a name', async (_, print) => {
    expect(readPdf(await print(...Object.values(namesInScripts))).boxes).toBe(0)
  })

  test.each(Object.entries(namesInScripts))(
    'every letter of a name in %s can be copied from the paper',
    async (_, name) => {
      const letters = [...bare((await drawn(name)).join(''))].toSorted()
      expect(letters).toEqual([...bare(name)].toSorted())
    },
  )

  test('a paper in Latin letters embeds no other font, one with another script only that', async () => {
    const latin = readPdf(await statementOf(namesInScripts.Latin)).fonts
    expect(latin.filter((font) => !/^(Brygada|Instrument)/.test(font))).toEqual([])
    const greek = readPdf(await statementOf(namesInScripts.Greek)).fonts
    expect(greek.filter((font) => !latin.includes(font))).toEqual(['noto-sans-greek'])
  })

  test('a Vietnamese word is of one font', async () => {
    const info = { title: 'A', subject: 'paper', author: 'of ours', day: '2026-01-01' }
    const sheet = await Sheet.open(info, 'Nguyễn')
    sheet.write('Nguyễn', styles.text, 56, 100, 480)
    const { fonts } = readPdf(await sheet.finish())
    expect(fonts.filter((font) => !font.startsWith('noto-sans-'))).toEqual([])
  })
})

describe('what runs from right to left', () => {
  test.each([
    ['GH-1234 שלום 12.50', 'GH-1234 םולש 12.50'],
    ['By משה כהן: $12.50, on 2026-10-02', 'By ןהכ השמ: $12.50, on 2026-10-02'],
    ['By A: “משה paid 12.50”', 'By A: “paid 12.50 השמ”'],
    ['משה (כהן)', '(ןהכ) השמ'],
  ])('stands in its order, and what is beside it in its place: %s', async (text, shown) => {
    expect(await drawn(text)).toEqual([shown])
  })
  test('is joined, where its letters join', async () => {
    const info = { title: 'A', subject: 'paper', author: 'of ours', day: '2026-01-01' }
    const sheet = await Sheet.open(info, 'سلام')
    const widthOf = (text: string) => sheet.widthOf(text, styles.text)
    expect(widthOf('سلم')).toBeLessThan(widthOf('س') + widthOf('ل') + widthOf('م'))
  })
  test('goes on below where a line is too short for it, before what follows', async () => {
    const lines = await drawn('By משה כהן אברהם יצחק: $12.50', 70)
    expect(lines.map((line) => line.trim())).toEqual(['By ןהכ השמ', 'קחצי םהרבא:', '$12.50'])
  })
})

describe('what no font has', () => {
  test.each([
    ['an emoji', 'Ann 😀', 'Ann [U+1F600]'],
    ['a private letter', 'A\uE000', 'A[U+E000]'],
    ['half a letter', 'A\uD800B', 'A[U+D800]B'],
    ['an unassigned letter', 'A\u{10FFFD}', 'A[U+10FFFD]'],
  ])('%s is written as its number', async (_, text, shown) => {
    expect(await drawn(text)).toEqual([shown])
  })
  test('what shows nothing is no box', async () => {
    expect(await drawn('A\u200D\uFE0FB\u0000\u2028C\u202ED')).toEqual(['AB', 'CD'])
  })
})

test('a long Thai word breaks between words, and before no sign of a letter', async () => {
  const lines = await drawn('กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยา', 70)
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.filter((line) => /^\p{M}/u.test(line))).toEqual([])
})
