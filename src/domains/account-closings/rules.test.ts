/** Closing one's own account, in memory: who may ask for it, and what keeps an account open. */
import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'

function aHouse() {
  const { run, person } = createMemoryHouse()
  const admin = person('admin', { role: 'admin' })
  const ask = (owner: string) => run('RequestClosing', { owner }, owner)
  return { run, person, admin, ask }
}

const saidBy = ({ outcome, text }: { outcome: string; text: string }) => [
  outcome,
  JSON.parse(text).message,
]

describe('somebody who asks to close their account', () => {
  test('is refused with another role, of a fixed account, and of one that is closed or frozen', () => {
    const { person, ask, admin } = aHouse()
    expect(saidBy(ask(admin))).toEqual([
      'forbidden',
      'You work here: somebody else closes your account. Nothing was changed.',
    ])
    expect(ask(person('auditor', { role: 'auditor' })).outcome).toBe('forbidden')
    expect(ask(person('fixed', { fixed: true })).outcome).toBe('fixed_account')
    expect(ask(person('frozen', { status: 'frozen' })).outcome).toBe('account_frozen')
    expect(ask(person('closed', { status: 'closed' })).outcome).toBe('account_closed')
  })

  test('is told what is left, and asks once', () => {
    const { person, ask } = aHouse()
    expect(saidBy(ask(person('ada', { cash: 100n })))).toEqual([
      'money_left',
      'This account cannot be closed while it still holds: $1.00 balance. Nothing was changed.',
    ])
    const ben = person('ben')
    expect(ask(ben).outcome).toBe('done')
    expect(ask(ben).outcome).toBe('closing_waits')
  })

  test('can keep it, and ask again', () => {
    const { run, person, ask } = aHouse()
    const ben = person('ben')
    const keep = () => run('StopClosing', { owner: ben }, ben).outcome
    expect(keep()).toBe('no_closing_waits')
    ask(ben)
    expect([keep(), keep()]).toEqual(['done', 'no_closing_waits'])
    expect(ask(ben).outcome).toBe('done')
  })
})

describe('the house', () => {
  test('closes nothing before the day is over, nor what nobody asked for', () => {
    const { run, person, ask } = aHouse()
    const ben = person('ben')
    const close = () => run('CloseUser', { user: ben, asked: true }, null)
    expect(close().outcome).toBe('no_closing_waits')
    ask(ben)
    expect(saidBy(close())).toEqual([
      'no_closing_waits',
      'The 24 hours are not over. Nothing was changed.',
    ])
  })

  test('lets lapse only what waits and cannot close, and nobody else does', () => {
    const { run, person, ask, admin } = aHouse()
    const ben = person('ben')
    const lapse = (as: string | null) => run('LapseClosing', { owner: ben }, as).outcome
    ask(ben)
    expect([lapse(ben), lapse(admin), lapse(null)]).toEqual([
      'forbidden',
      'forbidden',
      'no_closing_waits',
    ])
    run('CreditPlayMoney', { owner: ben, amount: 1n, asset: 'BTC' }, ben)
    expect([lapse(null), lapse(null)]).toEqual(['done', 'no_closing_waits'])
  })
})
