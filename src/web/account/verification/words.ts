/** How far somebody is verified, and what they sent in, in the words of both sides. */
import type { OwnCase, VerificationState } from '../../../contract/verification.ts'
import type { BadgeState } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'

export const stateBadges: Record<VerificationState, [BadgeState, string]> = {
  none: ['other', 'Not verified'],
  submitted: ['pending', 'In review'],
  verified: ['approved', 'Verified'],
  refused: ['rejected', 'Refused'],
}

type Decided = Pick<OwnCase, 'status' | 'isFinal' | 'verifiedUntil'>

/** Of one time that something was sent in. */
export function caseBadge({ status, isFinal, verifiedUntil }: Decided): [BadgeState, string] {
  if (status === 'submitted') return ['pending', 'To review']
  if (status === 'refused') return ['rejected', isFinal ? 'Refused for good' : 'Refused']
  return ['approved', verifiedUntil ? `Verified until ${showDate(verifiedUntil)}` : 'Verified']
}
