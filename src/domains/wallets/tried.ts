/**
 * Whether a wallet of real coins was tried: a first deposit and a first payout of a few dollars went through it, and two of staff
 * looked both up on an explorer. Until then its coin is for staff alone, who try it.
 */
import { ProblemError } from '../../contract/problems.ts'
import { noRoles } from '../../contract/roles.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { WalletNetwork } from '../../lib/wallet-place.ts'
import type { Database } from '../../platform/database.ts'
import { readDoneAt } from '../proposals/queries.ts'
import { readWallets } from './queries.ts'
import { firstCoinsOf, isSameWallet, type KeptWallet, type OfSettings } from './table.ts'

/** Coins of a demonstration are worth nothing: nobody has to try them first. */
export const isReal = (network: WalletNetwork): boolean => network === 'main' || network === 'tron'

/** When two confirmed the first coins of a wallet; null: they haven't. */
export const readTriedAt = (
  db: Database,
  { id }: Pick<KeptWallet, 'id'>,
): Promise<Instant | null> => readDoneAt(db, firstCoinsOf(id))

/** Whether its first coins are still to be confirmed. */
export async function isUntried(db: Database, wallet: OfSettings): Promise<boolean> {
  if (!isReal(wallet.network)) return false
  const kept = (await readWallets(db)).find((one) => isSameWallet(one, wallet))
  return kept === undefined || (await readTriedAt(db, kept)) === null
}

/** While a coin is tried, any amount is credited: its first ones are smaller than what people may send. */
export const termsToTry = async <T extends { minimum: bigint }>(
  db: Database,
  wallet: OfSettings,
  terms: T,
): Promise<T> => ((await isUntried(db, wallet)) ? { ...terms, minimum: 0n } : terms)

async function haveCustomers(db: Database, owners: readonly OwnerId[]): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>({
    name: 'wallets.customers-among',
    text: `select exists (select from owners where id = any ($1) and roles = '${noRoles}') as some`,
    values: [owners],
  })
  return rows[0]!.some
}

/** Throws `coins_untried` where somebody outside the firm would be paid by a wallet that nobody has tried. */
export async function mustBeTried(
  db: Database,
  wallet: OfSettings,
  owners: readonly OwnerId[],
): Promise<void> {
  if ((await isUntried(db, wallet)) && (await haveCustomers(db, owners)))
    throw new ProblemError('coins_untried')
}
