/** Files of banks are read and compared beside the server, one at a time, within a bounded memory and time. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createLimiter } from '../../platform/limiter.ts'
import type { Answer, FileToCompare } from './comparer.ts'
import { largestFileBytes, StatementFault } from './statement.ts'
import type { ComparedFile } from './summary.ts'

const longestMs = 25_000
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

async function compare(given: FileToCompare): Promise<ComparedFile> {
  const worker = new Worker(new URL('./comparer.ts', import.meta.url), {
    workerData: given,
    resourceLimits,
  })
  const timer = setTimeout(() => void worker.terminate(), longestMs)
  try {
    const ended = once(worker, 'exit').then((): [Answer] => [
      {
        fault: 'The file takes too long to read. Ask the bank for shorter periods.',
        field: 'file',
      },
    ])
    const [answer] = (await Promise.race([once(worker, 'message'), ended])) as [Answer]
    if ('fault' in answer) throw new StatementFault(answer.fault, null, answer.field)
    return answer.compared
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** Each that waits holds files of up to 20 MB. */
const limited = createLimiter({ concurrency: 1, maxWaiting: 8, perAsker: 2 })

/** Throws `StatementFault` with what is wrong with the file, and `busy` when too many wait already. */
export async function compareApart(given: FileToCompare): Promise<ComparedFile> {
  const bytes = given.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  if (bytes > largestFileBytes)
    throw new StatementFault(
      given.texts.length === 1
        ? 'The file is larger than 20 MB. Ask the bank for shorter periods.'
        : 'The files are larger than 20 MB. Read fewer at a time.',
    )
  return limited(() => compare(given))
}
