/** A bank's statement beside the books: what stands in both, what in one alone, and whether that explains the whole difference. Pure. */
import { dayNumber } from '../../lib/calendar.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import type { Cents } from '../../lib/money.ts'
import { accountIdsIn } from './match.ts'
import { entriesInOrder, inOrder, naming, wholeOf } from './named-by.ts'
import type { EntryReference, ReferenceKind, StatementEntry } from './statement.ts'

/** A posting on the account in the books: above zero, the account grew. */
export type BookLine = {
  command: string
  amount: Cents
  /** The bank's reference that was recorded with it; null where none was. */
  reference: string | null
  /** The bank's name for a payout that we sent; null: it is none of ours. */
  endToEnd: string | null
  /** When it was booked, YYYY-MM-DD. */
  day: string
  /** The value day that was recorded with it: it was taken from a statement. Null: nobody had one yet. */
  valueOn: string | null
  /** A statement before this one had it: it may stand on this one, and explains nothing of it. */
  isEarlier: boolean
}

export type Pair<Line extends BookLine> = { entry: StatementEntry; line: Line }

export type Comparison<Line extends BookLine> = {
  /** `by`: what shows that they are the same. */
  both: (Pair<Line> & { by: ReferenceKind | 'reference' | 'amount' })[]
  /** The bank names a reference that the books have with another amount. */
  differing: Pair<Line>[]
  /** At the bank and not in the books: still to be recorded. */
  bankAlone: StatementEntry[]
  /** In the books, and not on this statement or one before. */
  booksAlone: Line[]
  /** Closing balance less the balance in the books. */
  difference: Cents
  /** What of it these lines don't explain. A reconciled account leaves nothing over, and has nothing to record. */
  leftOver: Cents
}

/** Without a reference, only so far apart. */
const daysApart = 5
const dayOfLine = ({ valueOn, day }: BookLine): number => dayNumber(valueOn ?? day)

type Sides<Line> = { bank: Set<StatementEntry>; books: Set<Line> }

/** Entries and lines with the same key; each is used once, and leaves its side. */
function pair<Line extends BookLine>(
  { bank, books }: Sides<Line>,
  keysOf: (entry: StatementEntry) => string[],
  keyOf: (line: Line) => string | null,
): Pair<Line>[] {
  const waiting = Map.groupBy(books, keyOf)
  const used = new Map<string, number>()
  const pairs: Pair<Line>[] = []
  for (const entry of bank) {
    const key = keysOf(entry).find((one) => waiting.get(one)?.[used.get(one) ?? 0] !== undefined)
    if (key === undefined) continue
    const next = used.get(key) ?? 0
    const line = waiting.get(key)![next]!
    used.set(key, next + 1)
    bank.delete(entry)
    books.delete(line)
    pairs.push({ entry, line })
  }
  return pairs
}

/** References that whoever paid chose, or that count from one in each statement: with the amount, where one alone fits. */
const hinting: readonly ReferenceKind[] = ['EndToEndId', 'InstrId', 'PmtInfId', 'NtryRef']

const valuesOf = (references: readonly EntryReference[], kinds: readonly ReferenceKind[]) =>
  references.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => referenceKey(value))

const withAmount = (key: string, amount: Cents): string => `${key} ${amount}`
/** Banks use a reference again after a while: what a statement had before is the same only with its value day, where it has one. */
const ofEarlier = (key: string, valueOn: string | null): string => `${key} had ${valueOn ?? ''}`
const recorded = ({ reference }: BookLine): string | null =>
  reference === null ? null : referenceKey(reference)
const recordedWhole = ({ reference }: BookLine): string | null =>
  reference === null ? null : referenceKey(wholeOf(reference))

/** What the bank itself named, or we did: the same amount in the same direction. */
function pairByReference<Line extends BookLine>(sides: Sides<Line>) {
  const by = (
    name: ReferenceKind | 'reference',
    keysOf: (entry: StatementEntry) => string[],
    keyOf: (line: Line) => string | null,
  ) =>
    pair(
      sides,
      (entry) =>
        keysOf(entry).flatMap((key) => {
          const fresh = withAmount(key, entry.amount)
          return [fresh, ofEarlier(fresh, entry.valueOn), ofEarlier(fresh, null)]
        }),
      (line) => {
        const key = keyOf(line)
        if (key === null) return null
        const fresh = withAmount(key, line.amount)
        return line.isEarlier ? ofEarlier(fresh, line.valueOn) : fresh
      },
    ).map((found) => ({ ...found, by: name }))
  return [
    ...by(
      'EndToEndId',
      ({ references, amount }) => (amount < 0n ? valuesOf(references, ['EndToEndId']) : []),
      ({ endToEnd }) => (endToEnd === null ? null : referenceKey(endToEnd)),
    ),
    ...by('reference', ({ reference }) => [referenceKey(reference)], recorded),
    ...naming.flatMap((kind) =>
      by(kind, ({ references }) => valuesOf(references, [kind]), recorded),
    ),
    ...by('reference', ({ reference }) => [referenceKey(wholeOf(reference))], recordedWhole),
  ]
}

/** By what a reference of whoever paid says, where one entry and one line alone have it with this amount. */
function pairByHint<Line extends BookLine>(sides: Sides<Line>) {
  return hinting.flatMap((kind) => {
    const atBank = Map.groupBy(
      [...sides.bank].flatMap((entry) =>
        valuesOf(entry.references, [kind]).map((key) => ({
          entry,
          key: withAmount(key, entry.amount),
        })),
      ),
      ({ key }) => key,
    )
    const fresh = [...sides.books].filter(({ isEarlier }) => !isEarlier)
    const inBooks = Map.groupBy(fresh, (line) => withAmount(recorded(line) ?? '', line.amount))
    return [...atBank].flatMap(([key, entries]) => {
      const lines = inBooks.get(key) ?? []
      const [{ entry } = { entry: null }, line] = [entries[0], lines[0]]
      if (entries.length !== 1 || lines.length !== 1 || !entry || !line) return []
      sides.bank.delete(entry)
      sides.books.delete(line)
      return [{ entry, line, by: kind }]
    })
  })
}

