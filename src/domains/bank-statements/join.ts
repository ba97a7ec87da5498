/** One statement out of what a file holds. */
import { StatementFault, type Statement } from './statement.ts'

/** Statements of one account that follow each other, as one. Throws where they are of several accounts, or something is missing between. */
export function joinStatements(statements: readonly Statement[]): Statement {
  const [first, ...rest] = statements.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  if (!first) throw new StatementFault('The file holds no statement.')
  return rest.reduce((joined, next) => {
    if (joined.account !== next.account)
      throw new StatementFault(
        'The file holds statements of several accounts. Ask the bank for one account at a time.',
      )
    if (joined.closing === null || joined.closing !== next.opening)
      throw new StatementFault(
        'The statements in the file don’t follow each other: one between them is missing.',
      )
    return {
      account: joined.account,
      from: joined.from,
      to: next.to > joined.to ? next.to : joined.to,
      opening: joined.opening,
      closing: next.closing,
      entries: [...joined.entries, ...next.entries],
      foreign: [...joined.foreign, ...next.foreign],
    }
  }, first)
}
