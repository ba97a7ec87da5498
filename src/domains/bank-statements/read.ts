/** One statement out of a file of a bank, whatever it is written in. */
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { joinStatements } from './join.ts'
import { inAnotherCurrency, StatementFault, type Said, type Statement } from './statement.ts'

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

function statementsIn(text: string, said: Said): Statement[] {
  const body = text.replace(/^\uFEFF/, '')
  return body.trimStart().startsWith('<') ? readCamt(body) : [readCsv(body, said)]
}

/** Which of several files is wrong is said before what is wrong with it. */
function fromFile(text: string, file: number, said: Said): Statement[] {
  try {
    return statementsIn(text, said).map((one) => ({
      ...one,
      entries: one.entries.map((entry) => ({ ...entry, file })),
    }))
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    throw new StatementFault(`File ${file}: ${error.message}`, null, error.field)
  }
}

/** What a statement says, wherever it stands. */
const saying = ({ entries, ...facts }: Statement): string =>
  JSON.stringify(
    [facts, entries.map(({ line: _line, file: _file, ...said }) => said)],
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )

/** What a file has again that another one has isn't read twice; what stands twice in one file does. */
function withoutTwins(files: readonly Statement[][]): Statement[] {
  const known = new Set<string>()
  return files.flatMap((statements) => {
    const said = statements.map(saying)
    const fresh = statements.filter((_, at) => !known.has(said[at]!))
    for (const one of said) known.add(one)
    return fresh
  })
}

/** Of one file, or of several of one account: pages and days, in any order. Throws `StatementFault` with what is wrong. */
export function readStatement(texts: readonly string[], said: Said): Statement {
  const [first = '', ...further] = texts
  const all =
    further.length === 0
      ? statementsIn(first, said)
      : withoutTwins(texts.map((text, at) => fromFile(text, at + 1, said)))
  const statements = ofAccount(all, said.account)
  const foreign = statements.find(({ currency }) => currency !== 'USD')
  if (foreign) throw new StatementFault(inAnotherCurrency(foreign.currency))
  return joinStatements(statements)
}
