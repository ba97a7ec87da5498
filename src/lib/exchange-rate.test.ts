import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { table } from '../../tests/support/table.ts'
import { centsOf, rateFromText, settleRate, unitsFor, type RateAnswer } from './exchange-rate.ts'
import { formatUsd } from './money.ts'

const dollar = 1_000_000n
const coin = 100_000_000n
const allCoins = 21_000_000n * coin

const satoshi = fc.bigInt(0n, allCoins)
const cents = fc.bigInt(0n, 10_000_000_000_000n)
/** From a millionth of a dollar to the largest that is read. */
const rate = fc.bigInt(1n, 999_999_999_999_999n)

describe('a rate is read from its digits', () => {
  test.each(
    table(`
    text                   | millionths of a dollar
    64000                  | 64000000000
    64000.25               | 64000250000
    64000.1                | 64000100000
    0.000001               | 1
    64012.123456           | 64012123456
    90071992547.40993      | none: beyond a billion
    999999999.999999       | 999999999999999
    1000000000             | none: a billion
    0                      | 0
    0.00                   | 0
    -0                     | 0
    -64000.5               | -64000500000
    64000.1234567          | 64000123456
    64000.0999999999985448 | 64000099999
    0.0000009              | 0
    -0.0000009             | 0
  `),
  )('%s is %s', (text, expected) =>
    expect(rateFromText(text!)).toBe(expected!.startsWith('none') ? null : BigInt(expected!)),
  )

  test.each([
    ...['6.4e4', '6E4', '64,000.25', '64.000,25', '+64000', '064000', '64000.', '.5', '', '-', '.'],
    ...[' 64000', '64000 ', '64000\n', '$64000', 'NaN', 'Infinity', '0x10', '1_000', '٦٤٠٠٠'],
    `1.${'1'.repeat(61)}`,
  ])('%j is no rate', (text) => expect(rateFromText(text)).toBeNull())

  test('and none of them goes through a float, which holds no such number', () => {
    const text = '900719925.474099'
    expect(rateFromText(text)).toBe(900_719_925_474_099n)
    expect(rateFromText('9007199.254740993')).toBe(9_007_199_254_740n)
  })

  test('as it was written', () => {
    fc.assert(
      fc.property(rate, (millionths) => {
        const digits = String(millionths).padStart(7, '0')
        expect(rateFromText(`${digits.slice(0, -6)}.${digits.slice(-6)}`)).toBe(millionths)
      }),
    )
  })
})

describe('amounts at a rate', () => {
  test.each(
    table(`
    satoshi          | dollars a coin | are worth
    100000000        | 64000          | $64,000.00
    1                | 64000          | $0.00
    15               | 64000          | $0.00
    16               | 64000          | $0.01
    31               | 64000          | $0.01
    123456           | 64012.345678   | $79.02
    0                | 64000          | $0.00
    2100000000000000 | 999999999      | $20,999,999,979,000,000.00
  `),
  )('%s satoshi at %s dollars are worth %s', (amount, dollars, worth) =>
    expect(formatUsd(centsOf(BigInt(amount!), rateFromText(dollars!)!))).toBe(worth),
  )

  test.each([
    ['1000000', '1', '$1.00'],
    ['9999', '1', '$0.00'],
    ['10000', '1', '$0.01'],
    ['250500000', '0.9987', '$250.17'],
  ])('%s millionths of a USDT at %s dollars are worth %s', (amount, dollars, worth) =>
    expect(formatUsd(centsOf(BigInt(amount), rateFromText(dollars)!, 'USDT'))).toBe(worth),
  )

  test.each(
    table(`
    cents   | dollars a coin | buy satoshi
    6400000 | 64000          | 100000000
    1       | 64000          | 15
    2       | 64000          | 31
    10000   | 64012.345678   | 156219
    1       | 999999999      | 0
    0       | 64000          | 0
  `),
  )('%s cents at %s dollars buy %s satoshi', (amount, dollars, units) =>
    expect(unitsFor(BigInt(amount!), rateFromText(dollars!)!)).toBe(BigInt(units!)),
  )

  test.each([
    [-1n, dollar],
    [1n, 0n],
    [1n, -dollar],
  ])('%s at %s are refused', (amount, at) => {
    expect(() => centsOf(amount, at)).toThrow(RangeError)
    expect(() => unitsFor(amount, at)).toThrow(RangeError)
  })

  test('are rounded down, and by less than a cent or a satoshi', () => {
    fc.assert(
      fc.property(satoshi, cents, rate, (amount, dollars, at) => {
        const perCent = coin * 10_000n
        const credited = centsOf(amount, at)
        expect(credited * perCent <= amount * at).toBe(true)
        expect((credited + 1n) * perCent > amount * at).toBe(true)
        const paid = unitsFor(dollars, at)
        expect(paid * at <= dollars * perCent).toBe(true)
        expect((paid + 1n) * at > dollars * perCent).toBe(true)
      }),
    )
  })

  test('grow with the amount; at a higher rate coins are worth more, and dollars buy fewer', () => {
    fc.assert(
      fc.property(satoshi, satoshi, rate, rate, (amount, more, at, higher) => {
        expect(centsOf(amount + more, at) >= centsOf(amount, at)).toBe(true)
        expect(unitsFor(amount + more, at) >= unitsFor(amount, at)).toBe(true)
        expect(centsOf(amount, at + higher) >= centsOf(amount, at)).toBe(true)
        expect(unitsFor(amount, at + higher) <= unitsFor(amount, at)).toBe(true)
      }),
    )
  })

  test('gain nothing by being sent in parts', () => {
    const parts = fc.array(fc.bigInt(0n, 10_000_000n), { maxLength: 20 })
    const sum = (amounts: bigint[]) => amounts.reduce((all, one) => all + one, 0n)
    fc.assert(
      fc.property(parts, rate, (amounts, at) => {
        expect(sum(amounts.map((one) => centsOf(one, at))) <= centsOf(sum(amounts), at)).toBe(true)
        expect(sum(amounts.map((one) => unitsFor(one, at))) <= unitsFor(sum(amounts), at)).toBe(
          true,
        )
      }),
    )
  })

  test('gain nothing by going there and back', () => {
    fc.assert(
      fc.property(satoshi, cents, rate, (amount, dollars, at) => {
        expect(unitsFor(centsOf(amount, at), at) <= amount).toBe(true)
        expect(centsOf(unitsFor(dollars, at), at) <= dollars).toBe(true)
      }),
    )
  })
})

