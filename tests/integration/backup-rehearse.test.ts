/**
 * A backup is one when it was tried: `npm run backup:rehearse` on Debian's PostgreSQL and pgBackRest, set up as deploy/
 * says.
 *
 * @module-tag story
 */
import { describe, expect, test } from 'vitest'
import { readLastRehearsal } from '../../src/domains/backups/rehearsals.ts'
import { readLogState } from '../../src/platform/archiving.ts'
import { backupAgeMetric } from '../../src/platform/backup/age.ts'
import { createArchived, whyNoBackups } from '../support/backups.ts'
import { createHouse } from '../support/house.ts'

const why = whyNoBackups()

describe('a rehearsed backup', async () => {
  if (why !== null) return test.skip(why)
  const firm = await createArchived()
  const house = createHouse(firm)
  const rehearse = (env?: Record<string, string>) => firm.script('backup-rehearse', env)
  const commands = async () =>
    (await firm.owner.query<{ count: bigint }>('select count(*) from desk.commands')).rows[0]!.count
  /** As only the database's owner can, who takes the guards away. */
  const tamper = (sql: string) =>
    firm.owner.query(`begin; set local session_replication_role = replica; ${sql}; commit`)

  test('is refused as long as there is none, and to whoever isn’t the owner', async () => {
    const none = await rehearse()
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no backup yet'),
    })
    const application = await rehearse({ DATABASE_OWNER_URL: firm.url })
    expect(application).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not the owner'),
    })
  })

  test('comes back with all that was archived after it, is audited, recorded and thrown away', async () => {
    await house.fund({ returns: 50_000n })
    await house.person({ cash: 120_000n })
    await firm.pgBackRest('backup', '--type=full')
    await house.person({ cash: 90_000n })
    await firm.archive()
    expect(await readLogState(firm.pool)).toMatchObject({
      isArchived: true,
      isFailing: false,
      archivedAt: expect.any(Number),
    })
    const archived = await commands()
    const { code, stdout, stderr } = await rehearse()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('The books are in order')
    expect(stdout).toContain('The chains are whole')
    const last = (await readLastRehearsal(firm.pool))!
    expect(last.commands).toBe(archived)
    expect(last.backup).toMatch(/^\d{8}-\d{6}F$/)
    expect(last.endedAt).toBeGreaterThan(last.startedAt)
    expect(await firm.leftovers()).toEqual([])
  })

  test('says that nothing came later than what the archive has', async () => {
    const { code, stdout, stderr } = await firm.script('backup-later')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Database glasshouse on .*, as glasshouse_owner: demo, /)
    expect(stdout).toContain('The database has every command that the archive has.')
  })

  test('has an age, as a metric for whoever watches', async () => {
    const { code, stdout } = await firm.script('backup-age')
    const completedAt = new RegExp(`^${backupAgeMetric} (\\d+)$`, 'm').exec(stdout)?.[1]
    expect([code, Math.abs(Date.now() / 1000 - Number(completedAt)) < 3_600]).toEqual([0, true])
  })

  test('isn’t recorded when it holds what the database has lost', async () => {
    const before = await readLastRehearsal(firm.pool)
    await tamper(
      'delete from desk.commands where id = (select id from desk.commands order by recorded_at desc, id desc limit 1)',
    )
    const { code, stderr } = await rehearse()
    expect(code).toBe(1)
    expect(stderr).toContain('that the database doesn')
    expect(await readLastRehearsal(firm.pool)).toEqual(before)
  })

  test('isn’t recorded when its books are not in order', async () => {
    const before = await readLastRehearsal(firm.pool)
    await tamper(`update ledger.accounts set credits = credits + 1 where kind = 'cash'`)
    await firm.archive()
    const { code, stdout, stderr } = await rehearse()
    expect(code).toBe(1)
    expect(stdout).toContain('NOT in order')
    expect(stderr).toContain('Nothing was recorded')
    expect(await readLastRehearsal(firm.pool)).toEqual(before)
    expect(await firm.leftovers()).toEqual([])
  })
})
