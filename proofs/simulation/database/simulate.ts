/** Histories through PostgreSQL, by several desks in two processes at once: the order of decision is inferred, and the model answers in that order. */
import type pg from 'pg'
import { problems, type ProblemCode } from '../../../src/contract/problems.ts'
import { auditBooks } from '../../../src/ledger/store/audit.ts'
import { createPool } from '../../../src/platform/database.ts'
import { emptyModel } from '../cast.ts'
import { Difference, inOneLine } from '../difference.ts'
import { difference, ownerInModel, plain, type Face } from '../faces.ts'
import { differenceOfAnswers, toldBy } from '../memory.ts'
import type { Answer, Asked } from '../model.ts'
import { firmsId, type Line, type Told } from '../model-house.ts'
import { Random } from '../random.ts'
import { beginning } from '../steps.ts'
import { rowsOf } from '../tables.ts'
import {
  activityInDatabase,
  actsInDatabase,
  addInvitation,
  addPerson,
  firmsEntriesInDatabase,
  journalInDatabase,
  letInvite,
  ownersInDatabase,
  putPlans,
  referencesInDatabase,
  removeStrangers,
  rowsInDatabase,
  type ActivityRow,
  type JournalRow,
} from './house.ts'
import type { Counter, Served } from './counter.ts'
import { named, namesMeanwhile, serialOrder, type Decision } from './order.ts'
import { desks, openTwoCounters } from './two-counters.ts'
import { changesStatusOf, nextWave, runsAlone } from './waves.ts'

export type SeenInDatabase = {
  commands: number
  waves: number
  repeated: number
  busy: number
  outcomes: Map<string, number>
}
type Result = Served & { asked: Asked }
type Faces = ReadonlyMap<string, Face>

const town = { users: 20, people: 50 }
const waveSize = 300

class DatabaseRun {
  readonly seen: SeenInDatabase = {
    commands: 0,
    waves: 0,
    repeated: 0,
    busy: 0,
    outcomes: new Map(),
  }
  readonly model = emptyModel()
  readonly submitted: Asked[] = []
  readonly #counter: Counter
  readonly #pool: pg.Pool
  readonly #random: Random

  constructor(counter: Counter, pool: pg.Pool, random: Random) {
    this.#counter = counter
    this.#pool = pool
    this.#random = random
    this.model.now = 0
  }

