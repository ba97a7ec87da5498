/** A new owner, and the numbers that they get: alike for whoever signs up and for whoever is imported. Pure. */
import { rolesByWord, type Role } from '../../contract/roles.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { noTotals } from '../../ledger/core/posting.ts'
import { accountIdFromDigits } from '../../lib/account-id.ts'
import type { Instant } from '../../lib/instant.ts'

const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The numbers of a new account, drawn from the random part of its id: `attempt` gives others when they
 * are taken. Nine digits for the account ID, ten letters for the referral code.
 */
export function openingNumbers(
  owner: OwnerId,
  attempt: number,
): { accountId: string; referralCode: string } {
  let seed =
    (BigInt(`0x${owner.replaceAll('-', '').slice(16)}`) + BigInt(attempt) * 0x9e3779b97f4a7c15n) &
    0xffffffffffffffffn
  // The finaliser of SplitMix64 (Steele, Lea, Flood 2014), so that neighbouring ids look unrelated.
  seed = ((seed ^ (seed >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn
  seed = ((seed ^ (seed >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn
  seed ^= seed >> 31n
  const accountId = accountIdFromDigits(String(100_000_000n + (seed % 900_000_000n)))
  let referralCode = ''
  for (let rest = seed; referralCode.length < 10; rest /= 30n)
    referralCode += codeLetters[Number(rest % 30n)]
  return { accountId, referralCode }
}

const attempts = [0, 1, 2, 3, 4]

/** What a command that opens this owner has to know of: which of these are taken. */
export const accountIdsFor = (owner: OwnerId): string[] =>
  attempts.map((attempt) => openingNumbers(owner, attempt).accountId)

type NewOwner = Pick<
  Owner,
  'id' | 'fullName' | 'email' | 'referrer' | 'fixed' | 'emailVerified'
> & { role: Role; at: Instant }

/** With the first numbers that are free. */
export function newOwner(world: World, { role, at, ...owner }: NewOwner): Owner {
  const free = attempts
    .map((attempt) => openingNumbers(owner.id, attempt))
    .find(({ accountId }) => !world.accountIds.has(accountId))
  if (!free) throw new Error('Five account IDs in a row are taken')
  return {
    ...owner,
    ...free,
    role,
    roles: rolesByWord[role],
    status: 'active',
    createdAt: at,
    version: 0,
    stampedAt: at,
    totals: noTotals(),
  }
}
