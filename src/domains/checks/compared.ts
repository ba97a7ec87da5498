/** With what somebody was last compared, and whether that is what there is now: the one rule by which people are due. */
import { defineFact } from '../../desk/fact.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { namesEverOf } from '../people/names-ever.ts'
import { listVersions } from '../screening/lists/versions.ts'
import { matchingVersion } from '../screening/matching/listed-names.ts'
import { dealtWith } from './dealt-with.ts'
import { identitiesOf } from '../verification/identities.ts'

/** SQL of all that is compared of an owner, as JSON; null lists mean that none is loaded. */
export const comparedOf = (owner: string): string =>
  `jsonb_build_object('names', ${namesEverOf(owner)}, 'identities', ${identitiesOf(owner)}, ${dealtWith(owner)}, 'lists', ${listVersions}, 'matching', ${matchingVersion})`

/** SQL of the digest of that. */
export const digestOfCompared = (compared: string): string =>
  `sha256(convert_to(${compared}::text, 'UTF8'))`

/** SQL: nothing has changed since. Where no list is loaded nobody is due. */
export const comparedNow = (owner: string): string =>
  `(${listVersions} is null or exists (select from comparisons
        where comparisons.owner_id = ${owner} and comparisons.digest = ${digestOfCompared(comparedOf(owner))}))`

/** The same, of an owner whose lock is held. */
export const isCompared = defineFact<OwnerId, boolean>({
  name: 'checks.compared',
  text: `select asked.owner, ${comparedNow('asked.owner')} as compared
      from unnest($1::uuid[]) as asked(owner)`,
  form: 'uuid',
  valueIn: (rows, owner) => rows.find((row) => row.owner === owner)?.compared === true,
  // Decided again, it was: nothing is accepted otherwise.
  inMemory: () => ({ add() {}, valueOf: () => true }),
})
