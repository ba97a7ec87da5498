/** The firm's own accounts against a program that isn't ours: hledger's own reports on the evidence pack of the same time say the same. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BalanceSheet } from '../../src/contract/books.ts'
import { makeEvidence } from '../../src/domains/evidence/make.ts'
import { readBalanceSheet, readProfitAndLoss } from '../../src/domains/firm-books/read.ts'
import { centsOf } from '../../src/lib/money.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder, tellHistory } from '../support/evidence.ts'
import { createHouse } from '../support/house.ts'
import { missingParts, skippedBy, type Program } from '../support/outside.ts'

const program = 'hledger' satisfies Program
const missing = missingParts(program)
const database = await createTestDatabase()
const house = createHouse(database)
const folder = join(newFolder(), 'pack')

/** What is the firm's own is gained or lost by it: then an income statement is of the firm, and not of its fees alone. */
const types = [
  'Equity:Capital',
  'Liabilities:Returns-Pool',
  'Liabilities:Referral-Pool',
  'Liabilities:Corrections-Pool',
]
  .map((account) => `account ${account}  ; type:Revenue\n`)
  .join('')

function hledger(...args: string[]): string[][] {
  const { status, stdout, stderr } = spawnSync(program, [...args, '-O', 'csv'], {
    encoding: 'utf8',
    cwd: folder,
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
    .trim()
    .split('\n')
    .map((line) => [...line.matchAll(/"([^"]*)"/g)].map(([, cell]) => cell!))
}

/** `1,234.50 USD, 0.5 BTC` to the smallest units of each. */
function unitsIn(cell: string): Record<string, bigint> {
  return Object.fromEntries(
    [...cell.matchAll(/(-?[\d.]+) ([A-Z]+)/g)].map(([, amount, unit]) => [
      unit,
      BigInt(amount!.replace('.', '')),
    ]),
  )
}

describe.skipIf(missing)(`hledger${skippedBy(missing)}`, () => {
  beforeAll(async () => {
    await tellHistory(house)
    const asked = { from: '2020-01-01', to: '2099-01-01', withPersons: false, mode: 'demo' }
    await makeEvidence(database.pool, folder, asked)
    writeFileSync(join(folder, 'types.journal'), types)
  })

  test('has the same balance sheet', async () => {
    const rows = hledger('-f', 'books.journal', 'balancesheetequity', '--depth', '2', '--flat')
    const said = Object.fromEntries(
      rows.flatMap(([account, cell]): [string, bigint][] => {
        const kind = /^(?:Assets|Liabilities|Equity):([\w-]+)$/.exec(account!)?.[1]
        const [amount] = Object.values(unitsIn(cell ?? ''))
        if (kind === undefined || amount === undefined) return []
        // Equity there, and so with the other sign.
        return [[kind.toLowerCase(), kind === 'Exchange-Usd' ? -amount : amount]]
      }),
    )
    const sheet: BalanceSheet = await readBalanceSheet(database.pool, {})
    const ours = sheet.lines
      .filter(({ kind, amount }) => amount !== 0 && !kind.startsWith('network-fee'))
      .map(({ kind, unit, amount }) => [kind, unit === 'USD' ? centsOf(amount) : BigInt(amount)])
    expect(said).toEqual(Object.fromEntries(ours))
    expect(ours.length).toBeGreaterThan(8)
  })

  test('has the same profit and loss, by month', async () => {
    const rows = hledger(
      '-f',
      'books.journal',
      '-f',
      'types.journal',
      'incomestatement',
      '--monthly',
      '--depth',
      '2',
      'not:desc:^capital-paid-in',
      'not:desc:^opening',
      'not:desc:^closing',
    )
    const { months } = await readProfitAndLoss(database.pool, { months: 36 })
    const booked = months.filter(
      ({ gains, costs, fees }) => gains + costs > 0 || fees.btc + fees.usdt > 0,
    )
    const net = rows.find(([name]) => name === 'Net:')!.slice(1)
    const said = net.map(unitsIn).filter((units) => Object.keys(units).length > 0)
    expect(said).toEqual(
      booked.map(({ profit, fees }) => ({
        USD: centsOf(profit),
        ...(fees.btc > 0 ? { BTC: -BigInt(fees.btc) } : {}),
        ...(fees.usdt > 0 ? { USDT: -BigInt(fees.usdt) } : {}),
      })),
    )
    expect(rows[0]![0]).toContain(`Statement ${booked[0]!.month}`)
    expect(booked.length).toBeGreaterThan(0)
  })
})
