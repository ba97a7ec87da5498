import type { Destination } from '../../contract/destination.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import type { SavedDestination } from './table.ts'

/** As its owner sees it. `usableFrom` is null where it can be used now. */
export const presentDestination = (
  row: SavedDestination,
  usableFrom: string | null,
): Destination => ({
  id: row.id,
  type: row.type,
  name: row.name ?? '',
  holder: row.holder,
  bankNumber: row.walletAddress,
  recipientAccountId: row.recipientAccountId,
  savedAt: isoFromInstant(row.savedAt),
  usableFrom,
})
