/** docs/money-flows.md says what the chart says: line by line, both ways. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chart, kindNames, kinds, type ChartLine, type Kind } from '../src/ledger/core/chart.ts'
import { findPath, firmsMoney, investorsMoney } from '../src/ledger/core/reachability.ts'
import { root } from './support/source.ts'

const page = readFileSync(join(root, 'docs/money-flows.md'), 'utf8')

/** The rows of the table below a header row that begins so, each as its cells. */
function rowsBelow(header: string): string[][] {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.startsWith(header))
  const rows = lines.slice(start + 2)
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const totalText = (side: string, total: { total: string; sign: 1 | -1 } | undefined) =>
  total ? [`${side}: ${total.sign === 1 ? '+' : '−'} ${total.total}`] : []

const totalsOf = ({ debitTotal, creditTotal }: ChartLine) =>
  [...totalText('debit', debitTotal), ...totalText('credit', creditTotal)].join(', ')

const reachableFrom = (kind: Kind) =>
  kindNames.filter((to) => findPath(chart, [kind], [to]) !== null).join(', ')

describe('the page on money flows', () => {
  test('lists every posting of the chart, in its order, and no other', () => {
    const written = rowsBelow('| Event |').map(
      ([event, posting, , totals]) => `${event}: ${posting} (${totals})`,
    )
    expect(written).toEqual(
      chart.map((line) => `${line.event}: ${line.debit} → ${line.credit} (${totalsOf(line)})`),
    )
  })

  test('lists every account as it is', () => {
    const written = rowsBelow('| Account |').map(([kind, of, unit, nature]) => ({
      kind,
      of,
      unit,
      nature,
    }))
    expect(written).toEqual(
      kindNames.map((kind) => ({
        kind,
        of: kinds[kind].of,
        unit: kinds[kind].unit,
        nature: kinds[kind].nature,
      })),
    )
    expect(
      kindNames.filter((kind) => kinds[kind].guarded !== (kinds[kind].nature === 'claim')),
    ).toEqual([])
  })

  test('says where investors’ money can get to', () => {
    const written = rowsBelow('| From |').map(([from, to]) => `${from}: ${to}`)
    const from: Kind[] = [...investorsMoney, 'promised', 'corrections-pool']
    expect(written).toEqual(from.map((kind) => `${kind}: ${reachableFrom(kind)}`))
  })

  test('rightly says that it gets to no money of the firm', () => {
    for (const kind of investorsMoney)
      for (const firms of firmsMoney) expect(reachableFrom(kind).split(', ')).not.toContain(firms)
  })
})
