/**
 * What payouts leave by: a batch, a list or a file for the bank, with what it pays, and what has a request, whatever the rows say by
 * now. A row that isn't as its last command left it decides nothing, and frees no request to be paid again (docs/decisions/051). Pure.
 */
import { reading } from '../../desk/read.ts'
import type { Table } from '../../desk/table.ts'
import { NotAsLeft, type World } from '../../desk/world.ts'

type Definition<Row extends object, Line extends object> = {
  rows: Table<Row>
  lines: Table<Line>
  /** Which property of a line says what carries it. */
  ofLine: keyof Line & string
  /** In the order in which they are paid. */
  placeOf(line: Line): number
}

export function defineCarrier<
  Row extends { id: string; amount: bigint },
  Line extends { withdrawal: string; amount: bigint },
>({ rows, lines, ofLine, placeOf }: Definition<Row, Line>) {
  const of = lines.columnOf(ofLine).name
  const having = `select ${of} from ${lines.name} where ${lines.columnOf('withdrawal').name} = any ($1)`
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

  const linesAmong = (all: readonly Line[], id: string): Line[] =>
    all
      .filter((line) => line[ofLine] === id)
      .toSorted((one, other) => placeOf(one) - placeOf(other))

  /** A line that is gone leaves nothing to compare: what carries it says what all of them come to. */
  const isWhole = (row: Row, own: readonly Line[]): boolean =>
    own.reduce((sum, { amount }) => sum + amount, 0n) === row.amount

  /** What it pays. */
  function linesIn(world: World, id: string): Line[] {
    const own = linesAmong(world.rows(lines), id)
    const row = world.get(rows, id)
    if (row && !isWhole(row, own)) throw new NotAsLeft(lines, id)
    return own
  }

  return {
    rows,
    lines,
    ofLine,
    linesAmong,
    isWhole,
    linesIn,
    /** Needs it, with what it pays. */
    whole: (id: string) => [rows.byId(id), lines.byId(id)],
    /** Needs all that has a request, with the rest of what it pays. */
    having: (withdrawal: string) => [
      reading(withRequest, withdrawal),
      reading(besideRequest, withdrawal),
    ],
    /** All that has a request. */
    claimsOf: (world: World, withdrawal: string): Row[] =>
      world
        .rows(lines)
        .filter((line) => line.withdrawal === withdrawal)
        .map((line) => world.get(rows, String(line[ofLine]))!),
  }
}

export type Carrier<
  Row extends { id: string; amount: bigint },
  Line extends { withdrawal: string; amount: bigint },
> = ReturnType<typeof defineCarrier<Row, Line>>
