/**
 * The record of one action of staff, and the chain that it hangs in, computed again part by part.
 *
 * @module-tag story
 */
import { hash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditPart, AuditRecord } from '../../src/contract/audit.ts'
import { beginMacsNow } from '../../src/desk/mac-times.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole, testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const house = createHouse(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let auditor: Somebody
let admin: string
let ada: string
let freezing: string
let refused: string

const get = (path: string) => ask(app, 'GET', api + path, { token: auditor.token })
const recordOf = async (id: string): Promise<AuditRecord> =>
  (await get(`/audit/commands/${id}`)).body.data.record
const sha256 = (value: unknown) => hash('sha256', JSON.stringify(value), 'hex')

async function partsOf(owner: string): Promise<AuditPart[]> {
  const parts: AuditPart[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const reply = await get(`/audit/chains/${owner}${cursor && `?cursor=${cursor}`}`)
    const part: AuditPart = reply.body.data
    parts.push(part)
    cursor = part.nextCursor
  }
  return parts
}

const headOf = async (owner: string) =>
  (
    await database.owner.query(`select encode(head, 'hex') as head from owners where id = $1`, [
      owner,
    ])
  ).rows[0].head

beforeAll(async () => {
  auditor = await signUpSomebody(app, { fullName: 'Otto Auditor' })
  await setRole(database, auditor.id, 'auditor')
  admin = await house.person({ role: 'admin', fullName: 'Adam Admin' })
  ada = await house.person({ fullName: 'Ada Example', cash: 10_00n })
  freezing = randomUUID()
  refused = randomUUID()
  await house.run('FreezeUser', { user: ada, reason: 'asked for' }, admin, { id: freezing })
  await house.run('FreezeUser', { user: ada, reason: 'again' }, admin, { id: refused })
  await house.run('UnfreezeUser', { user: ada, reason: 'all is well' }, admin)
})

describe('the record of an action', () => {
  test('holds what was hashed, so that anybody can hash it again', async () => {
    const { command, link, words, item, key } = await recordOf(freezing)
    expect(item.sentence).toBe('Adam Admin froze Ada Example: “asked for”')
    expect(words).toMatchObject({ reason: 'asked for' })
    expect(key).toBeNull()
    expect(JSON.parse(command!.text).slice(0, 5)).toEqual([
      'command',
      freezing,
      'FreezeUser',
      admin,
      ada,
    ])
    expect(hash('sha256', command!.text, 'hex')).toBe(command!.digest)
    expect(link!.owner).toEqual({ id: ada, fullName: 'Ada Example' })
    expect(link!.values.at(-1)).toBe(command!.digest)
    expect(sha256([link!.label, link!.before, ...link!.values])).toBe(link!.hash)
    expect(link!.hash).toBe(item.hash)
  })

  test('leads a refused one to the chain of who asked', async () => {
    const { command, link } = await recordOf(refused)
    expect([link!.label, link!.owner.fullName]).toEqual(['unlisted', 'Adam Admin'])
    expect(sha256([link!.label, link!.before, ...link!.values])).toBe(link!.hash)
    expect(link!.values.at(-1)).toBe(command!.digest)
  })

  test('has no words of somebody who was erased, and the same hash', async () => {
    const cay = await house.person({ fullName: 'Cay Leaving' })
    const id = randomUUID()
    await house.run('FreezeUser', { user: cay, reason: 'a word about Cay' }, admin, { id })
    const before = await recordOf(id)
    await house.run('CloseUser', { user: cay }, admin)
    const after = await recordOf(id)
    expect([after.words, after.item.reason, after.item.subject!.fullName]).toEqual([
      null,
      null,
      'Closed account',
    ])
    expect([after.command, after.link!.hash]).toEqual([before.command, before.link!.hash])
    expect(JSON.stringify(after)).not.toMatch(/Cay|a word/)
  })

  test('is of actions of staff only', async () => {
    const { rows } = await database.owner.query(
      `select id from desk.commands where kind = 'CreditPlayMoney' and actor = $1`,
      [ada],
    )
    const reply = await get(`/audit/commands/${rows[0].id}`)
    expect([reply.status, reply.body.code]).toEqual([404, 'unknown_action'])
  })
})

