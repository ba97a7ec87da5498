/** D8, D9: a wallet is used once two administrators have held it against their signer; whose an address is stays for good. */
import { describe, expect, test } from 'vitest'
import { descriptorChecksum, placeAt, readDescriptor } from '../../src/lib/output-descriptor.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { confirmWallet, regtestWallet } from '../support/wallets.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const { run, person } = house
const [one, two] = [await person({ role: 'admin' }), await person({ role: 'admin' })]

let seed = 10
/** A wallet that nobody has seen yet, and what its signer shows first. */
function newWallet() {
  seed += 1
  const { wallet } = regtestWallet(seed)
  const { network, descriptor } = wallet
  return {
    wallet,
    settings: { network, descriptor },
    shown: placeAt(wallet, 'people', 0).address,
    next: placeAt(wallet, 'people', 1).address,
  }
}

const statusOf = async (descriptor: string) =>
  (
    await database.owner.query('select status from wallets where descriptor = $1', [descriptor])
  ).rows.map(({ status }) => status)

describe('a wallet', () => {
  test('is confirmed by two administrators whose signers show what the server makes', async () => {
    const { settings, shown } = newWallet()
    const user = await person()
    expect(await run('CompareWallet', { ...settings, address: shown }, one)).toMatchObject({
      outcome: 'done',
      status: 202,
    })
    expect(await run('DrawAddress', { ...settings, owner: user }, user)).toMatchObject({
      outcome: 'wallet_unconfirmed',
    })
    expect(await run('CompareWallet', { ...settings, address: shown }, one)).toMatchObject({
      outcome: 'same_approver',
    })
    expect(await run('CompareWallet', { ...settings, address: shown }, two)).toMatchObject({
      outcome: 'done',
      status: 200,
    })
    expect(await statusOf(settings.descriptor)).toEqual(['confirmed'])
    expect(await run('CompareWallet', { ...settings, address: shown }, one)).toMatchObject({
      outcome: 'nothing_to_change',
    })
  })

  test('of which a signer shows something else is not confirmed by that', async () => {
    const { settings, next } = newWallet()
    const other = newWallet()
    for (const address of [next, other.shown, other.shown.toUpperCase(), ''])
      expect(await run('CompareWallet', { ...settings, address }, one)).toMatchObject({
        outcome: 'signer_differs',
      })
    expect(await statusOf(settings.descriptor)).toEqual([])
  })

  test('is not confirmed by somebody who is no administrator', async () => {
    const { settings, shown } = newWallet()
    for (const actor of [await person(), await person({ role: 'auditor' })])
      expect(await run('CompareWallet', { ...settings, address: shown }, actor)).toMatchObject({
        outcome: 'forbidden',
      })
    expect(await statusOf(settings.descriptor)).toEqual([])
  })

  test('that one compared who is no administrator any more waits for two others', async () => {
    const { settings, shown } = newWallet()
    const leaving = await person({ role: 'admin' })
    await run('CompareWallet', { ...settings, address: shown }, leaving)
    await run('FreezeUser', { user: leaving, reason: 'their laptop was stolen' }, one)
    expect(await run('CompareWallet', { ...settings, address: shown }, one)).toMatchObject({
      status: 202,
    })
    expect(await run('CompareWallet', { ...settings, address: shown }, two)).toMatchObject({
      status: 200,
    })
  })

  test('is the only one: another that is confirmed retires it, and to return it takes two again', async () => {
    const [first, second] = [newWallet(), newWallet()]
    const user = await person()
    await confirmWallet(house, first)
    await confirmWallet(house, second)
    expect(await statusOf(first.settings.descriptor)).toEqual(['retired'])
    const draw = { ...first.settings, owner: user }
    expect(await run('DrawAddress', draw, user)).toMatchObject({ outcome: 'wallet_unconfirmed' })
    await run('CompareWallet', { ...first.settings, address: first.shown }, one)
    expect(await run('DrawAddress', draw, user)).toMatchObject({ outcome: 'wallet_unconfirmed' })
    expect(await statusOf(second.settings.descriptor)).toEqual(['confirmed'])
    await run('CompareWallet', { ...first.settings, address: first.shown }, two)
    expect(await run('DrawAddress', draw, user)).toMatchObject({ outcome: 'done' })
    expect(await statusOf(second.settings.descriptor)).toEqual(['retired'])
  })

  test('whose keys another descriptor has, with another origin or network, is refused plainly', async () => {
    const { settings, shown, wallet } = newWallet()
    await confirmWallet(house, { wallet })
    const body = settings.descriptor.replace(/#.*$/, '').replace(/\[[0-9a-f]{8}/, '[00000000')
    const descriptor = `${body}#${descriptorChecksum(body)}`
    expect(
      await run('CompareWallet', { network: 'regtest', descriptor, address: shown }, one),
    ).toMatchObject({ outcome: 'wallet_known' })
    const onTest = placeAt(readDescriptor(settings.descriptor, 'test'), 'people', 0)
    expect(
      await run(
        'CompareWallet',
        { network: 'test', descriptor: settings.descriptor, address: onTest.address },
        one,
      ),
    ).toMatchObject({ outcome: 'wallet_known' })
  })

  test('stays as it was confirmed, whoever has the rights of the application', async () => {
    const { settings, wallet } = newWallet()
    await confirmWallet(house, { wallet })
    for (const change of [
      `status = 'compared', confirmed_at = null, confirmed_by = null`,
      `compared_by = owner_id`,
      `next_index = next_index - 1`,
    ])
      await expect(
        database.pool.query(`update wallets set ${change} where descriptor = $1`, [
          settings.descriptor,
        ]),
      ).rejects.toThrow()
    await expect(
      database.pool.query('update wallets set descriptor = $1', [newWallet().settings.descriptor]),
    ).rejects.toThrow(/permission denied/)
    await expect(database.pool.query(`update wallet_addresses set script = 'ab'`)).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('an address', () => {
  test('is one for each owner and wallet, whoever asks how often; 200 at once get 200', async () => {
    const { wallet, settings } = newWallet()
    await confirmWallet(house, { wallet })
    const people = await Promise.all(Array.from({ length: 100 }, () => person()))
    const replies = await Promise.all(
      [...people, ...people].map((owner) => run('DrawAddress', { ...settings, owner }, owner)),
    )
    const outcomes = Map.groupBy(replies, ({ outcome }) => outcome)
    expect([outcomes.get('done')?.length, outcomes.get('nothing_to_change')?.length]).toEqual([
      100, 100,
    ])
    const { rows } = await database.owner.query<{
      owner_id: string
      index: number
      script: string
      address: string
    }>(
      `select wallet_addresses.* from wallet_addresses join wallets on wallets.id = wallet_id
       where descriptor = $1 and index > 0 order by index`,
      [settings.descriptor],
    )
    expect(rows.map(({ index }) => index)).toEqual(people.map((_, n) => n + 1))
    expect(new Set(rows.map(({ owner_id }) => owner_id)).size).toBe(100)
    for (const { index, script, address } of rows)
      expect({ script, address }).toEqual({
        script: placeAt(wallet, 'people', index).script,
        address: placeAt(wallet, 'people', index).address,
      })
  })

  test('of another wallet is another one, and the first stays', async () => {
    const owner = await person()
    const first = newWallet()
    const second = newWallet()
    const kept = await (await confirmWallet(house, first)).draw(owner)
    await confirmWallet(house, second)
    await run('DrawAddress', { ...second.settings, owner }, owner)
    const { rows } = await database.owner.query(
      'select script from wallet_addresses where owner_id = $1 order by drawn_at, id',
      [owner],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual({ script: kept.script })
  })

  test('is drawn of no network but its wallet’s, and for nobody who has left', async () => {
    const { wallet, settings } = newWallet()
    await confirmWallet(house, { wallet })
    const owner = await person()
    expect(await run('DrawAddress', { ...settings, network: 'test', owner }, owner)).toMatchObject({
      outcome: 'wallet_unconfirmed',
    })
    await run('CloseUser', { user: owner }, one)
    expect(await run('DrawAddress', { ...settings, owner }, owner)).toMatchObject({
      outcome: 'account_closed',
    })
  })
})
