/**
 * What a chart of the whitepaper says, in words, in rows and in proportions. The page, its tables and the PDF all
 * draw from here, so none of them can say something else than the others.
 */
import type { WhitepaperChart } from './site.ts'

export type ShareChart = Extract<WhitepaperChart, { kind: 'shares' }>
export type ProjectionChart = Extract<WhitepaperChart, { kind: 'projection' }>

/** One glass edge, then ink, then hatching: never a second colour. As many as a chart can tell apart. */
export const shareFills = ['edge', 'ink', 'slant', 'ink-3', 'level', 'clear'] as const
export type ShareFill = (typeof shareFills)[number]

export const maxShares = shareFills.length

export function fillOf(index: number): ShareFill {
  return shareFills[index % maxShares]!
}

/** `$5M`. */
export function millionsOfDollars(millions: number): string {
  return millions === 0 ? '$0' : `$${millions.toLocaleString('en-US')}M`
}

/** `50K`, and `1M` where it is a whole number of millions. */
export function thousands(count: number): string {
  if (count === 0) return '0'
  return count % 1000 === 0
    ? `${(count / 1000).toLocaleString('en-US')}M`
    : `${count.toLocaleString('en-US')}K`
}

/** The columns of a projection, drawn side by side. */
export const projectionSeries = [
  {
    name: 'Revenue',
    of: (year: ProjectionChart['years'][number]) => year.revenueMillions,
    say: millionsOfDollars,
    fill: 'edge',
  },
  {
    name: 'Users',
    of: (year: ProjectionChart['years'][number]) => year.usersThousands,
    say: thousands,
    fill: 'slant',
  },
] as const satisfies readonly {
  name: string
  of(year: ProjectionChart['years'][number]): number
  say(value: number): string
  fill: ShareFill
}[]

export type ProjectionSeries = (typeof projectionSeries)[number]

/** The table beside a chart: what is counted, then the amounts. */
export function chartTable(chart: WhitepaperChart): { head: string[]; rows: string[][] } {
  if (chart.kind === 'shares') {
    return {
      head: ['Share', 'Percent', 'What it is for'],
      rows: chart.shares.map(({ name, percent, note }) => [name, `${percent}%`, note]),
    }
  }
  return {
    head: ['Year', ...projectionSeries.map(({ name }) => name)],
    rows: chart.years.map((year) => [
      String(year.year),
      ...projectionSeries.map(({ of, say }) => say(of(year))),
    ]),
  }
}

/** What a screen reader says for a picture: everything that it shows. */
export function chartInWords(chart: WhitepaperChart): string {
  const said =
    chart.kind === 'shares'
      ? chart.shares.map(({ name, percent }) => `${name} ${percent}%`)
      : chart.years.map(
          (year) =>
            `${year.year} ${projectionSeries.map(({ name, of, say }) => `${name.toLowerCase()} ${say(of(year))}`).join(' and ')}`,
        )
  return `${chart.title}: ${said.join(', ')}`
}

/** Which share each of a hundred panes belongs to. */
export function panes({ shares }: Pick<ShareChart, 'shares'>): number[] {
  return shares.flatMap(({ percent }, index) => Array.from({ length: percent }, () => index))
}

/** Where each share begins and ends, in percent of the whole. */
export function spans({ shares }: Pick<ShareChart, 'shares'>): { from: number; to: number }[] {
  let to = 0
  return shares.map(({ percent }) => {
    const from = to
    to += percent
    return { from, to }
  })
}

/** The lines of an axis above zero: two round steps that reach the largest value. */
export function axisSteps(values: readonly number[]): [number, number] {
  const largest = Math.max(...values)
  for (let unit = 1; ; unit *= 10) {
    for (const step of [unit, 2 * unit, 5 * unit]) if (2 * step >= largest) return [step, 2 * step]
  }
}

/** The shares whose percentage has room below the window: each stands at the column its panes begin in. */
export function labelled(chart: Pick<ShareChart, 'shares'>): boolean[] {
  const column = 5
  let taken = -column
  return spans(chart).map(({ from }) => {
    const hasRoom = from - taken >= column
    if (hasRoom) taken = from
    return hasRoom
  })
}
