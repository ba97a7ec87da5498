/** When a backup was last restored and checked: the operator's own record, which the application reads and can't make up. */
import { describe, expect, test } from 'vitest'
import {
  keepRehearsal,
  lastRehearsal,
  readLastRehearsal,
} from '../../src/domains/backups/rehearsals.ts'
import { createTestDatabase } from '../support/database.ts'

const database = await createTestDatabase()
const day = 24 * 60 * 60 * 1000
const now = Date.now()

const rehearsal = (daysAgo: number, backup: string) => ({
  startedAt: now - daysAgo * day,
  endedAt: now - daysAgo * day + 12_345,
  backup,
  backupAt: now - (daysAgo + 1) * day,
  commands: 1_000n,
  rootDay: '2026-01-31',
  root: 'ab'.repeat(32),
})

describe('rehearsals', () => {
  test('none at first; then the one that ended last, and none of a time to come', async () => {
    expect(await lastRehearsal(database.pool)).toBeNull()
    const last = rehearsal(3, 'the last')
    for (const one of [rehearsal(9, 'before'), last, rehearsal(-1, 'tomorrow')])
      await keepRehearsal(database.owner, one)
    expect(await readLastRehearsal(database.pool)).toEqual(last)
    expect(await lastRehearsal(database.pool)).toBe(last.endedAt)
  })
  test('the application’s role adds none', async () => {
    await expect(keepRehearsal(database.pool, rehearsal(0, 'invented'))).rejects.toMatchObject({
      code: '42501',
    })
  })
  test('nobody changes or removes one, the owner included', async () => {
    for (const sql of [
      'update backup_rehearsals set ended_at = now()',
      'delete from backup_rehearsals',
    ])
      await expect(database.owner.query(sql)).rejects.toThrow(/append-only/)
  })
})
