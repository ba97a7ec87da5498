import { getKeptData, getKeptSchedule, keptKinds, type KeptData } from '../../contract/kept-data.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { route, succeeded } from '../../platform/route.ts'
import { readChecks } from '../appropriateness/queries.ts'
import { readArchives } from '../archives/queries.ts'
import { countDestinations } from '../destinations/queries.ts'
import { countViews, readKeptDocuments } from '../documents/queries.ts'
import type { House } from '../house-desk.ts'
import { countMessages } from '../threads/queries.ts'
import { countNotes } from '../notes/queries.ts'
import { readCases } from '../verification/now.ts'
import { keptBy } from '../verification/terms.ts'
import { readSchedule } from './schedule.ts'
import { wordsOf } from './words.ts'
import type { RoutesOf } from '../routes.ts'

/** Where it is cheap to know. */
async function countsOf(
  { pool }: House,
  owner: OwnerId,
): Promise<Partial<Record<KeptData['kind'], number>>> {
  const [{ rows }, destinations, checks, documents, cases, views, notes, messages, copies] =
    await Promise.all([
      pool.query<{ version: bigint }>({
        name: 'kept-data.movements',
        text: 'select version from owners where id = $1',
        values: [owner],
      }),
      countDestinations(pool, owner),
      readChecks(pool, owner),
      readKeptDocuments(pool, owner),
      readCases(pool, [owner]),
      countViews(pool, owner),
      countNotes(pool, owner),
      countMessages(pool, owner),
      readArchives(pool, owner),
    ])
  return {
    money: Number(rows[0]?.version ?? 0n),
    destinations,
    answers: checks.length,
    verification: documents.filter(({ kind }) => kind !== 'message').length + cases.length,
    views,
    notes,
    messages,
    copies: copies.length,
  }
}

export const routes: RoutesOf = (house) => [
  route(getKeptData, async ({ principal }) => {
    const counts = await countsOf(house, principal.owner)
    const words = wordsOf(keptBy(house.firm))
    return succeeded({
      kept: keptKinds.map((kind) => ({ kind, ...words[kind], count: counts[kind] ?? null })),
    })
  }),
  route(getKeptSchedule, async () => succeeded({ schedule: await readSchedule(house) })),
]
