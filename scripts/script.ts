/** How a script of ours speaks and ends. */
import { ProblemError } from '../src/contract/problems.ts'
import { operatorsLine } from '../src/platform/operators-line.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

export const utc = (instant: number) =>
  `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Runs to the end; the number that the work answers is the exit code. What its operator can mend is one line and exit code 1, a fault of ours keeps its stack. */
export async function runScript(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    const line = error instanceof ProblemError ? error.message : operatorsLine(error)
    if (line === null) throw error
    process.stderr.write(`${line}\n`)
    process.exitCode = 1
  }
}
