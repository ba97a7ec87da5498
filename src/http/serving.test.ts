import type { FastifyReply, FastifyRequest } from 'fastify'
import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { getActivityCsv } from '../contract/activity.ts'
import { payInPlayMoney } from '../contract/demo.ts'
import { getPlans } from '../contract/plan.ts'
import { getUsers } from '../contract/user.ts'
import { createServing } from './serving.ts'

const codeOf = (error: { refusal: { code: string } }) => error.refusal.code

/** What asks of one server, each request answered when it is told to be. */
function asking() {
  const serve = createServing()
  return (endpoint: Endpoint, { owner, ip = '192.0.2.1' }: { owner?: string; ip?: string }) => {
    const raw = Object.assign(new EventEmitter(), { closed: false })
    const { promise, resolve } = Promise.withResolvers<string>()
    let begun = false
    const answered = serve(
      endpoint,
      { principal: owner ? { owner } : null, ip } as unknown as FastifyRequest,
      { raw } as unknown as FastifyReply,
      () => {
        begun = true
        return promise
      },
    ).catch(codeOf)
    const close = () => {
      raw.closed = true
      raw.emit('close')
    }
    return { answered, begun: () => begun, answer: () => resolve('answered'), close }
  }
}

const many = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

describe('I13: of two callers, one greedy,', () => {
  test('the other reads at once while the one reads all they can', async () => {
    const ask = asking()
    const greedy = many(300, () => ask(getUsers, { owner: 'greedy' }))
    const other = ask(getUsers, { owner: 'other' })
    expect([greedy.filter(({ begun }) => begun()).length, other.begun()]).toEqual([4, true])
    expect(await greedy[299]!.answered).toBe('too_many_requests')
    for (const { answer } of [...greedy, other]) answer()
    expect(
      (await Promise.all(greedy.slice(0, 254).map(({ answered }) => answered))).every(
        (said) => said === 'answered',
      ),
    ).toBe(true)
  })

  test('the other changes something at once while the one changes all they can', async () => {
    const ask = asking()
    const greedy = many(400, () => ask(payInPlayMoney, { owner: 'greedy' }))
    const other = ask(payInPlayMoney, { owner: 'other' })
    expect([
      greedy.filter(({ begun }) => begun()).length,
      other.begun(),
      await greedy[399]!.answered,
    ]).toEqual([64, true, 'too_many_requests'])
    for (const { answer } of [...greedy, other]) answer()
  })

  test('by addresses, where nobody is signed in: one household counts once', async () => {
    const ask = asking()
    const greedy = many(10, (n) => ask(getPlans, { ip: `2001:db8::${n}` }))
    expect([
      greedy.filter(({ begun }) => begun()).length,
      ask(getPlans, { ip: '2001:db8:0:1::1' }).begun(),
    ]).toEqual([4, true])
    for (const { answer } of greedy) answer()
  })

  test('the other gets a long list while the one is sent all that one may have, until those are sent', async () => {
    const ask = asking()
    const greedy = many(3, () => ask(getActivityCsv, { owner: 'greedy' }))
    for (const { answer } of greedy) answer()
    await Promise.all(greedy.map(({ answered }) => answered))
    const [another, other] = [
      ask(getActivityCsv, { owner: 'greedy' }),
      ask(getActivityCsv, { owner: 'other' }),
    ]
    expect([await another.answered, other.begun()]).toEqual(['too_many_requests', true])
    greedy[0]!.close()
    expect(ask(getActivityCsv, { owner: 'greedy' }).begun()).toBe(true)
  })

  test('J20: another gets a long list though 100 are being sent, and whoever has one no second; of one address are 50', async () => {
    const ask = asking()
    const list = (n: number, address: number) =>
      ask(getActivityCsv, { owner: `person ${n}`, ip: `192.0.2.${address}` })
    const office = many(51, (n) => list(n, 1))
    const elsewhere = many(50, (n) => list(100 + n, 2))
    for (const { answer } of [...office, ...elsewhere]) answer()
    const others = [list(0, 3), list(200, 3), list(200, 3)]
    expect([
      await office[50]!.answered,
      elsewhere.every(({ begun }) => begun()),
      await others[0]!.answered,
      others[1]!.begun(),
      await others[2]!.answered,
    ]).toEqual(['too_many_requests', true, 'busy', true, 'busy'])
  })

  test('a client that left while waiting gets no work done', async () => {
    const ask = asking()
    const [first, , , , fifth] = many(5, () => ask(getUsers, { owner: 'greedy' }))
    fifth!.close()
    first!.answer()
    expect([await fifth!.answered, fifth!.begun()]).toEqual(['busy', false])
  })
})
