import type { ShownDocument } from '../../contract/document.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import type { Document } from './table.ts'

/** Of one that is still kept. */
export const presentDocument = (row: Document): ShownDocument => ({
  id: row.id,
  kind: row.kind,
  mediaType: row.mediaType as ShownDocument['mediaType'],
  size: row.size,
  pages: row.pages,
  addedAt: isoFromInstant(row.addedAt),
  status: row.status as ShownDocument['status'],
})
