/** A thread that reads one file and compares it: a large one takes seconds, and the server answers others meanwhile. */
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { Cents } from '../../lib/money.ts'
import { giveWay } from '../../platform/give-way.ts'
import { compareStatement } from './compare.ts'
import type { Covered } from './in-transit.ts'
import { readStatement } from './read.ts'
import { StatementFault, type FaultField, type Said, type Statement } from './statement.ts'
import { summaryOf, type BooksOfAccount, type ComparedFile } from './summary.ts'

/** `closing` is the balance that was typed, for a file that doesn't say it. */
export type FileToCompare = Pick<Covered, 'until' | 'inTransitDays'> & {
  /** Of one statement, or of several that follow each other. */
  texts: readonly string[]
  said: Said
  closing: Cents | null
  books: BooksOfAccount
}

export type Answer = { compared: ComparedFile } | { fault: string; field: FaultField }

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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The same for the same files, in whatever order and however often they were chosen. */
function digestOf(texts: readonly string[]): string {
  const [first, ...others] = [...new Set(texts.map(sha256))].toSorted()
  return others.length === 0 ? first! : sha256([first, ...others].join(' '))
}

function compare({ texts, said, closing: typed, books, ...since }: FileToCompare): ComparedFile {
  const statement = readStatement(texts, said)
  const closing = closingOf(statement, typed)
  const { entries } = statement
  const found = compareStatement({ entries, lines: books.lines, closing, balance: books.balance })
  const digest = digestOf(texts)
  return summaryOf({ ...statement, closing }, found, digest, since)
}

// Who asks the server meanwhile goes before; but somebody waits for this, too.
giveWay(5)
try {
  parentPort!.postMessage({ compared: compare(workerData as FileToCompare) } satisfies Answer)
} catch (error) {
  if (!(error instanceof StatementFault)) throw error
  parentPort!.postMessage({ fault: error.message, field: error.field } satisfies Answer)
}
