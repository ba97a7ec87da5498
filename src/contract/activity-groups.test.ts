import { expect, test } from 'vitest'
import { activityTitles } from '../domains/activity/titles.ts'
import { activityGroups } from './activity-groups.ts'

/** Done in the firm's own name: in nobody's list but its own. */
const firms = [
  'capital-paid-in',
  'pool-funded',
  'administrator-invited',
  'staff-invited',
  'invitation-withdrawn',
  'firm-opened',
  'receipt-unassigned',
  'receipt-returned',
  'bank-reconciled',
  'wallet-compared',
  'address-reserved',
  'coins-unassigned',
  'payout-batch-built',
  'payout-batch-signed',
  'payout-batch-sent',
  'payout-batch-dropped',
  'payout-batch-void',
  'payout-batch-settled',
  'payout-list-built',
  'payout-list-released',
  'payout-list-dropped',
  'payout-list-recalled',
  'payout-list-void',
  'bank-export-built',
  'bank-export-downloaded',
  'bank-export-drop-proposed',
  'bank-export-dropped',
  'coin-entry-proposed',
  'coin-entry-refused',
  'coins-sold',
  'coins-bought',
  'position-covered',
  'payouts-blocked',
  'earlier-payout-added',
  'earlier-payout-explained',
  'payouts-unblocked',
  'bank-charged',
  'bank-interest',
  'evidence-asked',
  'evidence-first-agreement',
  'evidence-agreed',
  'evidence-refused',
  'sample-drawn',
  'proposed',
  'proposal-agreed',
  'proposal-refused',
  'proposal-withdrawn',
  'plan-offered',
  'plan-changed',
  'plan-withdrawn',
  'plan-offered-again',
  'clock-moved',
]

test('every kind that a person can have is in one of six groups, and in one only', () => {
  const grouped = Object.values(activityGroups).flat()
  expect(Object.keys(activityGroups)).toHaveLength(6)
  expect(grouped.toSorted()).toEqual(
    Object.keys(activityTitles)
      .filter((kind) => !firms.includes(kind))
      .toSorted(),
  )
})
