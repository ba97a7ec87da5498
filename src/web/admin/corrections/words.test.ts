import { describe, expect, test } from 'vitest'
import { whatSavingPosts } from './words.ts'

const was = { accountBalance: '5000.00', totalProfit: '10.00', totalLoss: '0.00' }
const said = (now: Partial<typeof was>, above: bigint | null) =>
  whatSavingPosts(was, { ...was, ...now }, above)

describe('what saving an edit does', () => {
  test('is posted where one administrator is always enough', () => {
    expect(said({ accountBalance: '500000' }, null)).toBe(
      'Saving posts the differences against the corrections pool, in your name: Account Balance +495,000.00. Nothing is overwritten.',
    )
  })

  test('waits above the limit, and says so before', () => {
    expect(said({ accountBalance: '500000' }, 1_000_00n)).toBe(
      'This needs a second person, as everything above $1,000.00 does. Saving proposes it: Account Balance +495,000.00. Nothing is posted until they approve.',
    )
  })

  test('may also wait up to the limit: what one did alone before is added', () => {
    expect(said({ accountBalance: '5500' }, 1_000_00n)).toBe(
      'Saving posts the differences against the corrections pool, in your name: Account Balance +500.00. Nothing is overwritten. It waits for a second person where it is above $1,000.00 together with what you alone did for this person in the last 24 hours.',
    )
  })

  test.each([
    // A profit without a balance is posted twice, there and back.
    [{ totalProfit: '510.01' }, true],
    [{ totalProfit: '510.00' }, false],
    [{ accountBalance: '6000', totalProfit: '1010' }, false],
    [{ accountBalance: '6000.01', totalProfit: '1010' }, true],
    [{ totalLoss: '500' }, false],
    [{ accountBalance: '3999.99' }, true],
  ])('is measured as the rules do: %o', (now, waits) =>
    expect(said(now, 1_000_00n).startsWith('This needs a second person')).toBe(waits),
  )

  test.each([null, 0n])('books no money where none was changed (above %s)', (above) =>
    expect(said({}, above)).toBe('Saving books no money.'),
  )
})
