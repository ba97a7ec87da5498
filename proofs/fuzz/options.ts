/** The command line of a run. */
import { parseArgs } from 'node:util'
import { CannotStart } from '../../src/platform/cannot-start.ts'

export type Options = {
  seed: string
  requests: number
  /** The number of the one request that is sent, to see again what it did; null: all. */
  only: number | null
  /** Where figures go as JSON, for programs. */
  json: string | null
}

export const usage = 'npm run fuzz -- [--requests N] [--seed S] [--only I] [--json file]'

function count(name: string, text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new CannotStart(`--${name} is a whole number from ${least}.\n${usage}`)
}

/** Throws `CannotStart` with a line that says what is wrong. */
export function readOptions(args: string[]): Options {
  const { values } = (() => {
    try {
      return parseArgs({
        args,
        options: {
          seed: { type: 'string' },
          requests: { type: 'string' },
          only: { type: 'string' },
          json: { type: 'string' },
        },
      })
    } catch (error) {
      throw new CannotStart(`${(error as Error).message}\n${usage}`)
    }
  })()
  return {
    seed: values.seed ?? String(Date.now() % 1_000_000_000),
    requests: count('requests', values.requests ?? '100000', 1),
    only: values.only === undefined ? null : count('only', values.only, 0),
    json: values.json ?? null,
  }
}