type Dated<Of> = { of: Of; day: number }

/** In the order of their days, by amount: what can fit each other stands together. */
function byAmountAndDay<Of extends { amount: Cents }>(
  each: Iterable<Of>,
  dayOf: (one: Of) => number,
): Map<Cents, Dated<Of>[]> {
  const dated = Array.from(each, (of) => ({ of, day: dayOf(of) }))
  return Map.groupBy(
    dated.toSorted((a, b) => a.day - b.day),
    ({ of }) => of.amount,
  )
}

/** Those of one amount that stand near each other, in groups with room between. */
function nearEachOther<Of, Line>(entries: readonly Dated<Of>[], lines: readonly Dated<Line>[]) {
  const all = [
    ...entries.map((one) => ({ entry: one, line: null, day: one.day })),
    ...lines.map((one) => ({ entry: null, line: one, day: one.day })),
  ].toSorted((a, b) => a.day - b.day)
  const groups: { entries: Dated<Of>[]; lines: Dated<Line>[] }[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const { entry, line, day } of all) {
    if (day - last > daysApart) groups.push({ entries: [], lines: [] })
    last = day
    if (entry) groups.at(-1)!.entries.push(entry)
    else groups.at(-1)!.lines.push(line)
  }
  return groups
}

/** Each entry with the first line that is near enough; null where one of them finds none. Both in the order of their days. */
function eachWithOne<Of, Line>(entries: readonly Dated<Of>[], lines: readonly Dated<Line>[]) {
  const pairs: [Of, Line][] = []
  let next = 0
  for (const { of, day } of entries) {
    while (next < lines.length && lines[next]!.day < day - daysApart) next += 1
    const line = lines[next]
    if (line === undefined || line.day > day + daysApart) return null
    pairs.push([of, line.of])
    next += 1
  }
  return pairs
}

/**
 * What moves between the firm's own accounts has no reference: its amount and day have to do. Lines of one amount without a
 * reference are all the same to everybody; but where more entries than lines fit, one of them is something else, and a person
 * has to record which.
 */
function pairByAmount<Line extends BookLine>({ bank, books }: Sides<Line>) {
  const unnamed = [...bank].filter(({ texts }) =>
    texts.every(({ value }) => accountIdsIn(value).length === 0),
  )
  const atBank = byAmountAndDay(unnamed, ({ bookedOn }) => dayNumber(bookedOn))
  const without = [...books].filter(
    ({ reference, endToEnd, isEarlier }) => reference === null && endToEnd === null && !isEarlier,
  )
  const pairs = [...byAmountAndDay(without, dayOfLine)].flatMap(([amount, lines]) =>
    nearEachOther(atBank.get(amount) ?? [], lines).flatMap((near) =>
      (eachWithOne(near.entries, near.lines) ?? []).map(([entry, line]) => ({
        ...{ entry, line, by: 'amount' as const },
      })),
    ),
  )
  for (const { entry, line } of pairs) {
    bank.delete(entry)
    books.delete(line)
  }
  return pairs
}

/** One entry and one line under one reference, in the same direction: the same payment, and one of both has it wrong. */
function pairDiffering<Line extends BookLine>({ bank, books }: Sides<Line>): Pair<Line>[] {
  const directed = (key: string | null, amount: Cents) =>
    key === null ? null : `${key} ${amount < 0n}`
  const inBooks = Map.groupBy(
    [...books].filter(({ isEarlier }) => !isEarlier),
    (line) => directed(recordedWhole(line), line.amount),
  )
  const atBank = Map.groupBy(bank, (entry) =>
    directed(referenceKey(wholeOf(entry.reference)), entry.amount),
  )
  return [...atBank].flatMap(([key, entries]) => {
    const [entry, ...others] = entries
    const [line, ...more] = inBooks.get(key) ?? []
    if (!entry || !line || others.length + more.length > 0) return []
    bank.delete(entry)
    books.delete(line)
    return [{ entry, line }]
  })
}

const sum = (of: readonly { amount: Cents }[]) =>
  of.reduce((total, { amount }) => total + amount, 0n)

/**
 * With `closing` = `balance` − what is in the books alone + what isn't recorded yet, nothing is left over. The order of entries
 * and lines decides nothing.
 */
export function compareStatement<Line extends BookLine>({
  entries,
  lines,
  closing,
  balance,
}: {
  entries: readonly StatementEntry[]
  lines: readonly Line[]
  closing: Cents
  balance: Cents
}): Comparison<Line> {
  const sides: Sides<Line> = {
    bank: new Set(entriesInOrder(entries)),
    // What is new comes before what a statement had already.
    books: new Set(
      inOrder(lines, (line) =>
        JSON.stringify([line.isEarlier, line.valueOn ?? line.day, line.reference, line.command]),
      ),
    ),
  }
  const both = [...pairByReference(sides), ...pairByHint(sides), ...pairByAmount(sides)]
  const differing = pairDiffering(sides)
  const bankAlone = entries.filter((entry) => sides.bank.has(entry))
  const booksAlone = lines.filter((line) => sides.books.has(line) && !line.isEarlier)
  const difference = closing - balance
  const wrong = differing.map(({ entry, line }) => ({ amount: entry.amount - line.amount }))
  return {
    both,
    differing,
    bankAlone,
    booksAlone,
    difference,
    leftOver: difference - sum(bankAlone) + sum(booksAlone) - sum(wrong),
  }
}
