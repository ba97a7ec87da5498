/** The simulator of a TRON node, for tests. */
import { afterAll } from 'vitest'
import { openTronSimulator, type Options, type TronSimulator } from './simulated-node.ts'

export type { Lie, TronSimulator } from './simulated-node.ts'

/** Ends with the test file. */
export async function startTronSimulator(options: Options = {}): Promise<TronSimulator> {
  const simulator = await openTronSimulator(options)
  afterAll(simulator.stop)
  return simulator
}
