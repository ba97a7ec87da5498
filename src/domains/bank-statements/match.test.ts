import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountIdFromDigits } from '../../lib/account-id.ts'
import { accountIdMeant } from './match.ts'

const ada = accountIdFromDigits('123456789')
const ben = accountIdFromDigits('987654321')
const digits = ada.slice(3)

describe('the account ID that a payment names', () => {
  test.each([
    [ada],
    [ada.toLowerCase()],
    [`Deposit ${ada}, thank you`],
    [`GH ${digits.slice(0, 5)} ${digits.slice(5)}`],
    [`G H-${digits.split('').join(' ')}.`],
    [`/ROC/${ada}//URI/savings 2026`],
    [`${ada} ${ada}`],
    [`ＧＨ－${digits}`],
  ])('is found in “%s”', (text) => expect(accountIdMeant(text)).toBe(ada))

  test.each([
    ['nothing at all'],
    [digits],
    [`GH-${digits}4`],
    [`XGH-${digits}`],
    [`${ada}x`],
    [`${ada} and ${ben}`],
    [`GH-${digits.slice(0, 9)}${(Number(digits[9]) + 1) % 10}`],
  ])('isn’t guessed from “%s”', (text) => expect(accountIdMeant(text)).toBeNull())

  test('is found wherever it stands, and one wrong digit is never somebody else’s', () => {
    const words = fc.stringMatching(/^[a-z ,]{0,20} $/)
    fc.assert(
      fc.property(
        words,
        words,
        fc.nat({ max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (before, after, at, add) => {
          expect(accountIdMeant(` ${before}${ada} ${after}`)).toBe(ada)
          const wrong = [...digits]
          wrong[at] = String((Number(wrong[at]) + add) % 10)
          expect(accountIdMeant(`${before} GH-${wrong.join('')} ${after}`)).toBeNull()
        },
      ),
    )
  })
})
