/** Who of the staff has opened a document, as their own commands say: whoever decides on it has looked at it. Pure. */
import type { ReadBack } from '../../desk/command.ts'
import { defineFact } from '../../desk/fact.ts'
import { textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { documentViews } from './table.ts'

type Opening = { document: string; viewer: OwnerId | null; viewedAt: Instant }

/** Each member of staff's first opening of a document stands in its owner's activity. In memory the rows say the same. */
export const recordedOpenings = defineFact<OwnerId, readonly Opening[] | 'in memory'>({
  name: 'documents.openings',
  ofJournal: true,
  text: `select asked.owner::text as about, item.command_id as id from unnest($1::uuid[]) asked (owner) join desk.activity item on item.owner_id = asked.owner
    where item.kind = 'document-viewed'`,
  form: 'uuid',
  valueIn: (rows, owner) =>
    (rows as ReadBack[])
      .filter(({ about, kind, fault }) => about === owner && kind === 'ViewDocument' && !fault)
      .map((said) => ({
        document: textOf(said, 'document'),
        viewer: said.actor,
        viewedAt: said.at,
      })),
  inMemory: () => ({ add() {}, valueOf: () => 'in memory' }),
})

/** Needs who has opened the documents of this person. */
export const openingsOf = (owner: OwnerId) => recordedOpenings.of(owner)

/** Which of these documents of a person `viewer` hasn't opened since a moment. */
export function unopenedIn(
  world: World,
  { owner, documents, since }: { owner: OwnerId; documents: readonly string[]; since: Instant },
  viewer: OwnerId | null,
): string[] {
  const said = world.fact(recordedOpenings, owner)
  const openings: readonly Opening[] =
    said === 'in memory' ? world.rowsOf(documentViews, owner) : said
  return documents.filter(
    (id) =>
      !openings.some(
        (one) => one.document === id && one.viewer === viewer && one.viewedAt >= since,
      ),
  )
}
