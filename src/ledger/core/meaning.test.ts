import { expect, test } from 'vitest'
import { chart, kinds, type Kind } from './chart.ts'
import {
  balancesOf,
  flowsOf,
  meaningOf,
  meanings,
  ownKinds,
  peoplesKinds,
  resultOf,
  type CellSum,
} from './meaning.ts'

const is = (list: readonly Kind[], kind: Kind) => list.includes(kind)
const named = ({ event, debit, credit }: (typeof chart)[number]) => `${event} ${debit} ${credit}`
const cell = (event: string, debit: string, credit: string, amount: bigint) =>
  ({ event, debit, credit, amount }) as CellSum

test('every posting of the chart is classified, and nothing else is', () => {
  expect(Object.keys(meanings).toSorted()).toEqual(chart.map(named).toSorted())
})

/** Each moves the firm's own money to and fro in one command; the database refuses one side without the other. */
const inPairs = [
  'loan-paid-out',
  'loan-repaid',
  'loan-repayment-undone',
  'loan-security-applied',
  'loan-income-drawn',
]

test('what changes the firm’s own money is a gain or a cost, but for capital that is paid in, and what moves in pairs', () => {
  for (const line of chart) {
    const grows = is(ownKinds, line.credit) ? 1 : 0
    const shrinks = is(ownKinds, line.debit) ? 1 : 0
    const isNone = line.event === 'capital-paid-in' || inPairs.includes(line.event)
    const expected = isNone ? 0 : grows - shrinks
    expect([named(line), meaningOf(line).result?.gain ?? 0]).toEqual([named(line), expected])
  }
})

test('what an expense account is debited for is a fee, in its coin', () => {
  for (const line of chart) {
    const isFee = kinds[line.debit].nature === 'expense'
    expect([named(line), meaningOf(line).fee?.toUpperCase()]).toEqual([
      named(line),
      isFee ? kinds[line.debit].unit : undefined,
    ])
  }
})

test('money that comes to people from outside, or goes from them, is a flow, and so is a coin that goes with it', () => {
  const outside = ['client-bank', 'exchange-usd', 'migration'] as const
  const inwards = ['bank-in', 'play-in', 'imported', 'coins-in', 'payout-back']
  const outwards = ['bank-out', 'coins-out', 'sent-back', 'taken-back']
  for (const line of chart) {
    const { flow } = meaningOf(line)
    const comes = is(outside, line.debit) && is(peoplesKinds, line.credit)
    const goes = is(peoplesKinds, line.debit) && is(outside, line.credit)
    expect([named(line), inwards.includes(flow?.line ?? '')]).toEqual([named(line), comes])
    expect([named(line), outwards.includes(flow?.line ?? '')]).toEqual([named(line), goes])
    if (flow && flow.line.startsWith('btc')) expect(kinds[line.debit].unit).toBe('BTC')
    if (flow && flow.line.startsWith('usdt')) expect(kinds[line.debit].unit).toBe('USDT')
  }
})

test('a period of one of each: returns are a cost when they are promised, and capital is no profit', () => {
  const sums = [
    cell('capital-paid-in', 'firm-bank', 'capital', 1_000_00n),
    cell('pool-funded', 'capital', 'returns-pool', 400_00n),
    cell('pool-funded', 'client-bank', 'firm-bank', 400_00n),
    cell('bank-deposit', 'client-bank', 'cash', 300_00n),
    cell('investment-opened', 'cash', 'invested', 300_00n),
    cell('investment-opened', 'returns-pool', 'promised', 30_00n),
    cell('investment-undone', 'promised', 'returns-pool', 5_00n),
    cell('investment-matured', 'promised', 'cash', 20_00n),
    cell('bank-charge', 'capital', 'firm-bank', 1_50n),
    cell('bank-interest', 'firm-bank', 'capital', 75n),
    cell('withdrawal-paid', 'network-fee-btc', 'client-wallet-btc', 210n),
  ]
  const { lines, gains, costs, profit, fees } = resultOf(sums)
  expect(lines).toMatchObject({ returns: -25_00n, charges: -1_50n, interest: 75n })
  expect({ gains, costs, profit, fees }).toEqual({
    gains: 75n,
    costs: 26_50n,
    profit: -25_75n,
    fees: { btc: 210n, usdt: 0n },
  })
  const balances = balancesOf(sums)
  const own = ownKinds.reduce((sum, kind) => sum + (balances.get(kind) ?? 0n), 0n)
  expect(own).toBe(1_000_00n + profit)
  expect(flowsOf(sums)).toMatchObject({
    'bank-in': 300_00n,
    invested: 300_00n,
    'profit-paid': 20_00n,
    'capital-in': 1_000_00n,
    'bank-out': 0n,
  })
})

test('a loan: what is lent is no cost, what is charged is a gain, and what is given up is a cost', () => {
  const sums = [
    cell('loan-paid-out', 'loan-pool', 'cash', 1_000_00n),
    cell('loan-paid-out', 'owed', 'lent', 1_000_00n),
    cell('loan-paid-out', 'cash', 'security', 150_00n),
    cell('loan-charged', 'owed', 'earned', 54_17n),
    cell('loan-charge-removed', 'earned', 'owed', 50_00n),
    cell('loan-repaid', 'cash', 'loan-pool', 300_00n),
    cell('loan-repaid', 'lent', 'owed', 300_00n),
    cell('loan-repaid', 'cash', 'loan-income', 4_17n),
    cell('loan-repaid', 'earned', 'owed', 4_17n),
    cell('loan-repayment-undone', 'loan-pool', 'cash', 100_00n),
    cell('loan-repayment-undone', 'owed', 'lent', 100_00n),
    cell('loan-security-applied', 'security', 'loan-pool', 150_00n),
    cell('loan-security-applied', 'lent', 'owed', 150_00n),
    cell('loan-written-off', 'lent', 'owed', 650_00n),
    cell('loan-income-drawn', 'loan-income', 'client-bank', 4_17n),
    cell('loan-income-drawn', 'firm-bank', 'capital', 4_17n),
  ]
  const { lines, profit } = resultOf(sums)
  expect(lines).toMatchObject({ 'loan-charges': 4_17n, 'loans-written-off': -650_00n })
  const balances = balancesOf(sums)
  const own = ownKinds.reduce((sum, kind) => sum + (balances.get(kind) ?? 0n), 0n)
  expect(own).toBe(profit)
  expect(Object.fromEntries(balances)).toMatchObject({ owed: 0n, lent: 0n, earned: 0n })
  expect(flowsOf(sums)).toMatchObject({ lent: 1_000_00n, 'loan-repaid': 354_17n })
})
