import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { table } from '../../../tests/support/table.ts'
import { dayMs } from '../../lib/instant.ts'
import { whyTwo } from './rules.ts'

const kindOf = (why: string | null) =>
  why === null
    ? 'enough'
    : /for all people together/.test(why)
      ? 'all'
      : /for this person/.test(why)
        ? 'person'
        : 'amount'

describe('I3: whether one administrator is enough', () => {
  test.each(
    table(`
    limit | in all | ada so far | others so far | amount | why two
    off   |        | 99999      | 99999         | 99999  | enough
    0     |        | 0          | 0             | 0      | enough
    0     |        | 0          | 0             | 1      | amount
    100   |        | 0          | 0             | 100    | enough
    100   |        | 0          | 0             | 101    | amount
    100   |        | 99         | 0             | 1      | enough
    100   |        | 100        | 0             | 1      | person
    100   |        | 100        | 0             | 0      | enough
    100   |        | 0          | 900           | 100    | enough
    100   |        | 0          | 901           | 100    | all
    100   |        | 50         | 950           | 1      | all
    100   | 300    | 0          | 200           | 100    | enough
    100   | 300    | 0          | 201           | 100    | all
    100   | 0      | 0          | 0             | 1      | all
    100   | 50     | 0          | 0             | 51     | all
  `),
  )(
    'limit %s, in all “%s”; after %s for her and %s for others, %s more: %s',
    (limit, inAll, ada, others, amount, why) => {
      const limits = {
        secondApprovalAbove: limit === 'off' ? null : BigInt(limit!),
        secondApprovalInAllAbove: inAll === '' ? null : BigInt(inAll!),
      }
      const soFar = new Map([
        ['ada', BigInt(ada!)],
        ['ben', BigInt(others!)],
      ])
      expect(kindOf(whyTwo(soFar, limits, { person: 'ada', amount: BigInt(amount!) }))).toBe(why)
    },
  )
})

describe('I3: what one alone does', () => {
  test('is forgotten after 24 hours on the wall, and not when the clock of business is moved', () => {
    const { desk, run, person } = createMemoryHouse({ corrections: 100_000n })
    const [admin, ada] = [person('admin', { role: 'admin' }), person('ada')]
    const edit = (accountBalance: bigint) =>
      run('CorrectUser', { user: ada, accountBalance, secondApprovalAbove: 100n }, admin).status
    expect([edit(60n), edit(100n), edit(101n)]).toEqual([200, 200, 202])
    run('MoveClock', { days: 3 }, admin)
    expect(edit(101n)).toBe(202)
    desk.wall += dayMs - 1
    expect(edit(101n)).toBe(202)
    desk.wall += 1
    expect(edit(101n)).toBe(200)
  })

  test('is another’s own: each administrator has their own sum', () => {
    const { run, person } = createMemoryHouse({ corrections: 100_000n })
    const [admin, second, ada] = [
      person('admin', { role: 'admin' }),
      person('second', { role: 'admin' }),
      person('ada'),
    ]
    expect(
      run('CorrectUser', { user: ada, accountBalance: 100n, secondApprovalAbove: 100n }, admin)
        .status,
    ).toBe(200)
    expect(
      run('CorrectUser', { user: ada, accountBalance: 200n, secondApprovalAbove: 100n }, second)
        .status,
    ).toBe(200)
  })
})
