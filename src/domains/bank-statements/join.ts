/** One statement out of what a file holds. */
import type { Cents } from '../../lib/money.ts'
import { checkBalances, StatementFault, type Statement } from './statement.ts'

/** By days, then by number and page. */
const inOrder = (a: Statement, b: Statement): number =>
  Number(a.from > b.from) - Number(a.from < b.from) ||
  a.page[0] - b.page[0] ||
  a.page[1] - b.page[1]

/** Of those that could come next the one that begins with what the last one ended with. */
function takeNext(waiting: Statement[], reached: Cents | null): Statement {
  const [first] = waiting
  const fits = waiting.findIndex(
    (one) => inOrder(one, first!) === 0 && reached !== null && one.opening === reached,
  )
  const [next] = waiting.splice(Math.max(fits, 0), 1)
  return next!
}

/** Both as one. On pages without balances of their own the one after goes on where the one before ended. */
function followedBy(before: Statement, next: Statement): Statement {
  const isNextPage =
    before.page[0] === next.page[0] && next.page[1] > 0 && next.page[1] === before.page[1] + 1
  const isKnown = before.closing !== null && next.opening !== null
  if (isKnown ? before.closing !== next.opening : !isNextPage)
    throw new StatementFault(
      'The statements in the file don’t follow each other: one between them is missing.',
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
  const waiting = statements.toSorted(inOrder)
  if (waiting.length === 0) throw new StatementFault('The file holds no statement.')
  let joined = takeNext(waiting, null)
  while (waiting.length > 0) joined = followedBy(joined, takeNext(waiting, joined.closing))
  checkBalances(joined)
  return joined
}
