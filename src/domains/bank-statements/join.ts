/** One statement out of what a file holds. */
import type { Cents } from '../../lib/money.ts'
import {
  checkBalances,
  maxEntries,
  StatementFault,
  tooManyEntries,
  type Statement,
} from './statement.ts'

/** By days, then by number and page. */
const inOrder = (a: Statement, b: Statement): number =>
  Number(a.from > b.from) - Number(a.from < b.from) ||
  a.page[0] - b.page[0] ||
  a.page[1] - b.page[1]

/** So that the order of the files decides nothing. */
const byBalances = (a: Statement, b: Statement): number =>
  Number((a.opening ?? 0n) - (b.opening ?? 0n)) || Number((a.closing ?? 0n) - (b.closing ?? 0n))

/** Where several begin that say no number: what one of them begins with and none ends with. */
function firstBalance(statements: readonly Statement[]): Cents | null {
  const left = statements.map(({ closing }) => closing)
  for (const { opening } of statements) {
    const at = left.indexOf(opening)
    if (at < 0) return opening
    left.splice(at, 1)
  }
  return statements[0]!.opening
}

/**
 * Those of the same days and page, each after one that ended with what it begins with: a way through balances that takes every
 * statement once (Hierholzer's). Where there is none, as they stand: whoever joins them sees it.
 */
function chained(statements: readonly Statement[], reached: Cents | null): Statement[] {
  const after = Map.groupBy(statements.toReversed(), ({ opening }) => opening)
  const way: Statement[] = []
  const open: { at: Cents | null; by: Statement | null }[] = [
    { at: reached ?? firstBalance(statements), by: null },
  ]
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const next = after.get(last.at)?.pop()
    if (next) open.push({ at: next.closing, by: next })
    else {
      open.pop()
      if (last.by) way.push(last.by)
    }
  }
  return way.length === statements.length ? way.toReversed() : [...statements]
}

/** Both as one. On pages without balances of their own the one after goes on where the one before ended. */
function followedBy(before: Statement, next: Statement): Statement {
  const isNextPage =
    before.page[0] === next.page[0] && next.page[1] > 0 && next.page[1] === before.page[1] + 1
  const isKnown = before.closing !== null && next.opening !== null
  if (isKnown ? before.closing !== next.opening : !isNextPage)
    throw new StatementFault(
      isKnown
        ? 'The statements don’t follow each other: one between them is missing, or they overlap.'
        : 'The statements don’t say their balances: whether one between them is missing can’t be seen. Read one file at a time.',
    )
  return {
    ...before,
    to: next.to > before.to ? next.to : before.to,
    closing: next.closing,
    entries: [...before.entries, ...next.entries],
    foreign: [...before.foreign, ...next.foreign],
    page: next.page,
    unbooked: before.unbooked + next.unbooked,
  }
}

/** Statements of one account that follow each other, as one. Throws where something is missing between. */
export function joinStatements(statements: readonly Statement[]): Statement {
  const waiting = statements.toSorted((a, b) => inOrder(a, b) || byBalances(a, b))
  let joined: Statement | null = null
  while (waiting.length > 0) {
    const alike = waiting.findIndex((one) => inOrder(one, waiting[0]!) !== 0)
    const group = waiting.splice(0, alike < 0 ? waiting.length : alike)
    const ordered: Statement[] =
      group.length === 1 ? group : chained(group, joined?.closing ?? null)
    for (const next of ordered) joined = joined === null ? next : followedBy(joined, next)
  }
  if (joined === null) throw new StatementFault('The file holds no statement.')
  if (joined.entries.length > maxEntries) throw new StatementFault(tooManyEntries)
  checkBalances(joined)
  return joined
}