  async begin(): Promise<void> {
    await putPlans(this.#pool)
    for (const asked of beginning(town.users)) {
      this.submitted.push(asked)
      await this.#together([asked])
    }
  }

  async wave(size: number): Promise<void> {
    const { alone, together } = nextWave(
      this.model,
      this.submitted,
      { people: town.people, size },
      this.#random,
    )
    const users = new Set(
      this.model.people.filter(({ role }) => role === 'user').map(({ id }) => id),
    )
    for (const asked of alone) await this.#together([asked])
    // Whom they made an administrator, several of the others may freeze: each of those runs alone, too.
    const isLate = (asked: Asked) =>
      runsAlone(asked, this.model) || users.has(changesStatusOf(asked, this.model) ?? '')
    const late = new Set(together.filter(isLate))
    for (const asked of late) await this.#together([asked])
    await this.#together(together.filter((asked) => !late.has(asked)))
    await this.#compareOwners()
    this.seen.waves += 1
  }

  /** Submits everything at once, each to any of the desks, and compares the results. */
  async #together(asked: readonly Asked[]): Promise<void> {
    for (const one of asked) {
      if (one.kind === 'OpenOwner') await addPerson(this.#pool, one.command)
      if (one.kind === 'AcceptInvitation') await addInvitation(this.#pool, one)
    }
    const results = await Promise.all(
      this.#random.shuffled(asked).map(async (one): Promise<Result> => ({
        asked: one,
        ...(await this.#counter.serve(this.#random.below(desks), one)),
      })),
    )
    await removeStrangers(this.#pool)
    const ids = asked.map(({ id }) => id)
    const [journal, activity, entries] = [
      await journalInDatabase(this.#pool, ids),
      await activityInDatabase(this.#pool, ids),
      await firmsEntriesInDatabase(this.#pool, ids),
    ]
    const acts = await actsInDatabase(this.#pool, ids)
    // What was recorded before this wave is compared with the model at the end.
    const unseen = journal.filter(({ id }) => !this.model.records.has(id))
    const decisions = decisionsOf(results, unseen, activity).map((one) => {
      const isIts = ({ command }: { command: string }) =>
        one.note.outcome === 'done' && command === one.asked.id
      return {
        ...one,
        lines: activity.filter(isIts),
        entries: entries.filter(isIts),
        counted: one.note.outcome === 'done' && acts.has(one.asked.id),
      }
    })
    const forgotten = new Set(asked.filter((one) => this.model.recordOf(one)?.erased))
    const open = this.model.people.filter(({ status }) => status !== 'closed').map(({ id }) => id)
    this.#play(decisions, activity, asked.length === 1)
    const decided = new Set(decisions.map((decision) => decision.asked))
    const leaving = new Set(
      [...open, ...asked.map(({ id }) => id)].filter(
        (id) => this.model.person(id)?.status === 'closed',
      ),
    )
    this.#compareRepeated(
      results.filter((result) => !decided.has(result.asked)),
      asked,
      { forgotten, leaving },
    )
    this.seen.commands += results.length
  }

  /** Gives the decisions to the model in their order. */
  #play(decisions: readonly Decision[], activity: readonly ActivityRow[], alone: boolean): void {
    const meanwhile = namesMeanwhile(decisions, this.model)
    const movesClock = decisions.some(
      ({ asked, note }) => asked.kind === 'MoveClock' && note.outcome === 'done',
    )
    const ownersBefore = new Map(this.model.entries.map(({ id, owner }) => [id, owner]))
    const hasMoved = (entry: string) =>
      this.model.entries.some(({ id, owner }) => id === entry && owner !== ownersBefore.get(id))
    for (const { asked, reply, note } of serialOrder(decisions, this.model)) {
      const due = !alone && note.due !== null ? { due: note.due } : {}
      // A name is read without a lock, for display: it may be the one before or after.
      const names = new Map(
        note.names.filter(([person, name]) => meanwhile.get(person)?.includes(name)),
      )
      // Whose a receipt is, is looked up before it is locked.
      const { kind, command: c } = asked
      const isMoved = hasMoved('receipt' in c ? (c.receipt ?? '') : '')
      const moved =
        isMoved &&
        (kind === 'ReverseReceipt' || kind === 'ReturnReceipt' || kind === 'AssignReceipt') &&
        reply.outcome === 'already_decided'
      const subject = isMoved && note.subject !== null ? { subject: note.subject } : {}
      // The last day is counted by the clock as it was a moment before or after.
      const lately = !alone && movesClock ? { lately: new Map(note.lately) } : {}
      const answer = this.#answer(
        asked,
        {
          ...toldBy(reply, asked),
          ...due,
          ...subject,
          ...lately,
          names,
          pools: new Map(note.pools),
          moved,
        },
        note.at,
      )
      this.model.now = Math.max(this.model.now, note.at)
      const fault =
        differenceOfAnswers(answer, reply) ??
        differenceOfLines(
          this.model.lines,
          activity.filter(({ command }) => command === asked.id && reply.outcome === 'done'),
        )
      if (fault) throw new Difference(`${inOneLine(asked)}\n${fault}`)
      const outcome = `${asked.kind} ${reply.outcome}`
      this.seen.outcomes.set(outcome, (this.seen.outcomes.get(outcome) ?? 0) + 1)
    }
  }

  #answer(asked: Asked, told: Told, at: number): Answer {
    try {
      return this.model.run(asked, told, at)
    } catch (error) {
      throw new Difference(
        `${inOneLine(asked)} was done, and should not be possible: ${(error as Error).message}`,
        { cause: error },
      )
    }
  }

  /** What wasn't decided is answered from what was, byte for byte; a reply erased meanwhile, or a name in one, may have been given before or after. */
  #compareRepeated(
    results: readonly Result[],
    everyone: readonly Asked[],
    { forgotten, leaving }: { forgotten: ReadonlySet<Asked>; leaving: ReadonlySet<string> },
  ): void {
    const failed = results.find(({ fault }) => fault !== null && fault !== 'busy')
    if (failed) throw new Difference(`${inOneLine(failed.asked)} ended with ${failed.fault}`)
    for (const { asked, reply } of results) {
      this.seen[reply ? 'repeated' : 'busy'] += 1
      if (!reply) continue
      const record = this.model.recordOf(asked)
      // Its twin with another body, for which it was refused, was then turned away as busy: neither was decided, and nothing is recorded.
      const twinWasBusy =
        reply.outcome === 'key_reused' &&
        results.some(
          ({ asked: twin, fault }) =>
            fault === 'busy' &&
            twin.actor === asked.actor &&
            twin.key === asked.key &&
            twin.bodyHash !== asked.bodyHash,
        )
      if (!record && twinWasBusy) continue
      if (!record)
        throw new Difference(
          `${inOneLine(asked)} was answered with ${reply.text}, and nobody decided it\n${fatesOf(asked, results)}`,
        )
      // Twins in one desk share the reply of the first of them, with its request id.
      const twins =
        asked.key === null
          ? []
          : results
              .filter(({ asked: { actor, key } }) => actor === asked.actor && key === asked.key)
              .map((twin) => twin.asked)
      const alike = twins.filter(({ bodyHash }) => bodyHash === asked.bodyHash)
      const answers = [asked, ...alike].map((twin) => this.model.run(twin))
      // When two bodies come under one key at the same moment, either may come first.
      if (
        everyone.some(
          ({ actor, key, bodyHash }) =>
            key !== null &&
            actor === asked.actor &&
            key === asked.key &&
            bodyHash !== asked.bodyHash,
        )
      ) {
        answers.push(...[asked, ...alike].map(({ requestId }) => this.model.keyReused(requestId)))
      }
      const faults = answers.map((answer) => differenceOfAnswers(answer, reply))
      const fault = faults.includes(null) ? null : faults[0]!
      const couldBe =
        forgotten.has(asked) || record.bodyHash !== asked.bodyHash
          ? []
          : this.model.answersMeanwhile(record, leaving)
      const wasSo = couldBe.some((answer) => differenceOfAnswers(answer, reply) === null)
      if (fault !== null && !wasSo)
        throw new Difference(`${inOneLine(asked)}, asked again: ${fault}`)
    }
  }

