/** Whose a payment is that a bank's statement has: by the account ID, the saved account or the verified name in what came with it. */
import type { IdentifiedBy } from '../../contract/reconciliation.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { bankAccountIn } from '../../lib/bank-account-in.ts'
import { plainBankAccount } from '../../lib/bank-account.ts'
import type { Database } from '../../platform/database.ts'
import { accountIdsIn } from '../bank-statements/match.ts'
import type { StatementEntry } from '../bank-statements/statement.ts'
import { readBySavedAccount } from '../destinations/queries.ts'
import { readByVerifiedName } from '../verification/named.ts'
import { readPeople, type Person } from './queries.ts'

export type Identified = { user: Person; identified: { by: IdentifiedBy; in: string } }

/** What of an entry could name somebody, and where it stands; an entry that names two people names nobody. */
type Clue = { by: IdentifiedBy; value: string; in: string }

/** The strongest first: only where none of a kind says anything, the next one is asked. */
const kinds: IdentifiedBy[] = ['account-id', 'saved-account', 'verified-name']

function cluesOf({ amount, texts, partyAccount }: StatementEntry): Clue[] {
  if (amount <= 0n) return []
  const written = texts.flatMap(({ kind, value }): Clue[] => {
    const account = bankAccountIn(value)
    return [
      ...accountIdsIn(value).map((id): Clue => ({ by: 'account-id', value: id, in: kind })),
      ...(account === null
        ? []
        : [{ by: 'saved-account' as const, value: plainBankAccount(account), in: kind }]),
      { by: 'verified-name', value, in: kind },
    ]
  })
  const from: Clue = { by: 'saved-account', value: plainBankAccount(partyAccount), in: 'account' }
  return partyAccount === '' ? written : [from, ...written]
}

const valuesOf = (clues: readonly Clue[], by: IdentifiedBy): string[] => [
  ...new Set(clues.filter((clue) => clue.by === by).map(({ value }) => value)),
]

/** The entries of which one person alone is named. */
export async function identify(
  db: Database,
  entries: readonly StatementEntry[],
): Promise<Map<StatementEntry, Identified>> {
  const clues = new Map(entries.map((entry) => [entry, cluesOf(entry)]))
  const all = [...clues.values()].flat()
  const [accounts, names] = await Promise.all([
    readBySavedAccount(db, valuesOf(all, 'saved-account')),
    readByVerifiedName(db, valuesOf(all, 'verified-name')),
  ])
  const people = await readPeople(db, {
    accountIds: valuesOf(all, 'account-id'),
    ids: [...accounts.values(), ...names.values()],
  })
  const byId = new Map(people.map((person) => [person.id, person]))
  const byAccountId = new Map(people.map((person) => [person.accountId, person]))
  const ownerOf: Record<IdentifiedBy, (value: string) => Person | undefined> = {
    'account-id': (value) => byAccountId.get(value),
    'saved-account': (value) => byId.get(accounts.get(value) as OwnerId),
    'verified-name': (value) => byId.get(names.get(value) as OwnerId),
  }
  const found = [...clues].flatMap(([entry, its]): [StatementEntry, Identified][] => {
    for (const by of kinds) {
      const named = its.filter((clue) => clue.by === by)
      const users = new Set(named.map(({ value }) => ownerOf[by](value)?.id ?? null))
      if (by !== 'account-id') users.delete(null)
      if (users.size === 0) continue
      const clue = named.find(({ value }) => ownerOf[by](value))
      // Two account IDs, or one that is nobody's: a person has to look.
      if (users.size > 1 || !clue) return []
      const { id, fullName } = ownerOf[by](clue.value)!
      return [[entry, { user: { id, fullName }, identified: { by, in: clue.in } }]]
    }
    return []
  })
  return new Map(found)
}
