/**
 * What a rule must know that no command tells: until when money is held back after a change of a sign-in, whether somebody has a
 * second factor. It is read in the flight of the batch, by the database's own clock, and kept with the command that was decided on
 * it; decided again, the command finds what it found then.
 */
import type { Journaled, Needs } from './command.ts'
import { answering, reading, type Answering, type Arg, type Read, type Source } from './read.ts'
import { Unexplained } from './recall.ts'
import type { World } from './world.ts'

/** As the journal keeps it. */
export type Observed = string | boolean | null

export type Observation<A extends Arg = Arg, V extends Observed = Observed> = Answering<A, V> & {
  /** What the journal calls it. A command observes one of each at most. */
  as: string
  of(arg: A): Read
  /** What is found where nothing is out of the ordinary: all that a desk in memory knows. */
  usual: V
}

export function defineObservation<A extends Arg, V extends Observed>(
  definition: Omit<Observation<A, V>, 'fill' | 'of'>,
): Observation<A, V> {
  const { as, usual, ...source } = definition
  const observation: Observation<A, V> = Object.assign(answering<A, V>(source), {
    as,
    usual,
    of: (arg: A) => reading(observation, arg),
  })
  return observation
}

export const isObservation = (source: Source): source is Observation => 'usual' in source

const observations = ({ read = [] }: Needs) =>
  read.flatMap(({ source, arg }) => (isObservation(source) ? [{ source, arg }] : []))

/** What a command found, for the journal. */
export const observedIn = (world: World, needs: Needs): Record<string, Observed> =>
  Object.fromEntries(
    observations(needs).map(({ source, arg }) => [source.as, world.fact(source, arg)]),
  )

/** Whether the command looked for it. */
export const wasObserved = ({ input }: Journaled, { as }: { as: string }): boolean => as in input

/** What it found then is what is found when it is decided again. */
export function learnAgain(world: World, needs: Needs, { kind, input }: Journaled): void {
  for (const { source, arg } of observations(needs)) {
    const value = input[source.as]
    if (value === undefined) throw new Unexplained(`${kind} has no ${source.as}`)
    world.learn(source, arg, value)
  }
}
