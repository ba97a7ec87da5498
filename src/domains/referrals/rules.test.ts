import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { table } from '../../../tests/support/table.ts'
import { idFromName } from '../../platform/ids.ts'

describe('crediting a referrer', () => {
  const { desk, run, person } = createMemoryHouse({ referral: 200n })
  const admin = person('admin', { role: 'admin' })
  const ids: Record<string, string> = {
    nobody: idFromName('nobody'),
    'of nobody': person('alone'),
    'of the admin': person('friend of admin', { referredBy: admin }),
  }
  const gone = person('gone')
  ids['of a closed account'] = person('friend of gone', { referredBy: gone })
  run('CloseUser', { user: gone }, admin)
  const ada = person('ada')
  ids['of ada'] = person('friend of ada', { referredBy: ada })

  // Each line has all the faults of the lines below it, as far as they can meet.
  test.each(
    table(`
    whose friend       | funding | outcome
    nobody             | 5       | unknown_user
    of nobody          | 5       | not_referred
    of the admin       | 5       | not_on_yourself
    of a closed account | 5       | account_closed
    of ada             | 5       | credit_rounds_to_zero
    of ada             | 2006    | referral_pool_short
    of ada             | 1000    | done
    of ada             | 1000    | done
    of ada             | 6       | referral_pool_short
  `),
  )('%s, %s: %s', (friend, funding, outcome) =>
    expect(
      run('CreditReferrer', { user: ids[friend!]!, fundingAmount: BigInt(funding!) }, admin)
        .outcome,
    ).toBe(outcome),
  )

  test('pays the referrer out of the pool, and the friend nothing', () => {
    expect(desk.world.balance(ada, 'cash')).toBe(200n)
    expect(desk.world.balance(ids['of ada']!, 'cash')).toBe(0n)
    expect(desk.world.owners.get(ada)!.totals.referral).toBe(200n)
  })
})
