/** Work in a process of its own, so that neither its time nor its memory is taken for the desk's. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'

/** Runs a script of this folder to its end: input on its stdin, the answer on its stdout. */
export async function runApart<Answer>(script: string, given: object): Promise<Answer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // An interrupted bench leaves no process at work.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdin.end(JSON.stringify(given))
  const answer = await json(child.stdout).catch(() => null)
  const code = await ended
  process.off('exit', kill)
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return answer as Answer
}
