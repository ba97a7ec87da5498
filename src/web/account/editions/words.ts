import type { OwnEdition } from '../../../contract/edition.ts'
import { showDay } from '../../../lib/calendar.ts'
import type { BadgeState } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'

export const stateWords: Record<OwnEdition['state'], [state: BadgeState, label: string]> = {
  past: ['other', 'Replaced'],
  counts: ['approved', 'Counts'],
  comes: ['pending', 'Coming'],
  withdrawn: ['rejected', 'Withdrawn'],
}

/** Since when, or from when on. */
export const daySaid = ({ day, countsFrom }: Pick<OwnEdition, 'day' | 'countsFrom'>): string =>
  day === null ? showDate(countsFrom) : showDay(day)

export const mustAccept = ({ state, acceptedAt }: OwnEdition): boolean =>
  state === 'counts' && acceptedAt === null
