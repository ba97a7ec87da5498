/**
 * What payouts leave by: a batch, a list or a file for the bank, followed through the commands about it without its rows. What leaves
 * the firm's hands is decided on that, and not on what somebody may have written into a row (docs/decisions/051). Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Journaled, type ReadBack } from '../../desk/command.ts'
import { differingIn } from '../../desk/difference.ts'
import { defineFact } from '../../desk/fact.ts'
import { Unexplained } from '../../desk/recall.ts'
import type { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'

/** Its row, and the rows of what it pays. */
export type Carried<Row, Line> = { row: Row; lines: Line[] }

/** `carried` is null where no command made it. `fault`: its commands aren't what was recorded, or don't follow from each other. */
export type Recorded<Row, Line> = { carried: Carried<Row, Line> | null; fault: string | null }

type Definition<Row extends object, Line extends object> = {
  /** In a sentence: This … */
  called: string
  rows: Table<Row>
  lines: Table<Line>
  /** Which property of a line says what carries it. */
  ofLine: keyof Line & string
  /** In the order in which they are paid. */
  linesIn(world: World, id: string): Line[]
  order(line: Line): number
  /** SQL of the ids of further commands that it depends on, beside those that name it; `asked.id` is its own. */
  also?: string
  /** Throws Unexplained where this command made none. */
  made(kept: Journaled): Carried<Row, Line>
  after(carried: Carried<Row, Line>, kept: Journaled): Carried<Row, Line>
  /** Payments are recorded in their owners' lists, all else in the firm's: which of them come first. */
  rank(kept: Journaled): number
  /** What its properties are called, where they aren't called so in English. */
  names: { [property in keyof Row]?: string }
}

/** SQL of the same expression and condition as the index. */
const naming = (command: string) =>
  `coalesce(${command}.input ->> 'batch', ${command}.input ->> 'list', ${command}.input ->> 'export', ${command}.input ->> 'anchor')`
const indexed = (command: string) =>
  `${command}.outcome = 'done' and ${command}.kind in ('BuildPayoutBatch', 'SignPayoutBatch', 'SendPayoutBatch', 'PayPayout', 'SettlePayoutBatch', 'DropPayoutBatch', 'ReleasePayoutList', 'PayListed', 'DropPayoutList', 'PayWithdrawal', 'DownloadBankExport', 'ProposeDropBankExport', 'DropBankExport')`

/** SQL of the ids of the commands that name it, by an index. */
export const commandsNaming = (name: string): string =>
  `select later.id from desk.commands later where ${naming('later')} = ${name} and ${indexed('later')}`

/** `commands` about it in the order of the lists that they stand in. */
function followed<Row extends { id: string }, Line extends object>(
  { rank, made, after }: Definition<Row, Line>,
  id: string,
  commands: readonly (Journaled & { fault: string | null })[],
): Recorded<Row, Line> {
  if (!commands.some((kept) => kept.id === id)) return { carried: null, fault: null }
  try {
    let carried: Carried<Row, Line> | null = null
    for (const kept of commands.toSorted((one, other) => rank(one) - rank(other))) {
      if (kept.fault !== null) throw new Unexplained(`of ${kept.kind}, ${kept.fault}`)
      if (kept.id === id) carried = made(kept)
      else if (carried !== null) carried = after(carried, kept)
    }
    return { carried, fault: null }
  } catch (error) {
    if (error instanceof Unexplained) return { carried: null, fault: error.message }
    throw error
  }
}

function differenceBetween<Row extends object, Line extends object>(
  found: Carried<Row, Line>,
  { carried, fault }: Recorded<Row, Line>,
  names: { [property in keyof Row]?: string },
): string | null {
  if (fault !== null) return fault
  if (carried === null) return 'no command made it'
  const property = differingIn(found.row, carried.row) as keyof Row | null
  if (property !== null) return `its ${names[property] ?? String(property)} differs`
  const isWhole =
    found.lines.length === carried.lines.length &&
    found.lines.every((line, n) => differingIn(line, carried.lines[n]!) === null)
  return isWhole ? null : 'its payments differ'
}

export function defineCarrier<Row extends { id: string }, Line extends object>(
  one: Definition<Row, Line>,
) {
  const { rows, lines, names } = one
  const follow = (id: string, commands: Parameters<typeof followed>[2]) =>
    followed(one, id, commands)

  /** SQL of the ids of the commands about it. */
  const commandsOf = (id: string): string =>
    `select made.id from desk.commands made where made.id = ${id} union ${commandsNaming(`${id}::text`)}${one.also ? ` union ${one.also}` : ''}`

  const recorded = defineFact<string, Recorded<Row, Line> | 'in memory'>({
    name: `${rows.name}.recorded`,
    ofJournal: true,
    text: `select asked.id::text as about, command.id from unnest($1::uuid[]) asked (id) cross join lateral (${commandsOf('asked.id')}) command`,
    form: 'uuid',
    valueIn: (found, id) =>
      follow(
        id,
        (found as ReadBack[]).filter(({ about }) => about === id),
      ),
    inMemory: () => ({ add() {}, valueOf: () => 'in memory' }),
  })

  /** What of it isn't what was recorded, in words that follow a colon, or null. */
  const differenceOf = (found: Carried<Row, Line>, said: Recorded<Row, Line> | 'in memory') =>
    said === 'in memory' ? null : differenceBetween(found, said, names)

  function refuseUnlessAsRecorded(world: World, row: Row): Refusal | null {
    const found = { row, lines: one.linesIn(world, row.id) }
    const difference = differenceOf(found, world.fact(recorded, row.id))
    return difference === null
      ? null
      : refuse(
          'not_as_recorded',
          `This ${one.called} is not what was recorded of it: ${difference}. Nothing was booked, and no money may leave by it until that is explained.`,
        )
  }

  return {
    ...one,
    recorded,
    commandsOf,
    follow,
    differenceOf,
    refuseUnlessAsRecorded,
    /** Needs it, what it pays, and the commands about it. */
    comparing: (id: string) => [rows.byId(id), lines.byId(id), recorded.of(id)],
  }
}

export type Carrier<Row extends { id: string }, Line extends object> = ReturnType<
  typeof defineCarrier<Row, Line>
>
