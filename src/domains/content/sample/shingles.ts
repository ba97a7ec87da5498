/** Runs of five words, each as a short hash: what two texts have in common whatever order their sentences stand in. */
import { createHash } from 'node:crypto'
import { sentencesIn, wordsIn } from '../read/words.ts'

const run = 5

/** 36 bits: among tens of thousands of runs of an honest pack about one in ten million is taken for one of the sample's. */
function hashOf(words: readonly string[]): string {
  return createHash('sha256').update(words.join(' ')).digest('base64url').slice(0, 6)
}

/** Every run of a list of words, in order. */
export function runsOf(words: readonly string[]): string[] {
  const runs: string[] = []
  for (let start = 0; start + run <= words.length; start += 1)
    runs.push(hashOf(words.slice(start, start + run)))
  return runs
}

/** Every run that lies within a sentence, once. */
export function runsOfSentences(text: string): string[] {
  return [...new Set(sentencesIn(text).flatMap((sentence) => runsOf(wordsIn(sentence))))]
}
