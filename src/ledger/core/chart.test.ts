import { describe, expect, test } from 'vitest'
import { chart, kindNames, kinds, type ChartLine } from './chart.ts'
import { findPath, firmsMoney, investorsMoney, waysOutOf } from './reachability.ts'

describe('the chart', () => {
  test('lists every posting once', () => {
    const cells = chart.map((line) => `${line.event} ${line.debit} ${line.credit}`)
    expect(new Set(cells).size).toBe(cells.length)
  })

  test('never crosses units', () => {
    for (const line of chart) expect(kinds[line.debit].unit).toBe(kinds[line.credit].unit)
  })

  test('has no account that nothing touches', () => {
    const touched = new Set(chart.flatMap((line) => [line.debit, line.credit]))
    expect(kindNames.filter((kind) => !touched.has(kind))).toEqual([])
  })

  test('leads from no investor’s money to capital or to a pool that pays returns or referrals', () => {
    expect(findPath(chart, investorsMoney, firmsMoney)).toBeNull()
  })

  test('lets corrections flow back to investors only', () => {
    expect(waysOutOf('corrections-pool')).toEqual(['client-bank', 'exchange-usd', 'cash'])
    expect(waysOutOf('suspense')).toEqual(['cash', 'client-bank', 'exchange-usd'])
  })

  test('lets what coins are worth go to people, and never to the firm: its gains by them are no capital', () => {
    expect(waysOutOf('exchange-usd')).toEqual([
      'cash',
      'suspense',
      'corrections-pool',
      'client-bank',
    ])
  })

  test('lets what another system keeps for people go to them alone, and come from the bank alone', () => {
    expect(waysOutOf('migration')).toEqual(['cash'])
    const brought = chart.filter(({ credit }) => credit === 'migration').map(({ debit }) => debit)
    expect(brought).toEqual(['cash', 'client-bank'])
    expect(findPath(chart, ['migration'], firmsMoney)).toBeNull()
  })

  test('lets principal of loans come back to be lent again, and charges alone become the firm’s', () => {
    expect(waysOutOf('loan-pool')).toEqual(['cash'])
    expect(waysOutOf('loan-income')).toEqual(['cash', 'client-bank'])
    expect(findPath(chart, ['loan-pool', 'security'], firmsMoney)).toBeNull()
    const brought = chart.filter(({ credit }) => credit === 'loan-income')
    expect(brought.map(({ event, debit }) => `${event} ${debit}`)).toEqual([
      'loan-repaid cash',
      'loan-security-applied security',
    ])
  })

  test('lets a security go back to its borrower, or to what the borrower owes', () => {
    expect(waysOutOf('security')).toEqual(['cash', 'loan-pool', 'loan-income'])
    expect(waysOutOf('owed')).toEqual(['lent', 'earned'])
  })

  test('feeds the returns pool from capital and from undone promises only', () => {
    const feeds = chart.filter((line) => line.credit === 'returns-pool').map((line) => line.debit)
    expect(feeds).toEqual(['capital', 'promised'])
  })

  test('feeds promises from the returns pool only', () => {
    const feeds = chart.filter((line) => line.credit === 'promised').map((line) => line.debit)
    expect(feeds).toEqual(['returns-pool'])
  })

  test('would be caught if a line let deposits fund returns', () => {
    const rotten: ChartLine[] = [...chart, { event: 'fee', debit: 'held', credit: 'capital' }]
    expect(findPath(rotten, investorsMoney, firmsMoney)).toEqual(['held', 'capital'])
    const indirect: ChartLine[] = [
      ...chart,
      { event: 'sweep', debit: 'corrections-pool', credit: 'referral-pool' },
    ]
    expect(findPath(indirect, investorsMoney, firmsMoney)).toEqual([
      'cash',
      'corrections-pool',
      'referral-pool',
    ])
  })
})
