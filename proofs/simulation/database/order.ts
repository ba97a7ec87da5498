/**
 * The order in which concurrent commands were decided. It isn't reported: it follows from what each
 * decision saw and what each command left. A command that saw version 7 of an owner came after the one that
 * made it 7 and before the one that made it 8; the same with the firm's accounts where a decision
 * depended on them, and with what is read without a lock: emails, outside references.
 */
import { Difference, inOneLine, withoutIds } from '../difference.ts'
import { firmsAccounts } from '../faces.ts'
import type { Answer, Asked, Model } from '../model.ts'
import { firmsId } from '../model-house.ts'
import { letters } from '../model-words.ts'
import type { FirmsEntry } from './house.ts'
import { stageOf, type Note } from './watched.ts'

export type Decision = {
  asked: Asked
  reply: Answer
  note: Note
  /** Owners whose lists it was written to, with the versions that this made. */
  lines: { owner: string; version: number; kind: string }[]
  entries: FirmsEntry[]
  /** Whether it counts as done by one alone. */
  counted: boolean
}

type Before = (first: Decision, then: Decision, why: string) => void
const inOrder = (before: Before, isFirst: boolean, one: Decision, other: Decision, why: string) =>
  isFirst ? before(one, other, why) : before(other, one, why)

const poolOf: { [refusal: string]: string } = {
  not_covered: 'returns-pool',
  referral_pool_short: 'referral-pool',
  corrections_pool_short: 'corrections-pool',
  loan_pool_short: 'loan-pool',
  loan_income_short: 'loan-income',
}

/** What was seen and depended on, as `[what, version]`. */
function reads({ asked, note }: Decision): [string, number][] {
  const showsFirm =
    asked.kind === 'PayInCapital' ||
    asked.kind === 'FundPool' ||
    asked.kind === 'AgreeToProposal' ||
    asked.kind === 'ReconcileBank' ||
    asked.kind === 'ReverseDeposit' ||
    asked.kind === 'RecordCoinExchange' ||
    asked.kind === 'RecordPositionCover' ||
    asked.kind === 'RecordNetworkFees'
  // Whether a profit can be covered is decided under the lock of the pool, also where it can't be and nothing refuses.
  const coversAgain = asked.kind === 'SettleInvestment' && asked.command.reinvesting
  const firm = note.firm.filter(
    ([kind]) =>
      showsFirm || kind === poolOf[note.outcome] || (coversAgain && kind === 'returns-pool'),
  )
  return [
    ...note.owners.map(([owner, version]) => [owner, version] as [string, number]),
    ...firm.map(([kind, version]) => [kind, Number(version)] as [string, number]),
  ]
}

function writes({ lines, entries }: Decision): [string, number][] {
  return [
    ...lines.map(({ owner, version }) => [owner, version] as [string, number]),
    ...entries.map(({ kind, version }) => [kind, Number(version)] as [string, number]),
  ]
}

function versionsBefore({ people, firm }: Model): Map<string, number> {
  return new Map([
    ...people.map(({ id, version }) => [id, version] as const),
    [firmsId, firm.version],
    ...Object.entries(firmsAccounts(firm)).map(([kind, { entries }]) => [kind, entries] as const),
  ])
}

function byVersions(decisions: readonly Decision[], model: Model, before: Before): void {
  const made = new Map<string, Decision>()
  for (const decision of decisions) {
    for (const [what, version] of writes(decision)) {
      const other = made.get(`${what} ${version}`)
      if (other)
        throw new Difference(
          `Version ${version} of ${what} was made twice:\n${inOneLine(other.asked)}\n${inOneLine(decision.asked)}`,
        )
      made.set(`${what} ${version}`, decision)
    }
  }
  const known = versionsBefore(model)
  for (const decision of decisions) {
    for (const [what, version] of [
      ...reads(decision),
      ...writes(decision).map(([what, version]) => [what, version - 1] as const),
    ]) {
      const maker = made.get(`${what} ${version}`)
      const next = made.get(`${what} ${version + 1}`)
      if (version !== (known.get(what) ?? 0) && !maker)
        throw new Difference(
          `Version ${version} of ${what} was seen, which nobody made and which is not the one of before: ${inOneLine(decision.asked)}`,
        )
      if (maker) before(maker, decision, `made version ${version} of ${what}, as was seen`)
      if (next) before(decision, next, `saw version ${version} of ${what}, the last before`)
    }
  }
}

/** Concurrent commands change at most one name and email of each person: so the holders before and after are known. */
type Change = {
  person: string
  decision: Decision
  from: { name: string; email: string } | null
  to: { name: string; email: string } | null
}

