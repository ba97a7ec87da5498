/** The runbook for a restore, run as it stands: a backup under load, more load, the data destroyed, and everything as it was at one moment. */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createArchived, whyNoBackups } from '../support/backups.ts'
import { newId } from '../../src/platform/ids.ts'
import { createHouse } from '../support/house.ts'
import { fencesIn } from '../support/markdown.ts'
import { root } from '../support/source.ts'

const why = whyNoBackups()

/** The blocks of the runbook, in their order. */
const blocks = fencesIn(
  readFileSync(join(root, 'docs/runbooks/restore.md'), 'utf8').replaceAll(/^ +/gm, ''),
)
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text)

type Recorded = { id: string; at: number }

describe('a restore', async () => {
  if (why !== null) return test.skip(why)
  const firm = await createArchived()

  test('leaves what was acknowledged before the moment, audited, lists by its id what came later, and blocks payouts', async () => {
    const house = createHouse(firm)
    const journal = async () =>
      (await firm.owner.query<Recorded>('select id, recorded_at as at from desk.commands')).rows
    await house.fund({ returns: 50_000n })

    const [ada, adam] = [
      await house.person({ cash: 10_000n }),
      await house.person({ role: 'admin' }),
    ]
    const target = { type: 'bank_transfer', walletName: 'Cold', walletAddress: 'a' } as const
    const withdrawal = newId()
    await house.run('RequestWithdrawal', { owner: ada, amount: 7_000n, target }, ada, {
      id: withdrawal,
    })
    await house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, adam)

    let isLoaded = true
    const lane = async () => {
      while (isLoaded) await house.person({ cash: 10_000n })
    }
    const load = [lane(), lane(), lane()]
    const atLeast = (more: number) =>
      expect.poll(async () => (await journal()).length, { interval: 50 }).toBeGreaterThan(more)
    await firm.pgBackRest('--type=full', 'backup')
    const [{ backup }] = JSON.parse(await firm.pgBackRest('info', '--output=json'))
    // Its end is known to the second: only what lies behind that second can be chosen.
    await expect.poll(() => Date.now()).toBeGreaterThan((backup[0].timestamp.stop + 1) * 1000)
    await atLeast((await journal()).length + 30)
    const { rows } = await firm.owner.query<{ moment: string; at: number }>(
      `select to_char(moment at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as moment, moment as at from clock_timestamp() as moment`,
    )
    const { moment, at } = rows[0]!
    await atLeast((await journal()).length + 30)
    await house.run('PayWithdrawal', { withdrawal, reference: 'TX 1' }, adam)
    isLoaded = false
    await Promise.all(load)
    await house.desk.close()
    await firm.archive()
    const before = await journal()

    await firm.stop()
    await rm(join(firm.data, 'base'), { recursive: true })
    const said: string[] = []
    for (const block of blocks) {
      const { code, stdout, stderr } = await firm.shell(
        block.replace('2026-11-24 03:15:00+00', moment),
      )
      expect({ block, code, stderr }).toEqual({ block, code: 0, stderr: '' })
      said.push(stdout)
    }

    const after = new Set((await journal()).map(({ id }) => id))
    const later = before.filter(({ id }) => !after.has(id)).map(({ id }) => id)
    const listed = said
      .join('')
      .split('\n')
      .flatMap((line) => /^\d{4}-.*?\t(\S+)\t/.exec(line)?.[1] ?? [])
    expect(listed.toSorted()).toEqual(later.toSorted())
    const { rows: payouts } = await firm.owner.query(
      'select cause, person, request, reference, amount, earlier_payouts.status from earlier_payouts join payout_blocks block on block.id = block_id',
    )
    expect(payouts).toEqual([
      {
        cause: 'restored',
        person: ada,
        request: withdrawal,
        reference: 'TX 1',
        amount: 7_000n,
        status: 'open',
      },
    ])
    expect(later.length).toBeGreaterThan(30)
    expect(after.size).toBeGreaterThan(30)
    // A command is recorded a moment before it is committed.
    const slack = 1_000
    for (const command of before)
      if (Math.abs(command.at - at) > slack) expect(after.has(command.id)).toBe(command.at < at)
    expect(said.join('')).toContain('The books are in order')
    expect(said.join('')).toContain('The chains are whole')
  })
})
