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

const far = (one: string, other: string) =>
  Math.abs(Date.parse(`${one}T00:00:00Z`) - Date.parse(`${other}T00:00:00Z`)) > daysApart * dayMs

type Either = { reference: string | null; amount: Cents }

/** Entries and lines with the same key, in order; each is used once, and leaves its side. */
function pair<Line extends BookLine>(
  entries: Set<StatementEntry>,
  lines: Set<Line>,
  keyOf: (either: Either) => string | null,
): { entry: StatementEntry; line: Line }[] {
  const waiting = new Map<string, Line[]>()
  for (const line of lines) {
    const key = keyOf(line)
    if (key !== null) waiting.set(key, [...(waiting.get(key) ?? []), line])
  }
  const pairs: { entry: StatementEntry; line: Line }[] = []
  for (const entry of entries) {
    const key = keyOf(entry)
    const line = key === null ? undefined : waiting.get(key)?.shift()
    if (line === undefined) continue
    entries.delete(entry)
    lines.delete(line)
    pairs.push({ entry, line })
  }
  return pairs
}

const referenceOf = ({ reference }: Either) => (reference === null ? null : referenceKey(reference))

const referenceAndAmount = (each: Either) =>
  each.reference === null ? null : `${referenceKey(each.reference)} ${each.amount}`

/** What moves between the firm's own accounts has no reference: its amount and day have to do, where they fit one alone. */
function pairByAmount<Line extends BookLine>(
  entries: Set<StatementEntry>,
  lines: Set<Line>,
): { entry: StatementEntry; line: Line }[] {
  const fits = (entry: StatementEntry, line: Line) =>
    line.reference === null && entry.amount === line.amount && !far(entry.bookedOn, line.day)
  const without = [...lines].filter(({ reference }) => reference === null)
  const pairs = [...entries].flatMap((entry) => {
    const candidates = without.filter((line) => fits(entry, line))
    const [line] = candidates
    if (line === undefined || candidates.length > 1) return []
    const isAlone = [...entries].every((another) => another === entry || !fits(another, line))
    return isAlone ? [{ entry, line }] : []
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
