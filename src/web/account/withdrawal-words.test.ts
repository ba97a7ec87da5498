import { expect, test } from 'vitest'
import { capitalised } from '../../lib/text.ts'
import { badgeOf, ownWord } from './withdrawal-words.ts'

test.each([
  ['pending', 'pending', 'Pending', 'Pending Admin Approval'],
  ['approved', 'approved', 'Approved', 'Approved'],
  ['rejected', 'rejected', 'Rejected', 'Rejected'],
  ['cancelled', 'other', 'Cancelled', 'Cancelled'],
  ['paid', 'paid', 'Paid', 'Paid'],
  ['returned', 'other', 'Returned', 'Returned'],
] as const)(
  'a %s withdrawal has the badge and words of the specification',
  (status, badge, toStaff, toOwner) => {
    expect([badgeOf(status), capitalised(status), ownWord(status)]).toEqual([
      badge,
      toStaff,
      toOwner,
    ])
  },
)
