/** The real rules in memory and the model, side by side: every command is given to both, and their replies and states are compared. */
import type { Decided, Reply } from '../../src/desk/decide.ts'
import type { AnyTable } from '../../src/desk/table.ts'
import type { World } from '../../src/desk/world.ts'
import { actsAlone } from '../../src/domains/approvals/table.ts'
import { planIn, plans as planTable } from '../../src/domains/plans/table.ts'
import { references as outsideReferences } from '../../src/domains/withdrawals/table.ts'
import { emptyHouse, emptyModel, type HouseInMemory } from './cast.ts'
import { Difference, inOneLine, withoutIds } from './difference.ts'
import { difference, ownerInModel, ownerInWorld, plain } from './faces.ts'
import type { Answer, Asked } from './model.ts'
import { firmsId, type Told } from './model-house.ts'
import { beginning, moveOf, type Move } from './steps.ts'
import type { Row } from './model-apart.ts'
import { rowsOf } from './tables.ts'

/** A history in numbers: how many users begin it, how many accounts may be open at a time, and what happens. */
export type History = { users: number; people: number; steps: readonly number[] }
export type Look = (desk: HouseInMemory, move: Move, reply: Reply | null) => void

/** How often everything is compared, beside what each command names. */
const wholeEvery = 500

/** A new account's numbers are drawn by the engine; the model checks them and takes them over. */
export function toldBy({ text, status }: Pick<Answer, 'text' | 'status'>, { kind }: Asked): Told {
  if (kind !== 'OpenOwner' || status !== 201) return {}
  const { accountId, referralCode } = JSON.parse(text) as {
    accountId?: string
    referralCode?: string
  }
  return { accountId, referralCode }
}

export function differenceOfAnswers(model: Answer, engine: Answer): string | null {
  if (
    model.text === engine.text &&
    model.status === engine.status &&
    model.outcome === engine.outcome
  )
    return null
  return `the answers differ\n  engine: ${engine.status} ${engine.outcome} ${engine.text}\n  model:  ${model.status} ${model.outcome} ${model.text}`
}

const actAloneOf = (decided: Decided | null) =>
  decided?.changes?.put?.find(({ table }) => table === actsAlone)?.row as
    | { person: string; amount: bigint }
    | undefined

const differenceOfRow = (world: World, table: AnyTable, row: Row) =>
  difference(
    `${table.called} ${table.keyOf(row)}`,
    plain(row),
    plain(world.get<object>(table, table.keyOf(row))),
  )

export class BothInMemory {
  readonly desk = emptyHouse()
  readonly model = emptyModel()
  readonly submitted: Asked[] = []
  readonly #people: number

  constructor(people: number) {
    this.#people = people
  }

  /** What a step means now; null where there is nothing yet to repeat. */
  moveOf(step: number): Move | null {
    return moveOf(step, { model: this.model, submitted: this.submitted, people: this.#people })
  }

  /** Throws a Difference, also when a rule throws, which is never right. */
  make(move: Move): Reply | null {
    if ('passMs' in move) {
      this.desk.now += move.passMs
      this.desk.wall += move.wallMs
      this.model.wall += move.wallMs
      this.model.now += move.passMs
      return null
    }
    const asked = move.submit
    this.submitted.push(asked)
    const kept = this.desk.journal.length
    try {
      const reply = this.desk.run(asked)
      const answer = this.model.run(asked, toldBy(reply, asked))
      const fault =
        differenceOfAnswers(answer, reply) ??
        this.#differenceOfLines(kept) ??
        this.#differenceAbout(asked) ??
        (this.submitted.length % wholeEvery === 0 ? this.differenceOfAll() : null)
      if (fault) throw new Difference(fault)
      return reply
    } catch (error) {
      const said =
        error instanceof Difference
          ? error.message
          : `it could not be decided: ${(error as Error).stack}`
      throw new Difference(
        withoutIds(
          `After #${this.submitted.length - 1} ${inOneLine(asked)}\n${said}`,
          this.submitted,
        ),
        { cause: error },
      )
    }
  }

  /** What was written to people's lists, and whether the command is remembered. */
  #differenceOfLines(kept: number): string | null {
    const { journal } = this.desk
    const decided = journal[kept] ?? null
    if (journal.length !== this.model.records.size)
      return `${journal.length} commands are remembered by the engine, ${this.model.records.size} by the model`
    const entries = decided?.changes?.activity ?? []
    const [counted, act] = [
      actAloneOf(decided),
      this.model.acts.findLast(({ id }) => id === decided?.id),
    ]
    if (counted?.person !== act?.person || counted?.amount !== act?.amount)
      return `what one did alone differs: ${counted?.amount} in the engine, ${act?.amount} in the model`
    const told = entries.map(
      ({ owner, kind }, i) =>
        `${owner} ${decided!.balances[i]!.version} ${kind} ${decided!.at} ${decided!.balances[i]!.gain} ${decided!.balances[i]!.after}`,
    )
    const expected = this.model.lines.map(
      ({ owner, version, kind, at, gain, after }) =>
        `${owner} ${version} ${kind} ${at} ${gain} ${after}`,
    )
    return told.join() === expected.join()
      ? null
      : `the lists of activity differ\n  engine: ${told.join()}\n  model:  ${expected.join()}`
  }

  #differenceAbout(asked: Asked): string | null {
    const { kind, id, actor, command: c } = asked
    // A person who leaves is erased everywhere.
    if (kind === 'CloseUser' && this.model.lines.length > 0) return this.differenceOfAll()
    const request = this.model.request('withdrawal' in c ? c.withdrawal : id)
    const proposal = this.model.waiting.find(
      (one) => one.id === ('proposal' in c ? c.proposal : id),
    )
    const named = [actor, 'owner' in c ? c.owner : null, 'user' in c ? c.user : null]
    const owners = [...named, proposal?.owner, request?.owner, request?.recipient]
    return this.#differenceOfOwners(owners) ?? this.#differenceOfNamed(asked)
  }

