import { expect, test } from 'vitest'
import { riskOf, type RiskFacts } from './risk.ts'

const terms = {
  served: { minimumAge: 18, countries: ['DE', 'MM'], notServed: ['KP'] },
  highRisk: ['MM'],
  incomeProofAbove: 50_000_00n,
}
const plain: RiskFacts = {
  country: 'DE',
  money: 50_000_00n,
  hasProofOfIncome: false,
  sameDocument: 0,
  sameAddress: 0,
  senders: { isContract: false, others: 0 },
}

test.each<[string, Partial<RiskFacts>, string, string[]]>([
  ['plain', {}, 'low', []],
  ['erased', { country: null }, 'low', []],
  ['high-risk', { country: 'MM' }, 'high', ['High-risk country: Myanmar (Burma)']],
  ['named as not served', { country: 'KP' }, 'high', ['Country not served: North Korea']],
  ['not among the served', { country: 'FR' }, 'high', ['Country not served: France']],
  ['much money', { money: 50_000_01n }, 'raised', ['No proof of income for more than $50,000.00']],
  ['much money, proven', { money: 50_000_01n, hasProofOfIncome: true }, 'low', []],
  ['one address', { sameAddress: 1 }, 'raised', ['Same address as another person']],
  [
    'paid by a contract',
    { senders: { isContract: true, others: 0 } },
    'low',
    ['USDT came from a contract'],
  ],
  [
    'paid from where others are paid',
    { sameAddress: 1, senders: { isContract: false, others: 2 } },
    'raised',
    [
      'Same address as another person',
      'USDT came from an address that also paid 2 other people here: perhaps an exchange’s',
    ],
  ],
  ['one document', { sameDocument: 2 }, 'high', ['Same document number as 2 other people']],
  [
    'two reasons',
    { sameAddress: 3, money: 90_000_00n },
    'high',
    ['Same address as 3 other people', 'No proof of income for more than $50,000.00'],
  ],
])('%s', (_, changed, grade, reasons) => {
  expect(riskOf({ ...plain, ...changed }, terms)).toEqual({ grade, reasons })
})
