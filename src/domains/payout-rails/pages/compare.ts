/** What payouts leave by, as its last command left it, before anybody is shown it or handed its file. */
import type { Journal } from '../../../desk/read-back.ts'
import type { Found } from '../../../desk/read.ts'
import { readDifferences } from '../../../desk/row-states.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Cents } from '../../../lib/money.ts'
import { raiseAlarm } from '../../../platform/alarm.ts'
import { inSnapshot } from '../../../platform/snapshot.ts'
import type { House } from '../../house-desk.ts'
import type { Carrier } from '../../payouts/carrier.ts'

type AnyRow = { id: string; amount: Cents }
type AnyLine = { withdrawal: string; amount: Cents }

/** One with what it pays, and what of them isn't as it was left, in one snapshot; undefined: there is none. */
export function readCompared<Row extends AnyRow, Line extends AnyLine>(
  journal: Journal,
  { rows, lines, ofLine, linesAmong, isWhole }: Carrier<Row, Line>,
  id: string,
) {
  return inSnapshot(journal.pool, async (client) => {
    const [found] = await readDifferences<Found>(journal, client, rows, {
      name: `${rows.name}.compared`,
      text: `select ${rows.columns} from ${rows.from} where ${rows.as}.id = $1`,
      values: [id],
    })
    if (!found) return undefined
    const paid = await readDifferences<Found>(journal, client, lines, {
      name: `${lines.name}.compared`,
      text: `select ${lines.columns} from ${lines.from} where ${lines.as}.${lines.columnOf(ofLine).name} = $1`,
      values: [id],
    })
    const row = rows.fromRow(found)
    const own = linesAmong(
      paid.map((line) => lines.fromRow(line)),
      id,
    )
    const arePaid = isWhole(row, own) && paid.every(({ difference }) => difference === null)
    return {
      row,
      lines: own,
      difference: found.difference ?? (arePaid ? null : 'its payments differ'),
    }
  })
}

type Watched = Journal & Pick<House, 'log' | 'metrics'>

/** The same. Where it isn't as it was left, who watches the house learns too. */
export async function readCarried<Row extends AnyRow, Line extends AnyLine>(
  house: Watched,
  carrier: Carrier<Row, Line>,
  id: string,
  requestId: string,
) {
  const carried = await readCompared(house, carrier, id)
  const difference = carried?.difference ?? null
  if (difference !== null)
    raiseAlarm(house, { table: carrier.rows.name, id, difference, requestId })
  return carried
}

/** Before anything of it is handed out or handed in. */
export function mustBeAsRecorded<Carried extends { difference: string | null }>(
  carried: Carried,
  called: string,
): Carried {
  if (carried.difference === null) return carried
  throw new ProblemError({
    code: 'not_as_recorded',
    message: `This ${called} is not what was recorded of it: ${carried.difference}. Nothing was handed out, and no money may leave by it until that is explained.`,
  })
}
