/** What every measurement is given, and its counts. */
import type { House } from './house.ts'
import type { Row } from './results.ts'
import { openPgbench, type Pgbench } from './yardsticks.ts'

export const fullSize = {
  quick: false,
  rounds: 3,
  seconds: 6,
  warmUpSeconds: 1,
  pgbenchSeconds: 15,
  pgbenchScale: 100,
  people: 100_000,
  postingsEach: 10,
  fewPostingsEach: 1,
  manyPostingsEach: 100,
  callers: 1024,
  signedIn: 2_000,
  connections: 64,
  manyConnections: 256,
  alone: 500,
  settled: 100_000,
  settlingRounds: 4,
  lockSeconds: 2,
  statementLines: 100_000,
  scalePeople: 1_000_000,
  scaleEach: [10, 31, 100],
  scaleAsks: 300,
  scaleRestSeconds: 20,
}
export type Size = typeof fullSize

/** To see that everything works: its figures mean nothing. */
export const quickSize: Size = {
  quick: true,
  rounds: 1,
  seconds: 0.5,
  warmUpSeconds: 0.1,
  pgbenchSeconds: 1,
  pgbenchScale: 1,
  people: 400,
  postingsEach: 10,
  fewPostingsEach: 1,
  manyPostingsEach: 10,
  callers: 128,
  signedIn: 100,
  connections: 8,
  manyConnections: 16,
  alone: 20,
  settled: 400,
  settlingRounds: 2,
  lockSeconds: 0.3,
  statementLines: 2_000,
  scalePeople: 400,
  scaleEach: [10, 31],
  scaleAsks: 10,
  scaleRestSeconds: 1,
}

export type Bench = {
  house: House
  size: Size
  say(line: string): void
  /** Measured on first use; null where the program is missing. */
  pgbench(): Promise<Pgbench | null>
}

/** Measures some rows. Each of its names can be asked for by `--only`; `asked` says which were. */
export type Measurement = {
  names: readonly string[]
  measure(bench: Bench, asked: (name: string) => boolean): Promise<Row[]>
}

export function makeBench(house: House, size: Size, say: Bench['say']): Bench {
  let pgbench: Promise<Pgbench | null> | null = null
  return {
    house,
    size,
    say,
    pgbench() {
      if (pgbench === null) say('filling pgbench')
      return (pgbench ??= openPgbench(house, size.pgbenchScale))
    },
  }
}
