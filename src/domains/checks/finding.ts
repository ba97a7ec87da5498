/** What was found of somebody on a list: kept beside the journal, for whoever may read matches. */
import type { Finding } from '../../contract/screening.ts'
import { defineEffect } from '../../desk/effect.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'

/** Which entry of which list it is: of a file in lines several may have one reference. */
export const entryOf = ({ theirs: { list, reference, kind } }: Finding): string[] => [
  'entry',
  list,
  reference,
  kind,
]

/** What is asked once: both sides as they stand. Another day of the list, or another name that isn't like the entry's, changes nothing. */
export const pairOf = ({ ours: one, theirs: other }: Finding): string[] => [
  'pair',
  canonical(one),
  canonical({ ...other, names: other.names.toSorted() }),
]

/** Kept in no journal: a person's copy of their data, packs of evidence and the audit are made of that. */
export const keepFinding = defineEffect<{ owner: OwnerId; finding: Finding }>('keep-finding')

export const keepCheckReason = defineEffect<{
  check: string
  owner: OwnerId
  by: OwnerId
  reason: string
}>('keep-check-reason')
