/** What must hold of a whole house at any moment, and how a move may change it. */
import type { Owner } from '../../src/desk/records.ts'
import type { World } from '../../src/desk/world.ts'
import { firm, type Kind } from '../../src/ledger/core/chart.ts'
import { faultOf, totalsFault } from '../../src/ledger/core/invariants.ts'
import type { Decided } from '../../src/desk/decide.ts'
import { investments, runningIn } from '../../src/domains/investments/table.ts'
import { owedOf } from '../../src/lib/loan-plan.ts'
import { duesIn, isOwed, loans } from '../../src/domains/loans/table.ts'
import { references, withdrawals } from '../../src/domains/withdrawals/table.ts'

const sumOf = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

function obligationsFault(world: World, id: string): string | null {
  const open = world
    .rowsOf(withdrawals, id)
    .filter(
      ({ owner, status, type }) =>
        owner === id &&
        (status === 'pending' || (status === 'approved' && type !== 'tradehub_transfer')),
    )
  const running = runningIn(world, id)
  const owed = world.rowsOf(loans, id).filter(isOwed)
  const obligations: [Kind, bigint][] = [
    ['held', sumOf(open.map(({ amount }) => amount))],
    ['invested', sumOf(running.map(({ amount }) => amount))],
    ['promised', sumOf(running.map(({ profit }) => profit))],
    ['security', sumOf(owed.map(({ withheld }) => withheld))],
    ['owed', -sumOf(owed.map((loan) => owedOf(loan, duesIn(world, loan))))],
  ]
  const wrong = obligations.find(([kind, owed]) => world.balance(id, kind) !== owed)
  return wrong
    ? `${wrong[0]} of ${id} is ${world.balance(id, wrong[0])}, its obligations are ${wrong[1]}`
    : null
}

const claims: Kind[] = ['cash', 'held', 'invested', 'promised', 'security', 'owed']

/** Nobody's money is deleted with them. */
function closedFault(world: World, { id, status }: Owner): string | null {
  const left = status === 'closed' && claims.find((kind) => world.balance(id, kind) !== 0n)
  return left ? `${id} is closed, and ${left} is left` : null
}

/** The first thing that is wrong with a house, or null. */
export function faultOfHouse(world: World): string | null {
  const fault = faultOf(world.books)
  if (fault) return fault
  for (const owner of world.owners.values()) {
    const { id, totals } = owner
    const wrong =
      id === firm
        ? null
        : (totalsFault(id, totals, world.books) ??
          obligationsFault(world, id) ??
          closedFault(world, owner))
    if (wrong) return wrong
  }
  const lent = sumOf([...world.owners.keys()].map((id) => world.balance(id, 'owed')))
  if (world.balance(firm, 'lent') + world.balance(firm, 'earned') !== -lent)
    return 'what is lent and earned is not what is owed'
  const administrators = [...world.owners.values()].filter(
    ({ role, status }) => role === 'admin' && status !== 'closed',
  )
  return administrators.length === 0 && world.owners.size > 6 ? 'no administrator is left' : null
}

/** Everything in a world as text, for comparing. */
export function wholeOf(world: World): string {
  const parts = [
    world.owners,
    world.rows(investments),
    world.rows(withdrawals),
    world.emails,
    world.rows(references),
    world.accountIds,
  ].map((part) => [...part])
  return JSON.stringify([...parts, [...world.books.accounts()]], (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}

export type Versions = { owners: Map<string, number>; accounts: Map<string, bigint> }

export function versionsOf(world: World): Versions {
  return {
    owners: new Map([...world.owners].map(([id, { version }]) => [id, version])),
    accounts: new Map(
      [...world.books.accounts()].map(({ owner, kind, version }) => [`${owner} ${kind}`, version]),
    ),
  }
}

const grown = <K, N extends number | bigint>(before: Map<K, N>, after: Map<K, N>): Map<K, number> =>
  new Map(
    [...after]
      .map(([key, version]) => [key, Number(version) - Number(before.get(key) ?? 0)] as const)
      .filter(([, by]) => by !== 0),
  )

function countOf<K>(keys: K[]): Map<K, number> {
  const counts = new Map<K, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const text = (counts: Map<string, number>) => JSON.stringify([...counts].toSorted())

/** Versions grow by what was entered and by nothing else; null when they do. */
export function growthFault(
  before: Versions,
  after: Versions,
  { changes }: Pick<Decided, 'changes'>,
): string | null {
  const entered = countOf((changes?.activity ?? []).map(({ owner }) => owner))
  const posted = countOf(
    (changes?.postings ?? []).flatMap(({ debit, credit }) =>
      [debit, credit].map(({ owner, kind }) => `${owner} ${kind}`),
    ),
  )
  const owners = text(grown(before.owners, after.owners))
  const accounts = text(grown(before.accounts, after.accounts))
  if (owners !== text(entered))
    return `owners’ versions grew by ${owners}, entered was ${text(entered)}`
  return accounts === text(posted)
    ? null
    : `accounts’ versions grew by ${accounts}, posted was ${text(posted)}`
}