  async #compareOwners(): Promise<void> {
    const owners = await ownersInDatabase(this.#pool)
    const ids = [firmsId, ...this.model.people.map(({ id }) => id)]
    const faces = new Map(ids.map((id) => [id, ownerInModel(this.model, id)!]))
    this.#compareAll('account', faces, owners)
  }

  #compareAll(what: string, ours: Faces, theirs: Faces): void {
    if (ours.size !== theirs.size)
      throw new Difference(
        `there is a difference in number: ${what}s are ${ours.size} in the model and ${theirs.size} in the engine`,
      )
    for (const [id, face] of ours) {
      const fault = difference(`${what} ${id}`, face, theirs.get(id) ?? null)
      if (fault) throw new Difference(fault)
    }
  }

  /** Everything that is kept. */
  async compareWhole(): Promise<void> {
    await this.#compareOwners()
    for (const [table, rows] of rowsOf(this.model))
      this.#compareAll(
        table.called,
        new Map(rows.map((row) => [table.keyOf(row), plain(row)!])),
        await rowsInDatabase(this.#pool, table),
      )
    const acts = this.model.acts.map(({ at: _, ...act }) => [act.id, act] as const)
    this.#compareAll('act alone', new Map(acts), await actsInDatabase(this.#pool, null))
    const records = [...this.model.records.values()].map(
      ({ answer, named, erased, ...record }) => ({
        ...record,
        outcome: answer.outcome,
        status: erased ? null : answer.status,
        text: erased ? null : this.model.answerNow({ ...record, answer, named, erased }).text,
      }),
    )
    const journal = new Map(
      (await journalInDatabase(this.#pool, null)).map((row) => [row.id, { ...row } as Face]),
    )
    this.#compareAll('command', new Map(records.map((record) => [record.id, record])), journal)
    const references = await referencesInDatabase(this.#pool)
    if (references.toSorted().join() !== [...this.model.references].toSorted().join())
      throw new Difference('the outside references differ')
    const { faults } = await auditBooks(this.#pool)
    if (faults.length > 0) throw new Difference(`the audit says: ${faults.join('; ')}`)
  }
}

/** The results of everything submitted under the same id or key. */
function fatesOf(asked: Asked, results: readonly Result[]): string {
  const same = results.filter(
    ({ asked: one }) =>
      one.id === asked.id ||
      (one.key !== null && one.actor === asked.actor && one.key === asked.key),
  )
  return same
    .map(
      ({ asked: one, reply, fault, note }) =>
        `  ${inOneLine(one)}, ${one.requestId}: ${fault ?? reply!.outcome}, decided as ${note?.outcome ?? 'nothing'}`,
    )
    .join('\n')
}

function differenceOfLines(model: readonly Line[], engine: readonly Line[]): string | null {
  const written = (lines: readonly Line[]) =>
    lines
      .map(
        ({ owner, version, kind, at, gain, after }) =>
          `${owner} ${version} ${kind} ${at} ${gain} ${after}`,
      )
      .toSorted()
      .join('\n    ')
  return written(model) === written(engine)
    ? null
    : `the lists of activity differ\n  engine: ${written(engine)}\n  model:  ${written(model)}`
}

/** Which of the twins was decided, and what that decision saw. The others were answered from the journal. */
function decisionsOf(
  results: readonly Result[],
  journal: readonly JournalRow[],
  activity: readonly ActivityRow[],
): Refused[] {
  const rows = new Map(journal.map((row) => [row.id, row]))
  const done = new Set<string>()
  const decisions = results.flatMap(({ asked, reply, note }) => {
    if (!reply || !note || note.outcome !== reply.outcome) return []
    const row = rows.get(asked.id)
    if (reply.outcome !== 'done')
      return isItsRefusal({ asked, reply, note }, rows, results) ? [{ asked, reply, note }] : []
    const fits =
      row &&
      row.at === note.at &&
      row.bodyHash === asked.bodyHash &&
      activity.every(
        ({ command, owner, version }) =>
          command !== asked.id ||
          note.owners.some(([seen, before]) => seen === owner && before === version - 1),
      )
    if (!fits || done.has(asked.id)) return []
    done.add(asked.id)
    return [{ asked, reply, note }]
  })
  const known = new Set(decisions.map(({ asked: { id } }) => id))
  const unexplained = journal.find(({ id }) => !known.has(id))
  if (unexplained)
    throw new Difference(
      `${unexplained.kind} ${unexplained.id} is recorded as ${unexplained.outcome}, and whoever asked for it was told nothing of the kind`,
    )
  return decisions
}

type Refused = Omit<Decision, 'lines' | 'entries' | 'counted'>

/**
 * Whether this is the refusal that was decided, not a repeated one. A refusal of staff is decided twice, the
 * second time with their own lock; when a twin was recorded in between and its person has left, each gets its own
 * request's number. Then the journal knows when it was decided, and a repeated one has the catalogue's words.
 */
function isItsRefusal(
  { asked, reply, note }: Refused,
  rows: ReadonlyMap<string, JournalRow>,
  results: readonly Result[],
): boolean {
  const isOwn = (one: Asked, { text }: Answer) => JSON.parse(text).requestId === one.requestId
  if (!isOwn(asked, reply)) return false
  if (asked.actor === null) return true
  const like = results.filter(
    ({ asked: twin, reply: answer, note: seen }) =>
      twin.id === asked.id &&
      answer &&
      seen?.outcome === answer.outcome &&
      isOwn(twin, answer) &&
      rows.get(asked.id)?.at === seen.at,
  )
  const repeated = ({ reply: answer }: Result) =>
    JSON.parse(answer!.text).detail === problems[answer!.outcome as ProblemCode][2]
  const first = like.find((one) => !repeated(one)) ?? like[0]
  return first?.asked === asked && rows.get(asked.id)?.at === note.at
}

/** Plays this many commands on this empty, migrated database. Throws a Difference. */
export async function simulateInDatabase(
  { url, seed, commands }: { url: string; seed: number; commands: number },
  say: (seen: SeenInDatabase) => void = () => {},
): Promise<SeenInDatabase> {
  const pool = createPool({ url, name: 'glasshouse simulation', as: 'owner', max: 4 })
  const counter = await openTwoCounters(url)
  const run = new DatabaseRun(counter, pool, new Random(seed))
  try {
    await letInvite(pool)
    await run.begin()
    while (run.seen.commands < commands) {
      await run.wave(Math.min(waveSize, Math.max(50, commands - run.seen.commands)))
      say(run.seen)
    }
    await run.compareWhole()
    return run.seen
  } catch (error) {
    throw named(error, run.submitted)
  } finally {
    await counter.close()
    await pool.end()
  }
}
