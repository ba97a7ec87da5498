/** How deep in the chain something must be before it counts: the more it is worth, the deeper. */
import type { Cents } from './money.ts'

/** `below` in cents; the last one has none, and is for everything above. In order, from the smallest. */
export type DepthStep = { below: Cents | null; blocks: number }

/** New coins can't be spent before. */
export const blocksOfNewCoins = 100

/** What holds where the operator says nothing. */
export const usualSteps: readonly DepthStep[] = [
  { below: 100_000n, blocks: 1 },
  { below: 1_000_000n, blocks: 3 },
  { below: null, blocks: 6 },
]

/** The blocks that an amount needs, the one that it is in among them. */
export function blocksFor(amount: Cents, steps: readonly DepthStep[] = usualSteps): number {
  const step = steps.find(({ below }) => below === null || amount < below)
  return (step ?? steps.at(-1)!).blocks
}

/** As many as any amount needs. */
export const maxBlocks = (steps: readonly DepthStep[] = usualSteps): number =>
  Math.max(...steps.map(({ blocks }) => blocks))
