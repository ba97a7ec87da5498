/** The order in which letters stand on a line: Unicode Standard Annex 9, by a library that its tests of conformance verify. */
import bidiModule, { type Bidi } from 'bidi-js'

/** Its types call this a part of the module, which is the function itself. */
const bidiFactory = bidiModule as unknown as () => Bidi

/** Unpacks its tables, which papers without such letters do without. */
let unpacked: Bidi | null = null
const bidi = () => (unpacked ??= bidiFactory())

/** Odd: from right to left. The text as a whole runs from left to right, as our papers do. */
export const levelsOf = (text: string): Uint8Array => bidi().getEmbeddingLevels(text, 'ltr').levels

/** Brackets turn round with the direction. */
export const mirrored = (text: string): string =>
  Array.from(text, (letter) => bidi().getMirroredCharacter(letter) ?? letter).join('')

export type Run = { text: string; level: number }

/** Letters of one level each, as they follow one another from left to right (rule L2). */
export function runsOf(line: string, levels: ArrayLike<number>): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < line.length; at += 1) {
    const before = runs.at(-1)
    if (before && before.level === levels[at]) before.text += line[at]!
    else runs.push({ text: line[at]!, level: levels[at]! })
  }
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      let to = from
      while (to < runs.length && runs[to]!.level >= level) to += 1
      if (to > from) runs.splice(from, to - from, ...runs.slice(from, to).toReversed())
      from = to
    }
  }
  return runs
}
