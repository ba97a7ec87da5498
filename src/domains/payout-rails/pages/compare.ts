/** What payouts leave by, held against its commands before anybody is shown it or handed its file. */
import { readCommands, type Journal } from '../../../desk/read-back.ts'
import type { Found } from '../../../desk/read.ts'
import { ProblemError } from '../../../contract/problems.ts'
import { raiseAlarm } from '../../../platform/alarm.ts'
import { inSnapshot } from '../../../platform/snapshot.ts'
import type { House } from '../../house-desk.ts'
import type { Carrier } from '../../payouts/carrier.ts'

/** Those that are there, with what they pay and what of them isn't what was recorded: all in one snapshot. */
export function readCompared<Row extends { id: string }, Line extends object>(
  journal: Journal,
  carrier: Carrier<Row, Line>,
  ids: readonly string[],
) {
  const { rows, lines, recorded, ofLine, order, differenceOf } = carrier
  const of = lines.columnOf(ofLine).name
  return inSnapshot(journal.pool, async (client) => {
    const found = await client.query<Found>({
      name: `${rows.name}.compared`,
      text: `select ${rows.columns} from ${rows.from} where ${rows.as}.id = any ($1)`,
      values: [ids],
    })
    const paid = await client.query<Found>({
      name: `${lines.name}.compared`,
      text: `select ${lines.columns} from ${lines.from} where ${lines.as}.${of} = any ($1)`,
      values: [ids],
    })
    const { name, text: chosen } = recorded
    const commands = await readCommands(journal, client, { name, chosen, ids })
    const all = paid.rows.map((row) => lines.fromRow(row))
    return found.rows.map((read) => {
      const row = rows.fromRow(read)
      const own = all
        .filter((line) => line[ofLine] === row.id)
        .toSorted((one, other) => order(one) - order(other))
      const carried = { row, lines: own }
      return { ...carried, difference: differenceOf(carried, recorded.valueIn(commands, row.id)) }
    })
  })
}

type Watched = Journal & Pick<House, 'log' | 'metrics'>

/** One of them with what it pays; null: there is none. Where it isn't what was recorded, who watches the house learns too. */
export async function readCarried<Row extends { id: string }, Line extends object>(
  house: Watched,
  carrier: Carrier<Row, Line>,
  id: string,
  requestId: string,
) {
  const [carried] = await readCompared(house, carrier, [id])
  if (!carried) return null
  const { difference } = carried
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
