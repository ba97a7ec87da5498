/** Whether a command of the journal was recorded by a server of this house, under rules that this release has. */
import { firm } from '../ledger/core/chart.ts'
import type { MacKeys } from '../platform/mac.ts'
import { canonical } from '../lib/canonical.ts'
import { commandDigest } from './chain.ts'
import { faultOfMac } from './journal-mac.ts'
import type { JournalRow, Posted } from './read-journal.ts'

/** The firm's versions stand in no digest. */
const withoutFirmsVersions = ([
  event,
  debitOwner,
  debitKind,
  debitVersion,
  creditOwner,
  creditKind,
  creditVersion,
  amount,
]: Posted) => [
  event,
  debitOwner,
  debitKind,
  debitOwner === firm ? null : debitVersion,
  creditOwner,
  creditKind,
  creditOwner === firm ? null : creditVersion,
  amount,
]

/** What is wrong with how a command was recorded, or null. */
export function faultOfRecord(
  row: JournalRow,
  { rulesVersion, macKeys }: { rulesVersion: number; macKeys: MacKeys | null },
): string | null {
  const { rules, activity, postings, subject, subjectVersion, unlistedNumber } = row
  if (rules !== rulesVersion)
    return `it was decided by version ${rules} of the rules, and this release has version ${rulesVersion}`
  if (macKeys === null) return null
  const [, version, kind, gain, after] =
    activity.find(([owner, version]) => owner === subject && version === String(subjectVersion)) ??
    []
  const listed = kind === undefined ? null : { version: version!, kind, gain: gain!, after: after! }
  const command = commandDigest(
    { ...row, outcome: 'done' },
    {
      input: canonical(row.input),
      particulars: row.particulars,
      postings: postings.map(withoutFirmsVersions),
    },
  )
  return faultOfMac(macKeys, row, command, { listed, unlisted: unlistedNumber })
}
