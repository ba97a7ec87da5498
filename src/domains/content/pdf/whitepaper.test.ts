import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { chartInWords } from '../../../contract/charts.ts'
import { readPdf, type ReadPdf } from '../../../../tests/support/pdf-text.ts'
import { whitepaperPdf } from './whitepaper.ts'
import { readWhitepaper } from '../whitepaper.ts'

const paper = readWhitepaper(join(import.meta.dirname, '../../../../content/demo'))
const site = { name: 'Glasshouse', sample: true }
let file: Buffer
let pdf: ReadPdf
beforeAll(async () => {
  file = await whitepaperPdf(paper, site)
  pdf = readPdf(file)
}, 60_000)

/** Lines end where the paper does: compared without them. */
const squeezed = (text: string) => text.replaceAll(/\s+/g, '')
const written = () => squeezed(pdf.pages.join('\n'))

describe('the whitepaper as a PDF', () => {
  test('can be read: no letter of it stands for nothing', () => {
    expect(pdf.pages.length).toBeGreaterThan(1)
    expect(pdf.pages.join('')).not.toContain('\uFFFD')
  })
  test('has every section, and says in its contents on which page each begins', () => {
    const contents = pdf.pages[0]!.slice(pdf.pages[0]!.indexOf('Contents\n')).split('\n')
    for (const { title } of paper.sections) {
      const begins = Number(contents[contents.indexOf(title) + 1])
      expect(pdf.pages[begins - 1], title).toContain(title)
    }
  })
  test('has every chart as a picture that says in words what it shows', () => {
    const charts = paper.sections.flatMap((section) => section.charts)
    expect(charts.length).toBe(3)
    expect(pdf.strings('Alt')).toEqual(charts.map(chartInWords))
    expect(pdf.tags().get('Figure')).toBe(charts.length)
  })
  test('says on every page that it is a sample, and which page it is', () => {
    for (const [index, page] of pdf.pages.entries()) {
      expect(page).toContain('SAMPLE')
      expect(page).toContain('Demonstration: play money, a sample firm, sample figures')
      expect(page).toContain(`Page ${index + 1} of ${pdf.pages.length}`)
    }
  })
  test('says nothing of samples when the firm is a real one', async () => {
    const real = readPdf(await whitepaperPdf(paper, { name: 'A Firm', sample: false }))
    expect(real.pages.join('\n')).not.toMatch(/SAMPLE|Demonstration/)
  })
  test('has the words of the page, whole', () => {
    for (const text of [
      paper.title,
      paper.text,
      paper.call.text,
      ...paper.targets.figures.flatMap(({ value, label }) => [value, label]),
    ]) {
      expect(written()).toContain(squeezed(text))
    }
  })
  test('tells a screen reader its language, headings, lists and tables', () => {
    expect(pdf.strings('Lang')).toEqual(['en'])
    expect(pdf.tags().get('H1')).toBe(1)
    for (const tag of ['H2', 'H3', 'L', 'LI', 'Table', 'TR', 'TH', 'TD', 'TOC'])
      expect(pdf.tags().get(tag) ?? 0, tag).toBeGreaterThan(0)
  })
  test('is byte for byte the same when it is printed again', async () => {
    expect((await whitepaperPdf(paper, site)).equals(file)).toBe(true)
  })
})
