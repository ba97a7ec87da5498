/** One statement out of a file of a bank, whatever it is written in. */
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import type { DateOrder } from '../../contract/reconciliation.ts'
import { joinStatements } from './join.ts'
import { inAnotherCurrency, StatementFault, type Statement } from './statement.ts'

/** What a person says of a file beside it. */
export type Said = {
  /** How days are meant that could be read in two ways; null: not said. */
  dates: DateOrder | null
  /** Which account is meant where the file has several; null: not said. */
  account: string | null
}

const spelled = (account: string): string => account.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** The statements of the account that is meant, or of the only one in dollars. */
function ofAccount(statements: readonly Statement[], said: string | null): Statement[] {
  const accounts = Map.groupBy(statements, ({ account }) => spelled(account ?? ''))
  if (accounts.size === 1) return [...statements]
  const meant = said === null ? undefined : accounts.get(spelled(said))
  if (meant) return meant
  const inDollars = [...accounts.values()].filter((each) =>
    each.every(({ currency }) => currency === 'USD'),
  )
  const [only, ...others] = inDollars
  if (only && others.length === 0) return only
  const names = statements.map(({ account }) => account ?? 'one without a number')
  throw new StatementFault(
    `The file holds statements of several accounts: ${[...new Set(names)].join(', ')}. Say which is meant.`,
    null,
    'statementAccount',
  )
}

/** Throws `StatementFault` with what is wrong. */
export function readStatement(text: string, { dates, account }: Said): Statement {
  const body = text.replace(/^\uFEFF/, '')
  if (!body.trimStart().startsWith('<')) return readCsv(body, dates)
  const statements = ofAccount(readCamt(body), account)
  const foreign = statements.find(({ currency }) => currency !== 'USD')
  if (foreign) throw new StatementFault(inAnotherCurrency(foreign.currency))
  return joinStatements(statements)
}