  /** Of those who are named, of those to whose lists something was written, and of the firm. */
  #differenceOfOwners(named: readonly (string | null | undefined)[]): string | null {
    const owners = [firmsId, ...named, ...this.model.lines.map(({ owner }) => owner)]
    for (const owner of new Set(owners.filter((one) => one !== null && one !== undefined))) {
      const fault = this.#differenceOfOwner(owner)
      if (fault) return fault
    }
    return null
  }

  /** Of the rows that a command names, and of the latest of each table, which it may have added. */
  #differenceOfNamed({ id, command }: Asked): string | null {
    const named = [id, ...Object.values(command).filter((value) => typeof value === 'string')]
    const receipt = this.model.entry(id)?.receipt
    if (receipt) named.push(receipt)
    for (const [table, rows] of rowsOf(this.model)) {
      const [part, ...more] = table.definition.key
      // A row of its own is sought only where it is: a long history has many tables of many rows.
      const isThere = more.length > 0 || named.some((one) => this.desk.world.get(table, one))
      const about = isThere ? rows.filter((row) => named.includes(String(row[part!]))) : []
      const fault = this.#differenceOfSome(table, [...about, ...rows.slice(-1)])
      if (fault) return fault
    }
    return null
  }

  #differenceOfSome(table: AnyTable, rows: readonly Row[]): string | null {
    for (const row of rows) {
      const fault = differenceOfRow(this.desk.world, table, row)
      if (fault) return fault
    }
    return null
  }

  #differenceOfOwner(owner: string): string | null {
    return difference(owner, ownerInModel(this.model, owner), ownerInWorld(this.desk.world, owner))
  }

  /** The rows that nouns keep, as many on either side. */
  #differenceOfRows(): string | null {
    for (const [table, rows] of rowsOf(this.model)) {
      const held = this.desk.world.rows<object>(table).length
      if (held !== rows.length)
        return `${rows.length} rows of ${table.name} are in the model and ${held} in the engine`
      const fault = this.#differenceOfSome(table, rows)
      if (fault) return fault
    }
    return null
  }

  /** Everything that either side holds. */
  differenceOfAll(): string | null {
    const { world } = this.desk
    const { people, plans, references } = this.model
    const counts = difference(
      'the house',
      { people: people.length + 1, plans: plans.length, references: references.size },
      {
        people: world.owners.size,
        plans: world.rows(planTable).length,
        references: world.rows(outsideReferences).length,
      },
    )
    if (counts) return counts
    for (const { id } of [{ id: firmsId }, ...people]) {
      const fault = this.#differenceOfOwner(id)
      if (fault) return fault
    }
    const rows = this.#differenceOfRows()
    if (rows) return rows
    for (const plan of plans) {
      const fault = difference(`plan ${plan.id}`, plain(plan), plain(planIn(world, plan.id)))
      if (fault) return fault
    }
    const unknown = [...references].find((reference) => !world.get(outsideReferences, reference))
    return unknown === undefined ? null : `the reference ${unknown} is known only to the model`
  }
}

/** Plays a whole history, checking after every move; throws a Difference at the first one. Returns both houses. */
export function playInMemory(
  { users, people, steps }: History,
  look: Look = () => {},
): { both: BothInMemory; moves: Move[] } {
  const both = new BothInMemory(people)
  const moves: Move[] = []
  const go = (move: Move) => {
    moves.push(move)
    look(both.desk, move, both.make(move))
  }
  for (const submit of beginning(users)) go({ submit })
  for (const step of steps) {
    const move = both.moveOf(step)
    if (move) go(move)
  }
  const fault = both.differenceOfAll()
  if (fault) throw new Difference(withoutIds(`At the end: ${fault}`, both.submitted))
  return { both, moves }
}
