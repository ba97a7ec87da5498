import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { chartTable } from '../../contract/charts.ts'
import { readWhitepaper } from './whitepaper.ts'

const demo = join(import.meta.dirname, '../../../content/demo')
const text = readFileSync(join(demo, 'whitepaper.yaml'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'glasshouse-paper-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What is said about the demonstration's paper when this stands in it instead of that; the last lines of both are where the mistake is. */
function complaintAbout(that: string, instead: string): { said: string; line: number } {
  const at = text.indexOf(that)
  if (at < 0 || text.indexOf(that, at + 1) >= 0)
    throw new Error(`“${that}” does not stand in the paper exactly once`)
  writeFileSync(
    join(folder, 'whitepaper.yaml'),
    text.replace(that, () => instead),
  )
  const line = text.slice(0, at).split('\n').length + instead.split('\n').length - 1
  try {
    readWhitepaper(folder)
  } catch (error) {
    return { said: (error as Error).message.replaceAll(basename(folder), 'pack'), line }
  }
  throw new Error('Nothing is wrong with it')
}

describe('the paper of the demonstration', () => {
  const paper = readWhitepaper(demo)
  const charts = paper.sections.flatMap((section) => section.charts)
  const section = (title: string) => paper.sections.find((one) => one.title === title)!

  test('has the sections of the specification, in its order', () => {
    expect(paper.sections.map(({ title }) => title)).toEqual([
      'Executive Summary',
      'Market Problem',
      'Our Solution',
      'Technology',
      'Tokenomics',
      'Roadmap',
      'Team',
      'Financial Projections',
    ])
  })
  test('divides its token and its revenue as the specification says', () => {
    expect(
      section('Tokenomics').charts.flatMap((chart) =>
        chartTable(chart).rows.map(([name, percent]) => [name, percent]),
      ),
    ).toEqual([
      ['Public Sale', '30%'],
      ['Team and Advisors', '20%'],
      ['Development', '25%'],
      ['Marketing', '15%'],
      ['Reserve', '10%'],
    ])
    const streams = section('Financial Projections').charts.find(({ kind }) => kind === 'shares')!
    expect(chartTable(streams).rows.map(([, percent]) => percent)).toEqual([
      '45%',
      '25%',
      '15%',
      '10%',
      '5%',
    ])
  })
  test('projects three years', () => {
    const projection = charts.find(({ kind }) => kind === 'projection')!
    expect(chartTable(projection).rows).toEqual([
      ['2025', '$5M', '50K'],
      ['2026', '$25M', '250K'],
      ['2027', '$100M', '1M'],
    ])
  })
  test('names its four targets', () => {
    expect(paper.targets.figures.map(({ value }) => value)).toEqual([
      '$2.3T',
      '340%',
      '1M+',
      '99.9%',
    ])
  })
  test('calls every chart, every target and every role a sample', () => {
    const roles = section('Team').blocks.flatMap((block) =>
      block.kind === 'table' ? block.rows.map(([role]) => String(role)) : [],
    )
    const claims = [
      ...charts.map(({ title }) => title),
      ...paper.targets.figures.map(({ label }) => label),
      ...roles,
    ]
    expect(roles.length).toBeGreaterThan(0)
    expect(claims.filter((claim) => !/sample/i.test(claim))).toEqual([])
  })
})

describe('a paper with a mistake names its file, line and field', () => {
  test.each([
    [
      'a share too much',
      '{ name: Reserve, percent: 10,',
      '{ name: Reserve, percent: 11,',
      'sections.4.charts.0.shares: the shares add up to 101, and must add up to 100',
      -8,
    ],
    [
      'half a percent',
      'name: Marketing, percent: 15',
      'name: Marketing, percent: 15.5',
      'sections.4.charts.0.shares.3.percent: percent must be a whole number',
      0,
    ],
    [
      'a share of nothing',
      'name: Marketing, percent: 15',
      'name: Marketing, percent: 0',
      'sections.4.charts.0.shares.3.percent: percent must be 1 at least',
      0,
    ],
    [
      'a share without a name',
      '{ name: Reserve, percent: 10',
      '{ percent: 10',
      'sections.4.charts.0.shares.4.name: name is required',
      0,
    ],
    [
      'a year that comes too early',
      '{ year: 2027,',
      '{ year: 2026,',
      'sections.7.charts.0.years.2.year: years follow one another',
      0,
    ],
    [
      'less than no revenue',
      'revenueMillions: 25,',
      'revenueMillions: -25,',
      'sections.7.charts.0.years.1.revenueMillions: revenueMillions cannot be below zero',
      0,
    ],
    [
      'a chart of another kind',
      'kind: projection',
      'kind: pie',
      'sections.7.charts.0.kind: kind is shares or projection',
      0,
    ],
    [
      'a drawing of another kind',
      'drawn: ring',
      'drawn: disc',
      'sections.7.charts.1.drawn: drawn is window or ring',
      0,
    ],
    [
      'two sections of one address',
      '- id: roadmap',
      '- id: team',
      'sections.6.id: team is taken already',
      11,
    ],
    [
      'a section at the address of the footer',
      '- id: roadmap',
      '- id: contact',
      'sections.5.id: contact is taken already',
      0,
    ],
    [
      'an address with capitals',
      '- id: roadmap',
      '- id: Roadmap',
      'sections.5.id: id must be words in small letters, joined by hyphens',
      0,
    ],
    [
      'a heading within a section',
      '    text: |\n      Three sample years',
      '    text: |\n      ## Three sample years',
      'sections.5.text: a section of the whitepaper has no headings of its own',
      -1,
    ],
    [
      'markup in a text',
      '      Three sample years',
      '      <b>Three</b> sample years',
      'sections.5.text: HTML is not shown: write the words, or Markdown',
      0,
    ],
    [
      'a day that there is not',
      'updated: 2025-05-30',
      'updated: 2025-05-32',
      'updated: updated must be a date like 2025-05-30',
      0,
    ],
    [
      'a field that nobody knows',
      'updated: 2025-05-30',
      'updated: 2025-05-30\nauthor: nobody',
      'the whole file: Unrecognized key: "author"',
      null,
    ],
    ['no title', 'title: A house with glass walls', 'title: ""', 'title: title is required', 0],
  ])('%s', (_, that, instead, expected, below) => {
    const { said, line } = complaintAbout(that, instead)
    expect(said).toContain(expected)
    if (below !== null)
      expect(said).toContain(`pack/whitepaper.yaml, line ${line + below}, ${expected}`)
  })
  test('a file that is not there', () => {
    rmSync(join(folder, 'whitepaper.yaml'), { force: true })
    expect(() => readWhitepaper(folder)).toThrow(/whitepaper\.yaml cannot be read/)
  })
})
