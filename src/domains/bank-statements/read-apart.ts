/** Files of banks are read beside the server, one at a time, within a bounded memory and time. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createKeyedMutex } from '../../platform/keyed-mutex.ts'
import { largestFileBytes, StatementFault, type Statement } from './statement.ts'

const longestMs = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

type Answer = { statement: Statement } | { fault: string }

async function read(text: string): Promise<Statement> {
  const worker = new Worker(new URL('./reader.ts', import.meta.url), {
    workerData: text,
    resourceLimits,
  })
  const timer = setTimeout(() => void worker.terminate(), longestMs)
  try {
    const ended = once(worker, 'exit').then((): [Answer] => [
      { fault: 'The file takes too long to read. Ask the bank for shorter periods.' },
    ])
    const [answer] = (await Promise.race([once(worker, 'message'), ended])) as [Answer]
    if ('fault' in answer) throw new StatementFault(answer.fault)
    return answer.statement
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const exclusively = createKeyedMutex()

/** Throws `StatementFault` with what is wrong with the file. */
export async function readStatementApart(text: string): Promise<Statement> {
  if (Buffer.byteLength(text) > largestFileBytes)
    throw new StatementFault('The file is larger than 20 MB. Ask the bank for shorter periods.')
  return exclusively('file', () => read(text))
}
