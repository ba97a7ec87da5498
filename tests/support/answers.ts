/** What came of commands, for counting. */
import { ProblemError } from '../../src/contract/problems.ts'
import type { Reply } from '../../src/desk/decide.ts'

/** The outcome that was recorded, or the code of the problem with which nothing was. */
export async function answerOf(reply: Promise<Reply>): Promise<string> {
  try {
    return (await reply).outcome
  } catch (error) {
    if (error instanceof ProblemError) return error.refusal.code
    throw error
  }
}

export function countOf(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

export async function countAnswers(
  replies: readonly Promise<Reply>[],
): Promise<Record<string, number>> {
  return countOf(await Promise.all(replies.map(answerOf)))
}

export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