describe('a rate is settled', () => {
  const now = Date.UTC(2027, 0, 1)
  const answer = (source: string, dollars: string, ageMs = 0): RateAnswer => ({
    source,
    rate: rateFromText(dollars)!,
    at: now - ageMs,
  })
  const settle = (...answers: RateAnswer[]) => settleRate(answers, now)

  test.each(
    table(`
    dollars of each source          | settled
    64000 64000                     | 64000
    64000 64100                     | 64050
    64000 64000.000001              | 64000
    64000.000001 64000.000002       | 64000.000001
    64100 64000 64001               | 64001
    64000 64500 64499 64400         | 64449.5
    64000 64640                     | 64320
    0.000100 0.000101               | 0.000100
    100 100 101                     | 100
  `),
  )('%s: %s', (dollars, settled) =>
    expect(
      settle(...dollars!.split(' ').map((one, index) => answer(`${index}.example`, one))),
    ).toMatchObject({ rate: rateFromText(settled!) }),
  )

  test.each(
    table(`
    dollars of each source
    64000 64640.000001
    64000 70400
    64000 64001 64002 70400
    57600 64000
    0.000100 0.000102
  `),
  )('not of %s: more than 1% apart, and nobody is outvoted', (dollars) =>
    expect(
      settle(...dollars!.split(' ').map((one, index) => answer(`${index}.example`, one))),
    ).toMatchObject({ reason: 'apart' }),
  )

  test('by sources that are named in order of their rates', () =>
    expect(settle(answer('one', '64100'), answer('two', '64000'), answer('six', '64050'))).toEqual({
      rate: 64_050n * dollar,
      sources: ['two', 'six', 'one'],
    }))

  test('or the treasury reads which two are apart', () =>
    expect(
      settle(answer('one', '64000.5'), answer('two', '70400'), answer('six', '65000')),
    ).toEqual({
      reason: 'apart',
      says: 'The sources are more than 1% apart: a coin is $64,000.50 by one, and $70,400.00 by two.',
    }))

  test.each<[what: string, second: RateAnswer[], says: string]>([
    ['is alone', [], ''],
    ['was asked twice', [answer('one', '64000')], ''],
    ['stands beside zero', [answer('two', '0')], ' two doesn’t count: its rate isn’t above zero.'],
    ['stands beside less', [answer('two', '-1')], ' two doesn’t count: its rate isn’t above zero.'],
    [
      'stands beside an old one',
      [answer('two', '64000', 60_001)],
      ' two doesn’t count: its rate is older than 60 s.',
    ],
    [
      'stands beside one that is ahead',
      [answer('two', '64000', -60_001)],
      ' two doesn’t count: its time is more than 60 s ahead.',
    ],
    [
      'stands beside one without a time',
      [answer('two', '64000', Number.NaN)],
      ' two doesn’t count: its rate is older than 60 s.',
    ],
  ])('by no source that %s', (_, second, says) =>
    expect(settle(answer('one', '64000'), ...second)).toEqual({
      reason: 'too-few',
      says: `At least two sources must have a rate of the last 60 s, and only one has.${says}`,
    }),
  )

  test('by nobody’s, where there are none', () =>
    expect(settle()).toEqual({
      reason: 'too-few',
      says: 'At least two sources must have a rate of the last 60 s, and none has.',
    }))

  test('by rates of exactly 60 s ago, and the newest of each source', () => {
    expect(settle(answer('one', '64000', 60_000), answer('two', '64000', -60_000))).toMatchObject({
      sources: ['one', 'two'],
    })
    expect(
      settle(answer('one', '64000', 10), answer('one', '90000', 20), answer('two', '64000')),
    ).toMatchObject({ rate: 64_000n * dollar })
  })

  test('without those that don’t count, whatever they say', () =>
    expect(
      settle(
        answer('one', '64000'),
        answer('two', '64002'),
        answer('old', '90000', 90_000),
        answer('off', '0'),
      ),
    ).toEqual({ rate: 64_001n * dollar, sources: ['one', 'two'] }))

  test('between the smallest and the largest, in whatever order they answer', () => {
    const rates = fc.array(fc.bigInt(64_000n * dollar, 64_640n * dollar), {
      minLength: 2,
      maxLength: 9,
    })
    fc.assert(
      fc.property(rates, (found) => {
        const answers = found.map((one, index) => ({ source: `${index}`, rate: one, at: now }))
        const settled = settleRate(answers, now)
        if ('reason' in settled) throw new Error(settled.says)
        const sorted = found.toSorted((one, other) => Number(one - other))
        expect(settled.rate >= sorted[0]! && settled.rate <= sorted.at(-1)!).toBe(true)
        // As many have less as have more.
        const less = found.filter((one) => one < settled.rate).length
        const more = found.filter((one) => one > settled.rate).length
        expect(Math.max(less, more)).toBeLessThanOrEqual(found.length / 2)
        expect(settleRate(answers.toReversed(), now)).toMatchObject({ rate: settled.rate })
      }),
    )
  })
})
