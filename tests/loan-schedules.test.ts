/** Loans as an independent program reckons them, in fractions instead of powers. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { effectiveRateOf, scheduleOf, securityOf } from '../src/lib/loan.ts'
import { addDays } from '../src/lib/calendar.ts'
import { skippedBy } from './support/outside.ts'
import { noPython, python } from './support/evidence.ts'

const program = join(import.meta.dirname, 'support/loan-schedules.py')

/** Spread over what may be lent, without chance. */
const loans = Array.from({ length: 10_000 }, (_, n) => ({
  amount: 500_000n + BigInt((n * 7_919_777) % 4_500_001),
  months: 12 + (n % 25),
  firstDue: addDays('2026-01-01', (n * 31) % 1500),
  terms: { yearlyRate: [500, 500, 1, 725, 2_499][n % 5]!, securityPercent: [15, 0, 15, 7][n % 4]! },
}))

test.skipIf(noPython)(
  `10,000 loans have the instalments, days, interest and effective rates of another program${skippedBy(noPython)}`,
  { timeout: 120_000 },
  () => {
    const input = loans.map(({ amount, months, firstDue, terms }) =>
      [amount, months, terms.yearlyRate, terms.securityPercent, firstDue].join(' '),
    )
    const { stdout, stderr } = spawnSync(python, ['-I', program], {
      input: `${input.join('\n')}\n`,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    expect(stderr).toBe('')
    const theirs = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(theirs).toHaveLength(loans.length)
    const differing = loans.filter(({ amount, months, firstDue, terms }, n) => {
      const loan = { amount, months, firstDue }
      const rows = scheduleOf(loan, terms).map(({ dueOn, payment, interest, left }) => [
        dueOn,
        ...[payment, interest, left].map(Number),
      ])
      const ours = {
        rows,
        security: Number(securityOf(amount, terms)),
        effective: effectiveRateOf(loan, terms),
      }
      return JSON.stringify(ours) !== JSON.stringify(theirs[n])
    })
    expect(differing).toEqual([])
  },
)
