/** What waits and what is late, as the metrics of a worker say it. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { makeRoot } from '../../src/desk/roots.ts'
import { keepRehearsal } from '../../src/domains/backups/rehearsals.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { newId } from '../../src/platform/ids.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { watchCertificate, watchWork } from '../../src/watch.ts'
import { makeCertificate } from '../support/certificate.ts'
import { createTestDatabase } from '../support/database.ts'
import { listOf, loadText } from '../support/listed.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'

const database = await createTestDatabase()
const { pool, owner } = database
const house = createHouse(database)
const plans = await seedPlans(database)
const metrics = createMetrics()
const daySeconds = 86_400

/** Looks once, and reads the figure with this name and these labels; null: it isn't there. */
async function figure(name: string): Promise<number | null> {
  const firm = { name: 'A Sample Firm', sample: true, wallets: [] }
  await watchWork({ pool, metrics, bitcoin: null, tron: null, firm, policy: demoPolicy })
  const lines = (await metrics.registry.metrics()).split('\n')
  const line = lines.find((one) => one.startsWith(`glasshouse_${name} `))
  return line ? Number(line.split(' ').at(-1)) : null
}

describe('a worker says', () => {
  test('how many requests wait for what, and for how long', async () => {
    for (const work of ['decision', 'payout'])
      expect(await figure(`withdrawals_waiting{work="${work}"}`)).toBe(0)
    expect(await figure('withdrawals_oldest_age_seconds{work="decision"}')).toBe(0)
    const [ada, adam] = [
      await house.person({ cash: 900_00n }),
      await house.person({ role: 'admin' }),
    ]
    const { text } = await house.run(
      'RequestWithdrawal',
      {
        owner: ada,
        amount: 300_00n,
        target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' },
      },
      ada,
    )
    const withdrawal = JSON.parse(text).data.withdrawal._id as string
    await moveDays(database, 2)
    expect(await figure('withdrawals_waiting{work="decision"}')).toBe(1)
    const age = await figure('withdrawals_oldest_age_seconds{work="decision"}')
    expect(Math.floor(age! / daySeconds)).toBe(2)
    await house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, adam)
    expect(await figure('withdrawals_waiting{work="decision"}')).toBe(0)
    expect(await figure('withdrawals_waiting{work="payout"}')).toBe(1)
    expect(await figure('withdrawals_oldest_age_seconds{work="decision"}')).toBe(0)
  })

  test('that the log isn’t archived where it isn’t, and that no certificate ends where there is none', async () => {
    expect(await figure('archive_on')).toBe(0)
    expect(await figure('archive_failing')).toBe(0)
    expect(await figure('log_unarchived_bytes')).toBe(0)
    expect(await figure('log_kept_bytes')).toBeGreaterThanOrEqual(0)
    await watchCertificate({ metrics, publicUrl: 'http://localhost:3000' })
    expect(await figure('certificate_ends_timestamp_seconds')).toBe(0)
    await watchCertificate({ metrics, publicUrl: 'https://localhost:1' })
    expect(await figure('certificate_fault')).toBe(1)
  })

  test('from when on a list that is loaded is old', async () => {
    const name = 'screening_old_timestamp_seconds{list="opensanctions"}'
    expect(await figure(name)).toBe(null)
    await loadText(database, listOf([]))
    const { rows } = await owner.query(
      `select extract(epoch from loaded_at)::float8 as at from screening_lists`,
    )
    expect(await figure(name)).toBeCloseTo(rows[0].at + demoPolicy.screeningDays * daySeconds, 1)
  })

  test('when the certificate of the public address ends', async () => {
    const { key, certificate } = await makeCertificate('localhost')
    const [ownKey, cert] = await Promise.all([readFile(key), readFile(certificate)])
    const server = createServer({ key: ownKey, cert })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await watchCertificate({ metrics, publicUrl: `https://localhost:${port}` })
    server.close()
    expect(await figure('certificate_fault')).toBe(0)
    const endsAt = Date.parse(new X509Certificate(cert).validTo) / 1000
    expect(await figure('certificate_ends_timestamp_seconds')).toBe(endsAt)
  })

  test('how many mails wait, and for how long', async () => {
    await owner.query(`update outbox set state = 'kept'`)
    expect(await figure('mails_waiting')).toBe(0)
    await owner.query(
      `update outbox set state = 'waiting', created_at = clock_timestamp() - interval '1 hour' where id = (select max(id) from outbox)`,
    )
    expect(await figure('mails_waiting')).toBe(1)
    expect(Math.floor((await figure('mails_oldest_age_seconds'))! / 60)).toBe(60)
  })

  test('how late a maturity is, until it is paid', async () => {
    await house.fund({ returns: 1_000_000_00n })
    const ada = await house.person({ cash: 4_000_00n })
    const opened = await house.run(
      'OpenInvestment',
      {
        owner: ada,
        planId: plans.advanced,
        amount: 1_000_00n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      ada,
    )
    expect(opened.outcome).toBe('done')
    expect(await figure('settling_late_seconds')).toBe(0)
    await moveDays(database, 400)
    expect(await figure('settling_late_seconds')).toBeGreaterThan(daySeconds)
    await settleDue({ pool, desk: house.desk })
    expect(await figure('settling_late_seconds')).toBe(0)
  })

  test('of how many days there is no root', async () => {
    expect(await figure('roots_missing_days')).toBe(1)
    await makeRoot(pool)
    expect(await figure('roots_missing_days')).toBe(0)
    await moveDays(database, 3)
    expect(await figure('roots_missing_days')).toBe(3)
    // Made by a clock that was ahead: there is none of the days until then.
    await makeRoot(pool)
    await owner.query(`begin; set local session_replication_role = replica;
      update business_clock set advance = advance - interval '2 days'; commit`)
    expect(await makeRoot(pool)).toBeNull()
    expect(await figure('roots_missing_days')).toBe(2)
    await moveDays(database, 2)
  })

  test('when a backup was rehearsed, once one was', async () => {
    expect(await figure('backup_rehearsed_timestamp_seconds')).toBe(0)
    const endedAt = Date.UTC(2026, 0, 31)
    await keepRehearsal(owner, {
      startedAt: endedAt,
      endedAt,
      backup: '20260131-000000F',
      backupAt: endedAt,
      commands: 1n,
      rootDay: null,
      root: null,
    })
    expect(await figure('backup_rehearsed_timestamp_seconds')).toBe(endedAt / 1000)
  })

  test('whether payouts are blocked after a restore, and how many are to be matched', async () => {
    expect(await figure('payouts_blocked')).toBe(0)
    const lost = {
      id: newId(),
      kind: 'withdrawal',
      person: null,
      request: null,
      reference: 'TX 1',
      amount: 1n,
      paidAt: Date.now(),
    } as const
    const noticed = { cause: 'restored', noticedAt: Date.now(), seenAt: null } as const
    await house.run('BlockPayouts', { ...noticed, payouts: [lost] }, null)
    expect(await figure('payouts_blocked')).toBe(1)
    expect(await figure('payouts_to_match')).toBe(1)
  })
})
