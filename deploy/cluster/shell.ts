/** Other programs, run to their end. */
import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** What it says on standard output; rejects with what it says on the other. */
export async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await execute(program, args, { env: { ...process.env, ...env } })
  return stdout
}

/** Whether it comes true within the time. */
export async function comesTrue(
  ask: () => Promise<boolean>,
  withinMs: number,
  everyMs = 100,
): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (!(await ask())) {
    if (performance.now() > deadline) return false
    await wait(everyMs)
  }
  return true
}

/** Debian gives most users a group of their own name, but not all. */
export async function idsOf(user: string): Promise<[uid: number, gid: number]> {
  const ask = async (what: string) => Number(await run('id', [what, user]))
  return [await ask('-u'), await ask('-g')]
}
