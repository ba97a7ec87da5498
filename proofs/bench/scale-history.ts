/**
 * What following chains and deciding again take, on a history that real commands made: the past that is filled in bulk has
 * no chain and can't be decided again.
 */
import { join } from 'node:path'
import { createPool, withClient } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { runApart } from './apart.ts'
import type { Bench } from './bench.ts'
import { done, openDesk, withdrawal } from './desk.ts'
import { withEach } from './measure.ts'
import type { HistoryReport } from './scale-history-checks.ts'
import { makeRow, type Row } from './results.ts'
import { withNewDatabase } from './users.ts'

/** Each person opens an account, deposits, and requests withdrawals, every second of which they cancel. */
async function live(
  url: string,
  { people, each, callers }: { people: number; each: number; callers: number },
): Promise<void> {
  const { desk, close } = openDesk(url)
  const ids = Array.from({ length: people }, () => newId())
  await withClient({ url, name: 'bench history', as: 'owner' }, (client) =>
    client.query(
      `insert into auth.persons (id, full_name, email) select id, 'Person ' || n, 'person-' || n || '@people.example'
        from unnest($1::uuid[]) with ordinality as given(id, n)`,
      [ids],
    ),
  )
  const by = (owner: string) => ({ actor: owner, key: null, bodyHash: '', requestId: 'bench' })
  await withEach(ids, callers, async (owner, n) => {
    const email = `person-${n + 1}@people.example`
    const opened = { owner, fullName: `Person ${n + 1}`, email, role: 'user' as const }
    await done(desk, {
      ...by(owner),
      kind: 'OpenOwner',
      command: { ...opened, referralCode: null, fixed: false, vouched: true },
    })
    const credit = { owner, amount: 100_000_000n, asset: 'BTC' as const, limits: null }
    await done(desk, { ...by(owner), kind: 'CreditPlayMoney', command: credit })
    for (let made = 2; made < each; made += 3) {
      await done(desk, withdrawal(owner))
      const id = newId()
      await done(desk, { ...withdrawal(owner), id })
      const cancelled = { withdrawal: id, owner }
      await done(desk, { ...by(owner), kind: 'CancelWithdrawal', command: cancelled })
    }
  })
  await close()
}

const migrations = join(import.meta.dirname, '../../db/migrations')

export async function historyRows({ house, size, say }: Bench): Promise<Row[]> {
  const people = size.quick ? 20 : 2_000
  const each = size.quick ? 11 : 50
  return withNewDatabase(house.url, async (url) => {
    await migrate({ url, mode: 'demo', folder: migrations })
    await live(url, { people, each, callers: size.callers })
    const pool = createPool({ url, name: 'bench history', max: 1, as: 'owner' })
    await pool.query('vacuum analyze').finally(() => pool.end())
    say('following its chains, and deciding it again')
    const { chain, replay } = await runApart<HistoryReport>('scale-history-checks.ts', { url })
    const history = `${replay.commands.toLocaleString('en')} commands that the desk made, of ${people.toLocaleString('en')} people`
    const memory =
      replay.megabytes === null ? '' : ` At most ${replay.megabytes.toFixed(0)} MB were taken.`
    return [
      makeRow({
        name: 'Following the chains',
        unit: 'links/s',
        rounds: [chain.links / chain.seconds],
        limits: `\`npm run audit -- --chain\` of ${history}: every hash and every MAC is made again, in one thread.`,
      }),
      makeRow({
        name: 'Deciding again',
        unit: 'commands/s',
        rounds: [replay.commands / replay.seconds],
        limits: `\`npm run audit -- --replay\` of ${history}, in one thread.${memory} What stands at the end is held in memory: it grows with owners and requests.`,
      }),
    ]
  })
}
