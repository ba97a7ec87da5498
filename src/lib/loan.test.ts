import { expect, test } from 'vitest'
import { effectiveRateOf, instalmentOf, scheduleOf, securityOf, type LoanTerms } from './loan.ts'

const terms: LoanTerms = { yearlyRate: 500, securityPercent: 15 }
const schedule = (amount: bigint, months: number, firstDue = '2027-01-15') =>
  scheduleOf({ amount, months, firstDue }, terms)

test('$10,000 over 36 months takes $299.71 a month, $299.69 at last and $789.54 of interest', () => {
  const rows = schedule(1_000_000n, 36)
  expect(rows.slice(0, -1).every(({ payment }) => payment === 29_971n)).toBe(true)
  expect(rows.at(-1)).toMatchObject({ number: 36, payment: 29_969n, left: 0n })
  expect(rows.reduce((sum, { interest }) => sum + interest, 0n)).toBe(78_954n)
})

test.each([
  [500_000n, 12],
  [5_000_000n, 36],
  [1_234_567n, 17],
  [500_001n, 35],
])('the principal of %d cents over %d months comes back to the cent', (amount, months) => {
  const rows = schedule(amount, months)
  expect(rows.reduce((sum, { principal }) => sum + principal, 0n)).toBe(amount)
  expect(rows.every(({ payment, interest, principal }) => payment === interest + principal)).toBe(
    true,
  )
  const equal = instalmentOf({ amount, months }, terms)
  const off = rows.at(-1)!.payment - equal
  expect(off >= -BigInt(months) && off <= BigInt(months)).toBe(true)
})

test.each([
  ['2027-01-29', ['2027-01-29', '2027-02-28', '2027-03-29', '2027-04-29']],
  ['2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
  ['2028-01-30', ['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30']],
  ['2027-12-31', ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']],
])('from %s on the days are counted from the first, within each month', (firstDue, days) => {
  expect(
    schedule(500_000n, 12, firstDue)
      .slice(0, 4)
      .map(({ dueOn }) => dueOn),
  ).toEqual(days)
})

test('withholding 15% makes an effective 7.09% a year of 5%, over twelve months', () => {
  expect(securityOf(1_000_000n, terms)).toBe(150_000n)
  expect(effectiveRateOf({ amount: 1_000_000n, months: 12 }, terms)).toBe(709)
})

test('without security the effective rate is that of twelve months with compound interest', () => {
  const plain = { ...terms, securityPercent: 0 }
  expect(effectiveRateOf({ amount: 5_000_000n, months: 36 }, plain)).toBe(512)
})
