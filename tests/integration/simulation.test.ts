/** The short part of `npm run simulate -- --database`: several desks in two processes, and the model in the order that their decisions had. */
import { describe, expect, test } from 'vitest'
import { emptyModel } from '../../proofs/simulation/cast.ts'
import { serialOrder, type Decision } from '../../proofs/simulation/database/order.ts'
import { simulateInDatabase } from '../../proofs/simulation/database/simulate.ts'
import { Difference } from '../../proofs/simulation/difference.ts'
import { createTestDatabase } from '../support/database.ts'
import { chosenSeed, everything } from '../support/extent.ts'

const database = await createTestDatabase()

describe('four desks in two processes', () => {
  const seed = chosenSeed()
  const commands = everything ? 2_500 : 800
  test(`answer and keep what the model does (seed ${seed})`, async () => {
    const seen = await simulateInDatabase({ url: database.url, seed, commands })
    expect(seen.commands).toBeGreaterThanOrEqual(commands)
    expect(seen.repeated).toBeGreaterThan(0)
  })
})

/** A decision on Ada that saw this version of her, and made the next one where it was done. */
function decision(
  number: number,
  saw: number,
  outcome: 'done' | 'account_frozen',
  owner = 'ada',
): Decision {
  const asked = {
    kind: 'CreditPlayMoney',
    command: { owner, amount: 1n, asset: 'BTC', limits: null },
    actor: owner,
    id: String(number),
    key: null,
    bodyHash: 'body',
    requestId: String(number),
  } as const
  const note = {
    at: number,
    outcome,
    owners: [[owner, saw] as const],
    closed: [],
    names: [],
    firm: [],
    pools: [],
    holder: null,
    staff: null,
    actor: null,
    alone: null,
    due: null,
    files: [],
    lately: [],
    subject: null,
  }
  return {
    asked,
    reply: { status: 200, text: '{}', outcome },
    note,
    lines: outcome === 'done' ? [{ owner, version: saw + 1, kind: 'x' }] : [],
    entries: [],
    counted: false,
  }
}

describe('the order of decisions', () => {
  const orderOf = (decisions: Decision[]) =>
    serialOrder(decisions, emptyModel()).map(({ asked }) => Number(asked.id))
  test('follows from the versions that were seen, not from the clock', () => {
    expect(
      orderOf([decision(1, 1, 'done'), decision(2, 0, 'done'), decision(3, 2, 'account_frozen')]),
    ).toEqual([2, 1, 3])
  })
  test('puts who only looked between the version before and the one after', () => {
    expect(
      orderOf([decision(9, 0, 'account_frozen'), decision(1, 0, 'done'), decision(2, 1, 'done')]),
    ).toEqual([9, 1, 2])
  })
  test('puts whoever cancelled a batch before who saw it cancelled, and behind who saw it claim', () => {
    const saw = (number: number, stage: number) => {
      const made = decision(number, 0, 'account_frozen')
      return { ...made, note: { ...made.note, files: [['batch', stage] as const] } }
    }
    const drop = decision(5, 0, 'done', 'firm')
    const asked = { ...drop.asked, kind: 'CancelPayoutBatch', command: { batch: 'batch' } }
    const cancelled = { ...drop, asked } as unknown as Decision
    expect(orderOf([saw(1, 1), cancelled, saw(9, 0)])).toEqual([9, 5, 1])
  })
  test('is refused to two who made the same version', () => {
    expect(() => orderOf([decision(1, 0, 'done'), decision(2, 0, 'done')])).toThrow(Difference)
  })
  test('is refused to who saw a version that nobody made', () => {
    expect(() => orderOf([decision(1, 0, 'done'), decision(2, 3, 'account_frozen')])).toThrow(
      /Version 3 of ada was seen/,
    )
  })
  test('is refused to a circle', () => {
    const [one, other] = [decision(1, 0, 'done'), decision(2, 0, 'done', 'ben')]
    // Each saw the other's owner as it was before the other changed it.
    const crossed = [one, other].map((made) => ({
      ...made,
      note: {
        ...made.note,
        owners: [
          ['ada', 0],
          ['ben', 0],
        ] as const,
      },
    }))
    expect(() => orderOf(crossed as unknown as Decision[])).toThrow(/no order/)
  })
})
