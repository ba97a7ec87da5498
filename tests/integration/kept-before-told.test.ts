/** What was recorded and could not be kept outside of the database: nobody is told that nothing was booked. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, signUpSomebody, testContext } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createApp(testContext(database))
const [anna, ada] = await Promise.all(
  ['Anna First', 'Ada Lovelace'].map((fullName) => signUpSomebody(app, { fullName })),
)
await setRole(database, anna!.id, 'admin')

const post = (who: { token: string }, path: string, payload: object = {}, key = randomUUID()) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    payload,
    headers: { 'idempotency-key': key },
  })

/** From a payout on, nobody reads the roots any more: the books are still there, and looking at them fails. */
const failsAfterPayouts = `
  create function blind() returns trigger language plpgsql security definer as $$
    begin revoke select on desk.roots from glasshouse_app; return null; end $$;
  create trigger blinds after update of status on withdrawals for each row when (new.status = 'paid') execute function blind()`

test('a payout that could not be kept is of unknown outcome, and its key tells', async () => {
  await post(ada!, '/demo/deposits', { amount: 1_000, asset: 'USDT' })
  const { body } = await post(ada!, '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 100,
    bankName: 'Cold storage',
    bankNumber: '0x52908400098527886E0F7030069857D2E4169EE7',
  })
  const path = `/withdrawals/${body.data.withdrawal._id}`
  await post(anna!, `${path}/approval`)
  await database.owner.query(failsAfterPayouts)
  const key = randomUUID()
  const pay = () => post(anna!, `${path}/payout`, { reference: 'TX 1' }, key)

  const first = await pay()
  expect([first.status, first.body.code]).toEqual([503, 'outcome_unknown'])

  await database.owner.query('grant select on desk.roots to glasshouse_app')
  const again = await pay()
  expect([again.status, again.body.data.withdrawal.status]).toEqual([200, 'paid'])
  const { rows } = await database.owner.query(
    `select count(*)::int as count from desk.commands where kind = 'PayWithdrawal'`,
  )
  expect(rows).toEqual([{ count: 1 }])
})
