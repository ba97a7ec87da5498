import { expect, test } from 'vitest'
import { effectiveRatesInWords } from '../../contract/loan.ts'
import { loanTerms } from './loan-terms.ts'

const terms = {
  amount: { from: 5000, to: 50_000 },
  months: { from: 12, to: 36 },
  yearlyPercent: 5,
  securityPercent: 15,
  lateFee: 50,
  approval: '2-3 business days',
  documents: ['Proof of income'],
}

test('loans of a pack are offered in cents and hundredths of a percent, with the effective rate in words', () => {
  const offer = loanTerms.parse({ ...terms, yearlyPercent: 5 })
  expect(offer).toMatchObject({
    smallestCents: '500000',
    largestCents: '5000000',
    yearlyRate: 500,
    lateFeeCents: '5000',
  })
  expect(effectiveRatesInWords(offer)).toBe('7.09% over 12 months, 7.13% over 36 months')
  expect(loanTerms.parse({ ...terms, yearlyPercent: 7.25 }).yearlyRate).toBe(725)
})

test.each([
  ['a rate of thousandths', { yearlyPercent: 5.125 }, 'at most two decimals'],
  ['no rate', { yearlyPercent: 0 }, 'above 0'],
  ['all of it withheld', { securityPercent: 100 }, 'at most 50'],
  ['amounts the wrong way round', { amount: { from: 9, to: 8 } }, 'from must not be above to'],
  ['months the wrong way round', { months: { from: 9, to: 8 } }, 'from must not be above to'],
  ['a fee in cents', { lateFee: 0.5 }, 'whole dollars'],
  ['no documents', { documents: [] }, 'Too small'],
])('a pack with %s is refused', (_, change, why) => {
  expect(loanTerms.safeParse({ ...terms, ...change }).error?.message).toContain(why)
})
