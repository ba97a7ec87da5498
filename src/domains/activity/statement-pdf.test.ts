import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../tests/support/pdf-text.ts'
import type { Statement } from './statement.ts'
import printStatement from './statement-pdf.ts'

const entry = { day: '2026-10-02', coins: '', why: '', amount: '+$12.50', balance: '$12.50' }

/** Lines of movements and of profits, each with a mark to know it by. */
function statement(movements: number, profits: number | null, changes: Partial<Statement> = {}) {
  return {
    firm: 'Glasshouse',
    sample: true,
    holder: 'Nora Newcomer',
    accountId: 'GH-1234-5678',
    period: '2026-10',
    written: 'October 2026',
    soFar: false,
    holdings: [{ label: 'Total value', amount: '$12.50' }],
    moved: [{ label: 'Total value at the end', amount: '$12.50' }],
    opening: '$0.00',
    entries: Array.from({ length: movements }, (_, n) => ({ ...entry, what: `Movement ${n}.` })),
    profits:
      profits === null
        ? null
        : Array.from({ length: profits }, (_, n) => ({
            day: '2026-10-02',
            plan: `Profit ${n}.`,
            amount: '$1.00',
          })),
    closing: '$12.50',
    ...changes,
  } satisfies Statement
}

const rowMarks = /(?:Movement|Profit) \d+\.|Opening balance|Closing balance/g

/** How many rows of movements and profits stand on each page. */
const rowsOn = async (given: Statement) =>
  readPdf(await printStatement(given)).pages.map((text) => text.match(rowMarks)?.length ?? 0)

describe('nothing stands alone on the last page of a statement', () => {
  test('of a month, with 1 to 120 movements', async () => {
    for (let movements = 1; movements <= 120; movements += 1) {
      const rows = await rowsOn(statement(movements, null))
      expect([movements, rows.reduce((sum, count) => sum + count)]).toEqual([
        movements,
        movements + 2,
      ])
      expect([movements, rows.at(-1)! >= 2]).toEqual([movements, true])
    }
  })
  test('of a year, with 1 to 40 profits', async () => {
    for (let profits = 1; profits <= 40; profits += 1) {
      const rows = await rowsOn(statement(3, profits, { period: '2026', written: '2026' }))
      expect([profits, rows.at(-1)! >= 2]).toEqual([profits, true])
    }
  })
  test('without a movement, where a sentence says so below a long list', async () => {
    for (let profits = 1; profits <= 40; profits += 1) {
      const pages = readPdf(await printStatement(statement(0, profits))).pages
      expect([profits, /Closing balance[^]*No movements in this time/.test(pages.at(-1)!)]).toEqual(
        [profits, true],
      )
    }
  })
  test('with rows of many lines, which go along whole', async () => {
    for (let movements = 1; movements <= 14; movements += 1) {
      const given = statement(movements, null)
      const why = 'A reason that takes several lines of the column in which it stands. '.repeat(4)
      const rows = await rowsOn({
        ...given,
        entries: given.entries.map((one) => ({ ...one, why })),
      })
      expect([movements, rows.at(-1)! >= 2]).toEqual([movements, true])
    }
  })
})
