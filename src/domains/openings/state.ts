import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { readDoneAt } from '../proposals/queries.ts'
import { openingKind } from './is-open.ts'

/** When the firm was opened, or null. */
export const readOpenedAt = (db: Database): Promise<Instant | null> => readDoneAt(db, openingKind)
