/** A house in memory, for tests of the rules: a funded firm, and people as a test needs them. */
import type { Role } from '../../src/contract/roles.ts'
import type { Reply } from '../../src/desk/decide.ts'
import type { MemoryDesk } from '../../src/desk/memory.ts'
import type { commands, CommandName } from '../../src/domains/nouns.ts'
import { idFromName } from '../../src/platform/ids.ts'
import { emptyHouse } from '../../proofs/simulation/cast.ts'
import { asUsual, type Given } from './as-usual.ts'

type Pools = { capital?: bigint; returns?: bigint; referral?: bigint; corrections?: bigint }
type Person = {
  role?: Role
  cash?: bigint
  fixed?: boolean
  referredBy?: string
  status?: 'frozen' | 'closed'
}

export type MemoryHouse = {
  desk: MemoryDesk<typeof commands>
  run<N extends CommandName>(kind: N, command: Given<N>, as: string | null): Reply & { id: string }
  /** Opens an account under a name of the test; answers its id. */
  person(name: string, person?: Person): string
}

/** Amounts in cents. */
export function createMemoryHouse({
  capital = 0n,
  returns = 0n,
  referral = 0n,
  corrections = 0n,
}: Pools = {}): MemoryHouse {
  const desk = emptyHouse()
  let number = 0
  const run: MemoryHouse['run'] = (kind, command, as) => {
    const id = idFromName(`step ${(number += 1)}`)
    return {
      id,
      ...desk.run({
        kind,
        command: asUsual(kind, command),
        actor: as,
        id,
        key: null,
        bodyHash: '',
        requestId: 'test',
      } as Parameters<typeof desk.run>[0]),
    }
  }
  const person: MemoryHouse['person'] = (
    name,
    { role = 'user', cash = 0n, fixed = false, referredBy, status } = {},
  ) => {
    const owner = idFromName(`person ${name}`)
    const referralCode =
      referredBy === undefined ? null : desk.world.owners.get(referredBy)!.referralCode
    run(
      'OpenOwner',
      { owner, fullName: name, email: `${name}@people.example`, role, referralCode, fixed },
      owner,
    )
    if (cash > 0n) run('CreditPlayMoney', { owner, amount: cash, asset: 'BTC' }, owner)
    if (status === 'frozen') run('FreezeUser', { user: owner, reason: 'a test' }, null)
    if (status === 'closed') run('CloseUser', { user: owner }, null)
    return owner
  }
  const total = capital + returns + referral + corrections
  if (total > 0n) run('PayInCapital', { amount: total, reference: 'capital of the test' }, null)
  for (const [pool, amount] of Object.entries({ returns, referral, corrections })) {
    if (amount > 0n) run('FundPool', { pool: pool as 'returns', amount }, null)
  }
  return { desk, run, person }
}
