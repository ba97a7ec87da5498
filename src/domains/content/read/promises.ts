/** Words that promise safety, in whatever they are dressed (rule 11): a pack for live that has one is refused. */
import { promises } from '../../../lib/promises.ts'
import { plainText } from './words.ts'
import type { PackText } from './texts.ts'

export type Complaint = { file: string; line: number; field: string; message: string }

/** Apostrophes are gone from a plain text. */
const withoutApostrophes = new RegExp(promises.source.replaceAll("['’]", ''), 'i')

/** The first words of a text that promise safety, or null. */
export function promiseIn(text: string): string | null {
  return (promises.exec(text) ?? withoutApostrophes.exec(plainText(text)))?.[0] ?? null
}

export function promisesIn(texts: readonly PackText[]): Complaint[] {
  return texts.flatMap(({ text, ...place }) => {
    const words = promiseIn(text)
    return words === null
      ? []
      : [{ ...place, message: `“${words}” promises safety: say what can be lost` }]
  })
}
