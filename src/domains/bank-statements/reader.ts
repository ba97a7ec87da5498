/** A thread that reads one file: a large one takes seconds, and the server answers others meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { joinStatements } from './join.ts'
import { StatementFault } from './statement.ts'

const text = workerData as string

try {
  const isXml = text.trimStart().startsWith('<')
  const statement = isXml ? joinStatements(readCamt(text)) : readCsv(text)
  parentPort!.postMessage({ statement })
} catch (error) {
  if (!(error instanceof StatementFault)) throw error
  parentPort!.postMessage({ fault: error.message })
}
