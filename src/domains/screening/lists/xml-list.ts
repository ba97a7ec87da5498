/** How a list in XML is read: which of its elements are entries, and what the file says of itself. Pure. */
import type { Piece, XmlElement } from '../../../lib/xml-tree.ts'
import type { FileFacts, ListedEntry } from './entry.ts'

export type Listing = {
  take(entry: ListedEntry | null): void
  /** What the file says of itself, once it has said it. */
  facts: FileFacts
}

export type XmlFormat = {
  /** The name of the file’s root. */
  root: string
  /** Kept from the root on: what a list refers to comes before its entries. */
  pieces(listing: Listing): Record<string, Piece>
  seeRoot?(root: XmlElement, facts: FileFacts): void
}

/** An entry has fewer parts, or is made to fill the memory. */
export const maxParts = 100_000
