/** The command line of a run. */
import { parseArgs } from 'node:util'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { faults, type Fault } from './faults.ts'

export type Options = {
  seed: string
  minutes: number
  /** Ends after this many kills; Infinity: only by the time. */
  kills: number
  /** Ends after every fault had this many rounds; Infinity: only by time or kills. */
  rounds: number
  /** How often a fault strikes in a round; null: its own number. */
  strikes: number | null
  faults: readonly Fault[]
  report: string | null
  /** Where figures go as JSON, for programs. */
  json: string | null
  /** Where a failed run keeps what it knows. */
  keep: string
  postgresSettings: Record<string, string>
  thinkMs: number
}

export const usage = `npm run torture -- [--minutes N] [--seed S] [--kills N] [--rounds N] [--strikes N] [--only fault,fault] [--report docs/reliability.md]
  [--postgres-setting name=value]… [--think MS] [--keep folder] [--json file]
Faults: ${faults.map(({ name }) => name).join(', ')}`

function count(name: string, text: string | undefined, defaultCount: number): number {
  if (text === undefined) return defaultCount
  const value = Number(text)
  if (!(value > 0)) throw new CannotStart(`--${name} is a number above zero.`)
  return value
}

function chosen(only: string | undefined): readonly Fault[] {
  if (only === undefined) return faults
  return only.split(',').map((name) => {
    const fault = faults.find((known) => known.name === name.trim())
    if (!fault) throw new CannotStart(`There is no fault ${name}.\n${usage}`)
    return fault
  })
}

function setting(text: string): [string, string] {
  const [name, ...rest] = text.split('=')
  if (!name || rest.length === 0) throw new CannotStart('--postgres-setting is name=value.')
  return [name, rest.join('=')]
}

/** Throws `CannotStart` with a line that says what is wrong. */
export function readOptions(args: string[]): Options {
  const { values } = (() => {
    try {
      return parseArgs({
        args,
        options: {
          seed: { type: 'string' },
          minutes: { type: 'string' },
          kills: { type: 'string' },
          rounds: { type: 'string' },
          strikes: { type: 'string' },
          only: { type: 'string' },
          report: { type: 'string' },
          json: { type: 'string' },
          keep: { type: 'string' },
          think: { type: 'string' },
          'postgres-setting': { type: 'string', multiple: true },
        },
      })
    } catch (error) {
      throw new CannotStart(`${(error as Error).message}\n${usage}`)
    }
  })()
  const seed = values.seed ?? String(Date.now() % 1_000_000)
  const bounded = values.kills ?? values.rounds
  return {
    seed,
    minutes: count('minutes', values.minutes, bounded === undefined ? 1 : 600),
    kills: count('kills', values.kills, Infinity),
    rounds: count('rounds', values.rounds, Infinity),
    strikes: values.strikes === undefined ? null : count('strikes', values.strikes, 1),
    faults: chosen(values.only),
    report: values.report ?? null,
    json: values.json ?? null,
    keep: values.keep ?? `.cache/torture/${seed}`,
    postgresSettings: Object.fromEntries((values['postgres-setting'] ?? []).map(setting)),
    thinkMs: count('think', values.think, 40),
  }
}
