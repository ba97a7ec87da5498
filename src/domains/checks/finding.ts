/** What was found of somebody on a list: kept beside the journal, for whoever may read matches. */
import type { Finding } from '../../contract/screening.ts'
import { defineEffect } from '../../desk/effect.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'

/**
 * Which entry of which list it is, and by what of ours it was found: a name that is somebody else's says nothing of an address, nor of
 * whoever holds an account. Of a file in lines several entries may have one reference.
 */
export const entryOf = ({ theirs: { list, reference, kind }, ours }: Finding): string[] => [
  'entry',
  list,
  reference,
  kind,
  kindOfSide(ours),
]

/** What is asked by itself: the person, by all that is known of them, and each other name and address. */
export const kindOfSide = ({ as, matched }: Finding['ours']): string =>
  as === 'person' ? as : canonical([as, matched])

/** What is asked once: both sides as they stand. Another day of the list, or another name that isn't like the entry's, changes nothing. */
export const pairOf = ({ ours: one, theirs: other }: Finding): string[] => [
  'pair',
  canonical(one),
  canonical({ ...other, names: other.names.toSorted() }),
]

/** Kept in no journal: a person's copy of their data, packs of evidence and the audit are made of that. */
export const keepFinding = defineEffect<{ owner: OwnerId; finding: Finding }>('keep-finding')

/** They are compared anew: what was found beside what has ended is asked now. */
export const compareAnew = defineEffect<{ owner: OwnerId }>('compare-anew')

export const keepCheckReason = defineEffect<{
  check: string
  owner: OwnerId
  by: OwnerId
  reason: string
}>('keep-check-reason')
