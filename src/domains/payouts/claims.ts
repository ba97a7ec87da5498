/**
 * What has a request: every batch, list or file for the bank with a line of it, whatever their rows say by now, each held against
 * its commands. A status that somebody wrote into a row frees no request to be paid again (docs/decisions/051). Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type ReadBack } from '../../desk/command.ts'
import { defineFact } from '../../desk/fact.ts'
import { reading, type Found } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import type { Carrier, Recorded } from './carrier.ts'

/** By their ids, what the journal says of all that have a request which is asked about together. */
type Claims<Row, Line> = ReadonlyMap<string, Recorded<Row, Line>> | 'in memory'

const unmade = { carried: null, fault: null }

export function defineClaims<Row extends { id: string }, Line extends { withdrawal: string }>(
  carrier: Carrier<Row, Line>,
) {
  const { rows, lines, ofLine, linesIn, called, commandsOf, follow, differenceOf } = carrier
  const of = lines.columnOf(ofLine).name
  const having = `select ${of} as id from ${lines.name} where ${lines.columnOf('withdrawal').name} = any ($1)`
  const withRequest = rows.source({
    name: 'with-request',
    form: 'uuid',
    text: `select ${rows.columns} from ${rows.from} where ${rows.as}.id in (${having})`,
  })
  const besideRequest = lines.source({
    name: 'beside-request',
    form: 'uuid',
    text: `select ${lines.columns} from ${lines.from} where ${lines.as}.${of} in (${having})`,
  })

  // Requests that are asked about together are often in the same batch: it is followed once for all of them.
  const allOf = new WeakMap<readonly Found[], ReadonlyMap<string, Recorded<Row, Line>>>()
  function followAll(found: readonly Found[]) {
    const known = allOf.get(found)
    if (known) return known
    const byId = Map.groupBy(found as ReadBack[], ({ about }) => about)
    const followed = new Map([...byId].map(([id, commands]) => [id, follow(id, commands)] as const))
    allOf.set(found, followed)
    return followed
  }

  const recordedClaims = defineFact<string, Claims<Row, Line>>({
    name: `${rows.name}.claims`,
    ofJournal: true,
    text: `select asked.id::text as about, command.id from (${having} group by ${of}) asked cross join lateral (${commandsOf('asked.id')}) command`,
    form: 'uuid',
    valueIn: followAll,
    inMemory: () => ({ add() {}, valueOf: () => 'in memory' }),
  })

  /** Needs all that has a request with the rest of what it pays, as it was recorded. */
  const claiming = (withdrawal: string) => [
    reading(withRequest, withdrawal),
    reading(besideRequest, withdrawal),
    recordedClaims.of(withdrawal),
  ]

  /** All that has a request, as it was recorded; or why no money may leave for it. */
  function claimsOf(world: World, withdrawal: string): Row[] | Refusal {
    const said = world.fact(recordedClaims, withdrawal)
    const found: Row[] = []
    for (const line of world.rows(lines)) {
      if (line.withdrawal !== withdrawal) continue
      const row = world.get(rows, String(line[ofLine]))!
      const whole = { row, lines: linesIn(world, row.id) }
      const recorded = said === 'in memory' ? said : (said.get(row.id) ?? unmade)
      const difference = differenceOf(whole, recorded)
      if (difference !== null)
        return refuse(
          'not_as_recorded',
          `A ${called} that has this request is not what was recorded of it: ${difference}. Nothing was booked, and no money may leave for it until that is explained.`,
        )
      found.push(row)
    }
    return found
  }

  return { recordedClaims, claiming, claimsOf }
}
