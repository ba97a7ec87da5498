/** What the firm keeps about everybody together, for its staff: from the words that people read and the rules that erase. */
import { keptKinds, type KeptData, type ScheduledData } from '../../contract/kept-data.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import type { Ending } from '../../platform/ending.ts'
import { countAllChecks } from '../appropriateness/queries.ts'
import { readArchivesEnding } from '../archives/files.ts'
import { countAllDestinations } from '../destinations/queries.ts'
import { countDocuments } from '../documents/queries.ts'
import type { House } from '../house-desk.ts'
import { readRecordsEnding } from '../kept-records/keep.ts'
import { countAllMessages } from '../threads/queries.ts'
import { countAllNotes } from '../notes/queries.ts'
import { readSessionsEnding } from '../sign-in/sweep.ts'
import { countCases } from '../verification/now.ts'
import { keptBy } from '../verification/terms.ts'
import { scheduleWords, wordsOf } from './words.ts'

type Kind = KeptData['kind']

async function countEntries({ pool }: House): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>({
    name: 'kept-data.all-entries',
    text: 'select coalesce(sum(version), 0)::bigint as count from owners',
  })
  return Number(rows[0]!.count)
}

const dueOf = ({ due, next }: Ending): ScheduledData['due'] => ({
  now: due,
  next: next && { at: isoFromInstant(next.at), count: next.count },
})

export async function readSchedule(house: House): Promise<ScheduledData[]> {
  const { pool, firm } = house
  const [
    money,
    destinations,
    answers,
    cases,
    documents,
    notes,
    messages,
    records,
    copies,
    sessions,
  ] = await Promise.all([
    countEntries(house),
    countAllDestinations(pool),
    countAllChecks(pool),
    countCases(pool),
    countDocuments(pool),
    countAllNotes(pool),
    countAllMessages(pool),
    readRecordsEnding(pool),
    readArchivesEnding(pool),
    readSessionsEnding(pool),
  ])
  const ends: Partial<Record<Kind, Ending>> = {
    'sign-in': sessions,
    verification: { ...records, held: records.held + cases + documents },
    copies,
  }
  const counts: Partial<Record<Kind, number>> = { money, destinations, answers, notes, messages }
  const kept = keptBy(firm)
  const words = wordsOf(kept)
  return keptKinds.map((kind) => {
    const end = ends[kind]
    return {
      kind,
      ...words[kind],
      ...scheduleWords[kind],
      law: kind === 'verification' ? (kept?.law ?? null) : null,
      count: end?.held ?? counts[kind] ?? null,
      due: end ? dueOf(end) : null,
    }
  })
}
