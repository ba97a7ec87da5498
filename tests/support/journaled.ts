import type { Kept } from '../../src/desk/memory.ts'

/** What the journal keeps of a command: nothing of the words of those who were erased since. */
export const journaled = ({ changes, reply, input, ...kept }: Kept) => ({
  ...kept,
  input: { ...input, ...changes?.facts },
  texts: reply === null ? null : (changes?.texts ?? {}),
  activity: changes?.activity ?? [],
})
