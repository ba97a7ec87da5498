/** The command line of a run. */
import { parseArgs } from 'node:util'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'
import { clusterMutants, type Mutant } from './mutants.ts'

export type Options = {
  seed: string
  failovers: number
  faults: readonly Fault[]
  /** Where a failed run keeps what it knows; one that was told where keeps it in any case. */
  keep: string
  keepsAlways: boolean
  /** The run has to fail with it. */
  mutant: Mutant | null
  /** Why some of the faults aren't among them. */
  left: readonly string[]
}

function listed(all: readonly { name: string; says: string }[]): string {
  return all.map(({ name, says }) => `  ${name.padEnd(15)} ${says}`).join('\n')
}

const usage = `npm run cluster:torture -- [--failovers N] [--seed S] [--only fault,fault] [--keep FOLDER] [--mutant NAME]
faults:
${listed(faults)}
mutants:
${listed(clusterMutants)}`

const whyNot = ({ lacks }: Fault) => lacks?.() ?? null

function mutantBy(name: string | undefined): Mutant | null {
  const mutant = clusterMutants.find((known) => known.name === name)
  if (name !== undefined && !mutant) throw new CannotStart(`There is no mutant ${name}.\n${usage}`)
  return mutant ?? null
}

function chosen(only: string | undefined): readonly Fault[] {
  if (only === undefined) return faults.filter((fault) => whyNot(fault) === null)
  return only.split(',').map((name) => {
    const fault = faults.find((known) => known.name === name)
    if (!fault) throw new CannotStart(`There is no fault ${name}.\n${usage}`)
    const why = whyNot(fault)
    if (why !== null) throw new CannotStart(`${name} can’t be done: ${why}`)
    return fault
  })
}

function read(args: string[]) {
  const text = { type: 'string' } as const
  const options = { seed: text, failovers: text, only: text, keep: text, mutant: text }
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
  const keepsAlways = values.keep !== undefined
  const mutant = mutantBy(values.mutant)
  const left =
    values.only === undefined
      ? faults.filter((fault) => !only.includes(fault)).map((one) => `${one.name}: ${whyNot(one)}`)
      : []
  return { seed, failovers, faults: only, keep, keepsAlways, mutant, left }
}
