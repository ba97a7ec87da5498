/** The command line of a run. */
import { parseArgs } from 'node:util'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { faults, type Fault } from './faults.ts'

export type Options = {
  seed: string
  failovers: number
  faults: readonly Fault[]
  /** Where a failed run keeps what it knows; one that was told where keeps it in any case. */
  keep: string
  keepsAlways: boolean
  /** A mutant: COMMIT waits for no standby. The run has to fail. */
  asynchronous: boolean
}

const usage = `npm run cluster:torture -- [--failovers N] [--seed S] [--only fault,fault] [--keep FOLDER] [--asynchronous]
${faults.map(({ name, says }) => `  ${name.padEnd(15)} ${says}`).join('\n')}`

function chosen(only: string | undefined): readonly Fault[] {
  if (only === undefined) return faults
  return only.split(',').map((name) => {
    const fault = faults.find((known) => known.name === name)
    if (!fault) throw new CannotStart(`There is no fault ${name}.\n${usage}`)
    return fault
  })
}

function read(args: string[]) {
  const text = { type: 'string' } as const
  const asynchronous = { type: 'boolean', default: false } as const
  const options = { seed: text, failovers: text, only: text, keep: text, asynchronous }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n${usage}`)
  }
}

/** Throws `CannotStart` with a line that says what is wrong. */
export function readOptions(args: string[]): Options {
  const values = read(args)
  const seed = values.seed ?? String(Date.now() % 1_000_000)
  const only = chosen(values.only)
  const failovers = values.failovers === undefined ? only.length : Number(values.failovers)
  if (!Number.isInteger(failovers) || failovers < 1)
    throw new CannotStart(`--failovers is a number above zero.\n${usage}`)
  const keep = values.keep ?? `.cache/cluster/${seed}`
  const { asynchronous } = values
  const keepsAlways = values.keep !== undefined
  return { seed, failovers, faults: only, keep, keepsAlways, asynchronous }
}