describe('a chain', () => {
  test('is computed again to its head, unlisted commands too', async () => {
    for (const owner of [ada, admin]) {
      const [part, ...others] = await partsOf(owner)
      expect(others).toEqual([])
      expect(part).toMatchObject({
        fault: null,
        isHead: true,
        before: null,
        end: await headOf(owner),
      })
      let before: string | null = null
      for (const { label, values, hash: own } of part!.links) {
        expect(sha256([label, before, ...values])).toBe(own)
        before = own
      }
      expect(before).toBe(part!.end)
    }
  })

  test('comes in parts where it is long, each from where the one before ended', async () => {
    const dan = await house.person()
    const pay = () => house.run('CreditPlayMoney', { owner: dan, amount: 1_00n, asset: 'BTC' }, dan)
    // Fewer at once than one person's share of the desk.
    for (let hundreds = 0; hundreds < 5; hundreds += 1)
      await Promise.all(Array.from({ length: 104 }, pay))
    const parts = await partsOf(dan)
    expect(parts.map(({ count, isHead, fault }) => [count, isHead, fault])).toEqual([
      [500, false, null],
      [21, true, null],
    ])
    expect(parts[1]!.before).toBe(parts[0]!.end)
    expect(parts[1]!.end).toBe(await headOf(dan))
  })

  test('that begins elsewhere than the caller says is found out', async () => {
    const cursor = Buffer.from(JSON.stringify(['1', '0', 'f'.repeat(64)])).toString('base64url')
    const part: AuditPart = (await get(`/audit/chains/${ada}?cursor=${cursor}`)).body.data
    expect(part.fault).toContain('its hash does not match')
  })

  describe('that the database’s owner has changed does not hold', () => {
    /** Somebody’s chain, with the guards of the database off while it is changed. */
    async function changed(by: (owner: string) => string): Promise<AuditPart> {
      const owner = await house.person({ cash: 10_00n })
      await house.run('FreezeUser', { user: owner, reason: 'asked for' }, admin)
      await database.owner.query(
        `begin; set local session_replication_role = replica; ${by(owner)}; commit`,
      )
      const [part] = await partsOf(owner)
      return part!
    }
    const frozen = (owner: string) =>
      `(select command_id from desk.activity where owner_id = '${owner}' and kind = 'account-frozen')`

    test.each<[string, (owner: string) => string]>([
      [
        'a reason',
        (owner) =>
          `update desk.particulars set texts = '{"reason":"none"}' where command_id = ${frozen(owner)}`,
      ],
      [
        'who did it',
        (owner) => `update desk.commands set actor = '${ada}' where id = ${frozen(owner)}`,
      ],
      [
        'what was posted',
        (owner) =>
          `update ledger.postings set amount = amount + 1 where credit_owner = '${owner}' or debit_owner = '${owner}'`,
      ],
      [
        'a row of the activity',
        (owner) =>
          `update desk.activity set kind = 'account-unfrozen' where owner_id = '${owner}' and kind = 'account-frozen'`,
      ],
      ['a row, by removing it', (owner) => `delete from desk.activity where owner_id = '${owner}'`],
      [
        'the code of a command, by removing it',
        (owner) => `update desk.commands set mac = '' where id = ${frozen(owner)}`,
      ],
      [
        'the code of a command that is made to look older than such codes',
        (owner) =>
          `update desk.commands set mac = '', recorded_at = '2020-01-01' where id = ${frozen(owner)}`,
      ],
    ])('%s', async (_, by) => {
      expect((await changed(by)).fault).not.toBeNull()
    })

    test('an action whose link is gone says so', async () => {
      const [owner, id] = [await house.person(), randomUUID()]
      await house.run('FreezeUser', { user: owner, reason: 'asked for' }, admin, { id })
      expect(await recordOf(id)).toMatchObject({ link: { owner: { id: owner } } })
      await database.owner.query(
        `begin; set local session_replication_role = replica; delete from desk.activity where command_id = '${id}'; commit`,
      )
      expect(await recordOf(id)).toMatchObject({ command: null, link: null })
    })
  })

  test('from before a secret was lost says how many carry no code that it knows', async () => {
    const owner = await house.person()
    expect((await partsOf(owner))[0]).toMatchObject({ fault: null, unproven: 0 })
    await database.owner.query(
      `begin; set local session_replication_role = replica; update desk.commands set mac = '' where subject = '${owner}'; commit`,
    )
    expect((await partsOf(owner))[0]!.fault).toContain('its MAC is not of this command')
    const client = await database.owner.connect()
    await beginMacsNow(client, testMacKeys)
    client.release()
    expect((await partsOf(owner))[0]).toMatchObject({ fault: null, unproven: 1 })
  })

  test('of nobody is refused', async () => {
    const reply = await get(`/audit/chains/${randomUUID()}`)
    expect([reply.status, reply.body.code]).toEqual([404, 'unknown_user'])
  })
})
