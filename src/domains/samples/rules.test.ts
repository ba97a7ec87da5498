import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { idFromName } from '../../platform/ids.ts'
import { marks, sampledPeople, samples } from './table.ts'

const nothing = idFromName('nothing')

function town() {
  const house = createMemoryHouse()
  const [kim, lee] = ['kim', 'lee'].map((name) => house.person(name, { role: 'auditor' }))
  const [ada, ben] = ['ada', 'ben'].map((name) => house.person(name))
  const draw = (people: readonly string[], by = kim!) =>
    house.run('DrawSample', { people, among: 2 }, by)
  const mark = (sample: string, person: string, by = kim!) =>
    house.run('MarkReviewed', { sample, person, note: 'As it says' }, by)
  const withdrawMark = (id: string, by = kim!) =>
    house.run('WithdrawReviewMark', { mark: id, reason: 'Another' }, by).outcome
  return { ...house, kim: kim!, lee: lee!, ada: ada!, ben: ben!, draw, mark, withdrawMark }
}

describe('a sample', () => {
  test('keeps who was drawn, in their order', () => {
    const { desk, draw, ada, ben, kim } = town()
    const { id, outcome } = draw([ben, ada])
    expect(outcome).toBe('done')
    expect(desk.world.get(samples, id)).toMatchObject({ size: 2, among: 2, drawnBy: kim })
    expect(desk.world.rows(sampledPeople)).toMatchObject([
      { sample: id, person: ben, place: 0 },
      { sample: id, person: ada, place: 1 },
    ])
  })

  test('is of one to fifty, and drawn by active auditors', () => {
    const { run, person, draw, kim, ada } = town()
    const many = Array.from({ length: 51 }, (_, n) => idFromName(`drawn ${n}`))
    expect([draw([]), draw(many), draw(many.slice(1))].map(({ outcome }) => outcome)).toEqual([
      'nothing_to_change',
      'nothing_to_change',
      'done',
    ])
    const admin = person('admin', { role: 'admin' })
    run('FreezeUser', { user: kim, reason: 'Left' }, admin)
    expect([draw([ada], admin), draw([ada])].map(({ outcome }) => outcome)).toEqual([
      'forbidden',
      'staff_frozen',
    ])
  })
})

describe('a mark', () => {
  test('is on somebody else of the sample, whose account is open, once', () => {
    const { run, draw, mark, kim, lee, ada, ben } = town()
    const { id } = draw([ada, kim])
    const outcomeOf = (...given: Parameters<typeof mark>) => mark(...given).outcome
    expect([
      outcomeOf(nothing, ada),
      outcomeOf(id, ben),
      outcomeOf(id, kim),
      outcomeOf(id, ada),
      outcomeOf(id, ada, lee),
    ]).toEqual(['unknown_sample', 'not_in_sample', 'not_on_yourself', 'done', 'already_marked'])
    const again = draw([ada])
    run('CloseUser', { user: ada }, null)
    expect(outcomeOf(again.id, ada)).toBe('account_closed')
  })

  test('is taken back once, by who made it, while the account is open', () => {
    const { desk, run, draw, mark, withdrawMark, lee, ada, ben, kim } = town()
    const { id: sample } = draw([ada, ben])
    const [first, second] = [mark(sample, ada).id, mark(sample, ben).id]
    expect([
      withdrawMark(nothing),
      withdrawMark(first, lee),
      withdrawMark(first),
      withdrawMark(first),
      mark(sample, ada, lee).outcome,
    ]).toEqual(['unknown_mark', 'forbidden', 'done', 'already_decided', 'done'])
    expect(desk.world.get(marks, first)).toMatchObject({
      note: 'As it says',
      withdrawnBy: kim,
      withdrawnReason: 'Another',
    })
    run('CloseUser', { user: ben }, null)
    expect(withdrawMark(second)).toBe('account_closed')
    expect(desk.world.get(marks, second)).toMatchObject({ owner: ben, note: null })
  })
})
