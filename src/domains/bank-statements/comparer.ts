/** A thread that reads one file and compares it: a large one takes seconds, and the server answers others meanwhile. */
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { Cents } from '../../lib/money.ts'
import { readCamt } from './camt.ts'
import { compareStatement } from './compare.ts'
import { readCsv } from './csv.ts'
import { joinStatements } from './join.ts'
import { StatementFault, type Statement } from './statement.ts'
import { summaryOf, type BooksOfAccount, type ComparedFile } from './summary.ts'

/** `closing` is the balance that was typed, for a file that doesn't say it. */
export type FileToCompare = { text: string; closing: Cents | null; books: BooksOfAccount }

export type Answer = { compared: ComparedFile } | { fault: string; field: 'file' | 'closing' }

function readFile(text: string): Statement {
  const isXml = text.trimStart().startsWith('<')
  return isXml ? joinStatements(readCamt(text)) : readCsv(text)
}

function closingOf({ closing: said }: Statement, typed: Cents | null): Cents {
  if (said !== null && typed !== null && said !== typed)
    throw new StatementFault(
      'The file says another closing balance. Leave this empty.',
      null,
      'closing',
    )
  const closing = said ?? typed
  if (closing === null)
    throw new StatementFault(
      'The file doesn’t say the closing balance: please enter it.',
      null,
      'closing',
    )
  return closing
}

function compare({ text, closing: typed, books }: FileToCompare): ComparedFile {
  const statement = readFile(text)
  const closing = closingOf(statement, typed)
  const { entries } = statement
  const found = compareStatement({ entries, lines: books.lines, closing, balance: books.balance })
  const digest = createHash('sha256').update(text).digest('hex')
  return summaryOf({ ...statement, closing }, found, digest)
}

try {
  parentPort!.postMessage({ compared: compare(workerData as FileToCompare) } satisfies Answer)
} catch (error) {
  if (!(error instanceof StatementFault)) throw error
  parentPort!.postMessage({ fault: error.message, field: error.field } satisfies Answer)
}