function changesOf(decisions: readonly Decision[], model: Model): Change[] {
  return decisions.flatMap((decision): Change[] => {
    const { kind, command: c } = decision.asked
    if (decision.note.outcome !== 'done' || decision.lines.length === 0) return []
    if (kind === 'OpenOwner')
      return [{ person: c.owner, decision, from: null, to: { name: c.fullName, email: c.email } }]
    if (kind !== 'ChangeName' && kind !== 'CorrectUser' && kind !== 'CloseUser') return []
    const id = 'owner' in c ? c.owner : c.user
    const person = model.person(id)
    if (!person)
      throw new Difference(`Something was done to somebody unknown: ${inOneLine(decision.asked)}`)
    const from = { name: person.fullName, email: person.email }
    const to = kind === 'CloseUser' ? null : { ...from, ...namesOf(decision.asked) }
    return [{ person: id, decision, from, to }]
  })
}

/** The name that a command gives a person. An email that needs confirming changes nothing yet. */
function namesOf({ kind, command: c }: Decision['asked']): { name?: string; email?: string } {
  if (kind === 'ChangeName') return { name: c.fullName }
  if (kind !== 'CorrectUser') return {}
  return {
    ...(c.fullName === undefined ? {} : { name: c.fullName }),
    ...(c.email === undefined || c.emailWait ? {} : { email: c.email }),
  }
}

/** The possible names meanwhile of those who were renamed or left. */
export function namesMeanwhile(
  decisions: readonly Decision[],
  model: Model,
): Map<string, (string | null)[]> {
  return new Map(
    changesOf(decisions, model).map(({ person, from, to }) => [
      person,
      [from?.name ?? null, to?.name ?? null],
    ]),
  )
}

/** A request names a recipient who isn't closed; the recipient isn't locked. */
function byClosing(
  decisions: readonly Decision[],
  changes: readonly Change[],
  before: Before,
): void {
  for (const decision of decisions) {
    if (decision.asked.kind !== 'RequestWithdrawal') continue
    for (const [person, isClosed] of decision.note.closed) {
      const closing = changes.find((change) => change.person === person && change.to === null)
      if (closing)
        inOrder(
          before,
          isClosed,
          closing.decision,
          decision,
          'one closed the account, the other looked at it',
        )
    }
  }
}

function byEmails(
  decisions: readonly Decision[],
  changes: readonly Change[],
  before: Before,
): void {
  for (const decision of decisions) {
    const { kind, command } = decision.asked
    if (kind !== 'CorrectUser' || command.email === undefined) continue
    const { holder } = decision.note
    for (const { person, decision: change, from, to } of changes) {
      if (from?.email === to?.email) continue
      if (from?.email === command.email)
        inOrder(
          before,
          holder === person,
          decision,
          change,
          `one freed ${command.email}, the other saw who holds it`,
        )
      if (to?.email === command.email)
        inOrder(
          before,
          holder === person,
          change,
          decision,
          `one took ${command.email}, the other saw who holds it`,
        )
    }
  }
}

function byReferences(decisions: readonly Decision[], before: Before): void {
  const referenceOf = ({ asked: { kind, command } }: Decision) =>
    'reference' in command ? `${kind} ${letters(String(command.reference))}` : null
  const used = new Map(
    decisions
      .filter((decision) => referenceOf(decision) !== null && decision.note.outcome === 'done')
      .map((decision) => [referenceOf(decision), decision]),
  )
  for (const decision of decisions) {
    const user =
      decision.note.outcome === 'reference_used' ? used.get(referenceOf(decision)) : undefined
    if (user) before(user, decision, 'used the reference')
  }
}

/** The command decided found nothing recorded under its id: a refusal of the system's own work, which isn't kept, came before what was done. */
function byRecords(decisions: readonly Decision[], before: Before): void {
  const done = new Map(
    decisions
      .filter(({ note }) => note.outcome === 'done')
      .map((decision) => [decision.asked.id, decision]),
  )
  for (const decision of decisions) {
    const recorded = done.get(decision.asked.id)
    if (recorded) before(decision, recorded, 'found nothing recorded under its id')
  }
}

/** Whose status it has changed, or may have changed, and to which version. */
function statusChangeOf({
  asked: { kind, command },
  note,
  lines,
}: Decision): { person: string; version: number } | null {
  if (note.outcome === 'done' && kind === 'ReverseDeposit') {
    const line = lines.find(({ owner }) => owner !== firmsId)
    return line ? { person: line.owner, version: line.version } : null
  }
  if (
    note.outcome !== 'done' ||
    (kind !== 'FreezeUser' &&
      kind !== 'UnfreezeUser' &&
      kind !== 'FreezeOwnAccount' &&
      kind !== 'CloseUser')
  )
    return null
  const person = 'owner' in command ? command.owner : command.user
  return { person, version: lines.find(({ owner }) => owner === person)!.version }
}

/** At most one of the concurrent commands changes the status of one of staff: so it is known who was one before and after. */
function byStaff(decisions: readonly Decision[], model: Model, before: Before): void {
  for (const change of decisions) {
    const person = model.person(statusChangeOf(change)?.person ?? null)
    if (!person || person.role === 'user') continue
    const joins = change.asked.kind === 'UnfreezeUser'
    if (joins === (person.status === 'active')) continue
    for (const other of decisions) {
      if (other === change || other.note.staff === null) continue
      inOrder(
        before,
        other.note.staff.includes(person.id) === joins,
        change,
        other,
        `one changed whether ${person.id} can act as staff, the other saw it`,
      )
    }
  }
}

