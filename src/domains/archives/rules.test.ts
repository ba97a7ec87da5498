import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { idFromName } from '../../platform/ids.ts'
import { dayMs } from '../../lib/instant.ts'

const size = 1_000

function town() {
  const house = createMemoryHouse()
  const ada = house.person('ada')
  const added = (name: string) =>
    house.run(
      'AddDocument',
      {
        owner: ada,
        kind: 'identity',
        content: idFromName(name),
        mediaType: 'image/jpeg',
        size,
        digest: name.padStart(64, '0'),
        pages: 1,
      },
      ada,
    ).id
  const ask = (bytesADay: number, owner = ada) =>
    house.run('RequestArchive', { owner, bytesADay }, owner).outcome
  return { ...house, ada, added, ask }
}

describe('a copy of what is kept', () => {
  test('is asked for three times in 24 hours', () => {
    const { desk, ask } = town()
    expect([ask(0), ask(0), ask(0), ask(0)]).toEqual(['done', 'done', 'done', 'archives_today'])
    desk.now += dayMs - 1
    expect(ask(0)).toBe('archives_today')
    desk.now += 1
    expect(ask(0)).toBe('done')
  })

  test('J25: is large the first time only: another needs room for all of that day', () => {
    const { run, ada, added, ask } = town()
    added('first')
    const removed = added('second')
    expect([ask(0), ask(4 * size - 1), ask(4 * size)]).toEqual([
      'done',
      'archives_large_today',
      'done',
    ])
    run('RemoveDocument', { owner: ada, document: removed }, ada)
    expect([ask(3 * size - 1), ask(3 * size)]).toEqual(['archives_large_today', 'done'])
  })

  test('is of an account that stands, frozen or not', () => {
    const { person, ask } = town()
    expect([
      ask(0, person('frozen', { status: 'frozen' })),
      ask(0, person('closed', { status: 'closed' })),
      ask(0, idFromName('nobody')),
    ]).toEqual(['done', 'account_closed', 'unknown_user'])
  })
})
