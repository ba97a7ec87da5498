/** A bank's statement beside the books: what stands in both, what in one alone, and whether that explains the whole difference. */
import { referenceKey } from '../../lib/bank-reference.ts'
import { dayMs } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import type { StatementEntry } from './statement.ts'

/** A posting on the account in the books: above zero, the account grew. */
export type BookLine = {
  command: string
  amount: Cents
  /** The bank's reference that was recorded with it; null where none was. */
  reference: string | null
  /** YYYY-MM-DD. */
  day: string
}

export type Comparison<Line extends BookLine> = {
  /** `by` says what shows that they are the same. */
  both: { entry: StatementEntry; line: Line; by: 'reference' | 'amount' }[]
  /** The bank names a reference that the books have with another amount. */
  differing: { entry: StatementEntry; line: Line }[]
  /** At the bank and not in the books: still to be recorded. */
  bankAlone: StatementEntry[]
  /** In the books and not yet at the bank: on its way. */
  booksAlone: Line[]
  /** Closing balance less the balance in the books. */
  difference: Cents
  /** What of it these lines don't explain. A reconciled account leaves nothing over, and has nothing to record. */
  leftOver: Cents
}

/** Without a reference, only so far apart, and only where one alone fits. */
const daysApart = 5

type Either = { reference: string | null; amount: Cents }

/** Entries and lines with the same key, in order; each is used once, and leaves its side. */
function pair<Line extends BookLine>(
  entries: Set<StatementEntry>,
  lines: Set<Line>,
  keyOf: (either: Either) => string | null,
): { entry: StatementEntry; line: Line }[] {
  const waiting = Map.groupBy(lines, keyOf)
  const used = new Map<string, number>()
  const pairs: { entry: StatementEntry; line: Line }[] = []
  for (const entry of entries) {
    const key = keyOf(entry)
    if (key === null) continue
    const next = used.get(key) ?? 0
    const line = waiting.get(key)?.[next]
    if (line === undefined) continue
    used.set(key, next + 1)
    entries.delete(entry)
    lines.delete(line)
    pairs.push({ entry, line })
  }
  return pairs
}

const referenceOf = ({ reference }: Either) => (reference === null ? null : referenceKey(reference))

const referenceAndAmount = (each: Either) =>
  each.reference === null ? null : `${referenceKey(each.reference)} ${each.amount}`

type Dated<Of> = { of: Of; day: number }

/** In the order of their days, by amount: what can fit each other stands together. */
function byAmountAndDay<Of extends { amount: Cents }>(
  each: Iterable<Of>,
  dayOf: (one: Of) => string,
): Map<Cents, Dated<Of>[]> {
  const dated = Array.from(each, (of) => ({
    of,
    day: Date.parse(`${dayOf(of)}T00:00:00Z`) / dayMs,
  }))
  return Map.groupBy(
    dated.toSorted((a, b) => a.day - b.day),
    ({ of }) => of.amount,
  )
}

/** The index of the first that is of this day or later. */
function firstFrom(dated: readonly Dated<unknown>[], day: number): number {
  let [low, high] = [0, dated.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (dated[middle]!.day < day) low = middle + 1
    else high = middle
  }
  return low
}

/** The only one near this day; null where there is none, or several. */
function onlyNear<Of>(dated: readonly Dated<Of>[], day: number): Dated<Of> | null {
  const first = firstFrom(dated, day - daysApart)
  return firstFrom(dated, day + daysApart + 1) - first === 1 ? dated[first]! : null
}

/**
 * What moves between the firm's own accounts has no reference: its amount and day have to do, where they fit one alone.
 * Sorted and searched, since a statement has up to 100,000 entries.
 */
function pairByAmount<Line extends BookLine>(
  entries: Set<StatementEntry>,
  lines: Set<Line>,
): { entry: StatementEntry; line: Line }[] {
  const atBank = byAmountAndDay(entries, ({ bookedOn }) => bookedOn)
  const without = [...lines].filter(({ reference }) => reference === null)
  const inBooks = byAmountAndDay(without, ({ day }) => day)
  const pairs = [...inBooks].flatMap(([amount, books]) => {
    const bank = atBank.get(amount) ?? []
    return books.flatMap((line) => {
      const entry = onlyNear(bank, line.day)
      return entry && onlyNear(books, entry.day) ? [{ entry: entry.of, line: line.of }] : []
    })
  })
  for (const { entry, line } of pairs) {
    entries.delete(entry)
    lines.delete(line)
  }
  return pairs
}

const sum = (of: readonly { amount: Cents }[]) =>
  of.reduce((total, { amount }) => total + amount, 0n)

/**
 * `lines` are those that no earlier statement had. With `closing` = `balance` − what is on its way + what isn't recorded yet,
 * nothing is left over.
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
  const [bank, books] = [new Set(entries), new Set(lines)]
  const exact = pair(bank, books, referenceAndAmount)
  const differing = pair(bank, books, referenceOf)
  const byAmount = pairByAmount(bank, books)
  const [bankAlone, booksAlone] = [[...bank], [...books]]
  const difference = closing - balance
  const wrong = differing.map(({ entry, line }) => ({ amount: entry.amount - line.amount }))
  return {
    both: [
      ...exact.map((found) => ({ ...found, by: 'reference' as const })),
      ...byAmount.map((found) => ({ ...found, by: 'amount' as const })),
    ],
    differing,
    bankAlone,
    booksAlone,
    difference,
    leftOver: difference - sum(bankAlone) + sum(booksAlone) - sum(wrong),
  }
}
