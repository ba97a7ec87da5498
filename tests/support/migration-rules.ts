/**
 * What a migration may do to a table that people are using. Each runs while servers of the version before write: an
 * exclusive lock that is held for a scan, or a wait for one, stops every booking.
 */

type Statement = { text: string; table: string | null }

/** Without comments, texts and bodies of functions, which may hold anything. */
const plain = (sql: string) =>
  sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()

const tableIn =
  /^(?:alter table(?: if exists)?(?: only)?|create (?:unique )?index(?: concurrently)?(?: if not exists)?(?: [\w.]+)? on(?: only)?|create (?:or replace )?(?:constraint )?trigger [^]*? on|update(?: only)?|delete from|truncate(?: table)?|lock(?: table)?) ([\w.]+)/

function statementsOf(sql: string): Statement[] {
  return plain(sql)
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .map((text) => ({ text, table: tableIn.exec(text)?.[1]?.replace(/^public\./, '') ?? null }))
}

const createdIn = (statements: readonly Statement[]) =>
  new Set(
    statements.flatMap(({ text }) => {
      const [, table] = /^create (?:unlogged )?table(?: if not exists)? ([\w.]+)/.exec(text) ?? []
      return table ? [table.replace(/^public\./, '')] : []
    }),
  )

/** A literal, or the moment of the statement: neither is computed row by row. */
const constantDefault =
  /\bdefault (?:''(?:::[\w.[\]]+)?|-?\d[\d.]*|true|false|null|now\(\))(?=[\s,)]|$)/

/** The parts of ALTER TABLE, split at commas that are in no brackets. */
function actionsOf(text: string): string[] {
  let depth = 0
  const actions = ['']
  for (const sign of text.replace(/^alter table(?: if exists)?(?: only)? [\w.]+ /, '')) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += sign
  }
  return actions.map((action) => action.trim())
}

function faultOfAction(action: string): string | null {
  if (/^add (constraint [\w"]+ )?(check|foreign key)\b/.test(action))
    return /\bnot valid$/.test(action)
      ? null
      : 'a check or a foreign key is added NOT VALID, and validated by a later file'
  if (/^add (constraint [\w"]+ )?(unique|primary key|exclude)\b/.test(action))
    return / using index /.test(action)
      ? null
      : 'a key is added USING an INDEX that was created CONCURRENTLY'
  if (
    /^add (column )?(if not exists )?[\w"]+ /.test(action) &&
    !action.startsWith('add constraint')
  ) {
    if (/\b(check|references|unique|primary key|generated|serial|bigserial)\b/.test(action))
      return 'a column is added bare; what it must satisfy comes as a constraint of its own'
    if (/\bdefault\b/.test(action) && !constantDefault.test(action))
      return 'a column is added with a constant as its default, since any other is written into every row'
  }
  if (/^alter (column )?[\w"]+ (set data )?type\b/.test(action))
    return 'a type stays: another one rewrites the table'
  if (/^alter (column )?[\w"]+ set not null$/.test(action))
    return 'NOT NULL is asked for by a CHECK (… is not null) NOT VALID'
  return null
}

const isIndexAlone = ({ text }: Statement) =>
  /^(create (unique )?|drop )index concurrently /.test(text)
const isValidation = ({ text }: Statement) =>
  text.startsWith('alter table') &&
  actionsOf(text).every((one) => one.startsWith('validate constraint '))

function faultOf({ text }: Statement, others: readonly Statement[]): string[] {
  if (/^(vacuum full|cluster|reindex (?!.*concurrently))/.test(text))
    return ['nothing rewrites a table as a whole']
  if (/^lock\b/.test(text)) return ['nothing locks a table by itself']
  if (/^create (unique )?index (?!concurrently)/.test(text))
    return ['an index is created CONCURRENTLY, by a file outside a transaction']
  if (!text.startsWith('alter table')) return []
  const actions = actionsOf(text)
  const faults = actions.map(faultOfAction).filter((fault) => fault !== null)
  const validates = actions.some((one) => one.startsWith('validate constraint '))
  if (validates && others.some((other) => !isValidation(other)))
    faults.push('VALIDATE has a file of its own: what else it does would be locked while it scans')
  return faults
}

/** What in this file would stop people from booking. `isOutside`: the migrator runs it outside a transaction. */
export function faultsOfMigration(sql: string, isOutside = false): string[] {
  const statements = statementsOf(sql)
  const created = createdIn(statements)
  const used = statements.filter(({ table }) => table === null || !created.has(table))
  const faults = used.flatMap((statement) => faultOf(statement, statements))
  const isWriting = used.some(({ text }) => /^(update|delete from)\b/.test(text))
  const isLocking = used.some(
    (statement) =>
      /^(alter table|truncate|create .*trigger)/.test(statement.text) && !isValidation(statement),
  )
  if (isWriting && isLocking)
    faults.push(
      'rows of a table that is used are changed by another file than the one that alters a table',
    )
  if (statements.some(isIndexAlone) !== isOutside || (isOutside && !statements.every(isIndexAlone)))
    faults.push('CONCURRENTLY, and nothing else, is for a file outside a transaction')
  return [...new Set(faults)]
}
