import { describe, expect, test } from 'vitest'
import {
  axisSteps,
  chartInWords,
  chartTable,
  fillOf,
  labelled,
  millionsOfDollars,
  maxShares,
  panes,
  spans,
  thousands,
} from './charts.ts'
import type { ShareChart, ProjectionChart } from './charts.ts'

function shareChart(...percents: number[]): ShareChart {
  return {
    kind: 'shares',
    drawn: 'window',
    title: 'Division',
    caption: '',
    shares: percents.map((percent, index) => ({
      name: `Part ${index + 1}`,
      percent,
      note: 'a note',
    })),
  }
}

const projection: ProjectionChart = {
  kind: 'projection',
  title: 'To come',
  caption: '',
  years: [
    { year: 2025, revenueMillions: 5, usersThousands: 50 },
    { year: 2026, revenueMillions: 100, usersThousands: 1000 },
  ],
}

describe('shares', () => {
  test.each([[[30, 20, 25, 15, 10]], [[45, 25, 15, 10, 5]], [[1, 99]], [[97, 1, 1, 1]]])(
    '%j fill a hundred panes and a whole ring',
    (percents) => {
      const chart = shareChart(...percents)
      const drawn = panes(chart)
      expect(drawn).toHaveLength(100)
      expect(percents.map((_, index) => drawn.filter((share) => share === index).length)).toEqual(
        percents,
      )
      expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
      expect(spans(chart).map(({ from, to }) => to - from)).toEqual(percents)
      expect([spans(chart)[0]!.from, spans(chart).at(-1)!.to]).toEqual([0, 100])
    },
  )
  test('their table says what the picture says', () => {
    expect(chartTable(shareChart(60, 40))).toEqual({
      head: ['Share', 'Percent', 'What it is for'],
      rows: [
        ['Part 1', '60%', 'a note'],
        ['Part 2', '40%', 'a note'],
      ],
    })
    expect(chartInWords(shareChart(60, 40))).toBe('Division: Part 1 60%, Part 2 40%')
  })
  test('no two of a chart look alike', () => {
    expect(new Set(Array.from({ length: maxShares }, (_, index) => fillOf(index))).size).toBe(
      maxShares,
    )
  })
  test('a label that would lie on the one before is left to the table', () => {
    expect(labelled(shareChart(30, 20, 25, 15, 10))).toEqual([true, true, true, true, true])
    expect(labelled(shareChart(97, 1, 1, 1))).toEqual([true, true, false, false])
    expect(labelled(shareChart(2, 4, 94))).toEqual([true, false, true])
  })
})

describe('a projection', () => {
  test('says in its table what it says in words', () => {
    expect(chartTable(projection)).toEqual({
      head: ['Year', 'Revenue', 'Users'],
      rows: [
        ['2025', '$5M', '50K'],
        ['2026', '$100M', '1M'],
      ],
    })
    expect(chartInWords(projection)).toBe(
      'To come: 2025 revenue $5M and users 50K, 2026 revenue $100M and users 1M',
    )
  })
  test.each([
    [
      [5, 25, 100],
      [50, 100],
    ],
    [
      [50, 250, 1000],
      [500, 1000],
    ],
    [[3], [2, 4]],
    [[101], [100, 200]],
    [[0], [1, 2]],
  ])('the axis of %j has steps %j', (values, steps) => {
    expect(axisSteps(values)).toEqual(steps)
  })
  test('amounts are written short and exact', () => {
    expect([0, 5, 2.5, 1250].map(millionsOfDollars)).toEqual(['$0', '$5M', '$2.5M', '$1,250M'])
    expect([0, 50, 250, 1000, 1250, 12_000].map(thousands)).toEqual([
      '0',
      '50K',
      '250K',
      '1M',
      '1,250K',
      '12M',
    ])
  })
})