/** A command only reads its actor: it came before or after what changed their status. */
function byStatus(decisions: readonly Decision[], before: Before): void {
  for (const change of decisions) {
    const changed = statusChangeOf(change)
    if (!changed) continue
    for (const other of decisions) {
      const [person, version] = other.note.actor ?? []
      if (other !== change && person === changed.person)
        inOrder(
          before,
          version! >= changed.version,
          change,
          other,
          'one changed the status of whoever gave the other',
        )
    }
  }
}

/** What one did alone only grows: a command that saw more of it came later. */
function byAlone(decisions: readonly Decision[], before: Before): void {
  for (const act of decisions.filter(({ counted }) => counted)) {
    for (const other of decisions) {
      if (other === act || other.note.alone === null || other.asked.actor !== act.asked.actor)
        continue
      inOrder(
        before,
        other.note.alone > act.note.alone!,
        act,
        other,
        'one was counted as done alone, the other saw the sum',
      )
    }
  }
}

const givesUp: Record<string, (decision: Decision) => unknown> = {
  CancelPayoutBatch: ({ asked }) => asked.kind === 'CancelPayoutBatch' && asked.command.batch,
  CancelPayoutList: ({ asked }) => asked.kind === 'CancelPayoutList' && asked.command.list,
  AgreeToProposal: ({ asked, lines }) =>
    asked.kind === 'AgreeToProposal' &&
    lines.some(({ kind }) => kind === 'bank-export-cancelled') &&
    (JSON.parse(asked.command.shown) as { export: string }).export,
}

/** Whether a batch, list or file still claims a request is read under the request's lock, and it is cancelled under the firm's. */
function byGivenUp(decisions: readonly Decision[], before: Before): void {
  for (const change of decisions) {
    const { kind, actor } = change.asked
    const stage = stageOf(actor === null ? 'void' : 'cancelled')
    const file = change.note.outcome === 'done' && givesUp[kind]?.(change)
    if (!file) continue
    for (const other of decisions) {
      const seen = other.note.files.find(([id]) => id === file)
      if (other !== change && seen)
        inOrder(before, seen[1] >= stage, change, other, 'one cancelled what the other saw')
    }
  }
}

type After = Map<Decision, Map<Decision, string>>

/** The decisions in an order in which, one after the other, each could have seen what it saw. Throws a Difference where there is none. */
export function serialOrder(decisions: readonly Decision[], model: Model): Decision[] {
  const after: After = new Map(decisions.map((decision) => [decision, new Map()]))
  const before: Before = (first, then, why) =>
    void (first !== then && after.get(first)!.set(then, why))
  const changes = changesOf(decisions, model)
  byVersions(decisions, model, before)
  byClosing(decisions, changes, before)
  byEmails(decisions, changes, before)
  byReferences(decisions, before)
  byRecords(decisions, before)
  byStaff(decisions, model, before)
  byStatus(decisions, before)
  byAlone(decisions, before)
  byGivenUp(decisions, before)
  return sorted(decisions, after)
}

/** Kahn's algorithm (1962), the earliest first where several may go. */
function sorted(decisions: readonly Decision[], after: After): Decision[] {
  const waitsFor = new Map<Decision, number>(decisions.map((decision) => [decision, 0]))
  for (const later of after.values())
    for (const decision of later.keys()) waitsFor.set(decision, waitsFor.get(decision)! + 1)
  const left = new Set(decisions.toSorted((a, b) => a.note.at - b.note.at))
  const order: Decision[] = []
  while (left.size > 0) {
    const next = left.values().find((decision) => waitsFor.get(decision) === 0)
    if (!next)
      throw new Difference(
        `There is no order in which these could have been decided one after the other:\n${circle(left, after).join('\n')}`,
      )
    left.delete(next)
    order.push(next)
    for (const decision of after.get(next)!.keys())
      waitsFor.set(decision, waitsFor.get(decision)! - 1)
  }
  return order
}

/** Each one left waits for another: following them back finds the cycle. */
function circle(left: ReadonlySet<Decision>, after: After): string[] {
  const path: Decision[] = []
  let at = [...left][0]!
  while (!path.includes(at)) {
    path.unshift(at)
    at = [...left].find((decision) => after.get(decision)!.has(at))!
  }
  const round = path.slice(0, path.indexOf(at) + 1)
  return round.map(
    (decision, i) =>
      `${inOneLine(decision.asked)} → ${decision.note.outcome}\n    ${after.get(decision)!.get(round[(i + 1) % round.length]!)}; before:`,
  )
}

export const named = (error: unknown, asked: readonly Asked[]): unknown =>
  error instanceof Difference
    ? new Difference(withoutIds(error.message, asked), { cause: error })
    : error
