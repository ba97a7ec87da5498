/** docs/money-flows.md says what the chart says: line by line, both ways. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chart, kindNames, kinds, type ChartLine, type Kind } from '../src/ledger/core/chart.ts'
import { findPath, firmsMoney, investorsMoney } from '../src/ledger/core/reachability.ts'
import { tableIn } from './support/markdown.ts'
import { root } from './support/source.ts'

const page = readFileSync(join(root, 'docs/money-flows.md'), 'utf8')

const totalText = (side: string, total: { total: string; sign: 1 | -1 } | undefined) =>
  total ? [`${side}: ${total.sign === 1 ? '+' : '−'} ${total.total}`] : []

const totalsOf = ({ debitTotal, creditTotal }: ChartLine) =>
  [...totalText('debit', debitTotal), ...totalText('credit', creditTotal)].join(', ')

const reachableFrom = (kind: Kind) =>
  kindNames.filter((to) => findPath(chart, [kind], [to]) !== null).join(', ')

describe('the page on money flows', () => {
  test('lists every posting of the chart, in its order, and no other', () => {
    const written = tableIn(page, 'Event').map(
      ([event, posting, , totals]) => `${event}: ${posting} (${totals})`,
    )
    expect(written).toEqual(
      chart.map((line) => `${line.event}: ${line.debit} → ${line.credit} (${totalsOf(line)})`),
    )
  })

  test('lists every account as it is', () => {
    const written = tableIn(page, 'Account').map(([kind, of, unit, nature]) => ({
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
    const written = tableIn(page, 'From').map(([from, to]) => `${from}: ${to}`)
    const from: Kind[] = [...investorsMoney, 'promised', 'corrections-pool']
    expect(written).toEqual(from.map((kind) => `${kind}: ${reachableFrom(kind)}`))
  })

  test('rightly says that it gets to no money of the firm', () => {
    for (const kind of investorsMoney)
      for (const firms of firmsMoney) expect(reachableFrom(kind).split(', ')).not.toContain(firms)
  })
})
