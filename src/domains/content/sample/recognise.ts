/** Text and pictures of the sample pack in a pack for live, whole or lightly changed: refused (rules 2 and 3). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameInPack, type KeptPicture } from '../read/pictures.ts'
import type { Complaint } from '../read/promises.ts'
import type { PackText } from '../read/texts.ts'
import {
  linesOfDrawing,
  pictureHash,
  type Fingerprint,
  type Part,
  type SampleField,
} from './fingerprint.ts'
import { runsOf } from './shingles.ts'
import { wordsIn } from '../read/words.ts'

const sample = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fingerprint.txt'), 'utf8'),
) as Fingerprint

/**
 * The share of a field's runs of five words from which on its text counts as the sample's. Measured in
 * docs/decisions/077: honest packs stay below, texts with a tenth of their words changed above. The whitepaper's is lowest,
 * because nobody shares its phrases, the firm's highest, because its fields are shortest.
 */
export const thresholds: Record<Part, number> = {
  firm: 0.3,
  plans: 0.2,
  landing: 0.2,
  policies: 0.2,
  whitepaper: 0.15,
}
/** Fewer runs than this in common are chance. */
const fewestRuns = 3

/** Short texts by which the sample pack is known in any surroundings. */
const marks =
  /glasshouse\.example|tb1qf9lyt6fyvh9jl3hxf4wffchh3vphr62sw9yjs6|THIS-IS-NO-ADDRESS|\bsample (investor|office|firm)\b|^\/demonstration\b|\bmade up for this demonstration\b/i

export type Overlap = SampleField & { common: number; at: PackText | null }

/** Which runs of words a pack has, across its sentences and fields, and in which text each begins. */
function runsOfPack(texts: readonly PackText[]): Map<string, PackText> {
  const found = new Map<string, PackText>()
  for (const file of new Set(texts.map((text) => text.file))) {
    const words = texts
      .filter((text) => text.file === file)
      .flatMap((text) => wordsIn(text.text).map((word) => ({ word, text })))
    for (const [place, run] of runsOf(words.map(({ word }) => word)).entries())
      if (!found.has(run)) found.set(run, words[place]!.text)
  }
  return found
}

/** Of each field of the sample, how many of its runs the texts have, and where most of them stand. */
export function overlapsWith(texts: readonly PackText[]): Overlap[] {
  const runs = runsOfPack(texts)
  return sample.fields.map((field) => {
    const places = new Map<PackText, number>()
    let common = 0
    for (const run of field.runs) {
      const place = runs.get(run)
      if (!place) continue
      common += 1
      places.set(place, (places.get(place) ?? 0) + 1)
    }
    const [at = null] = [...places].toSorted(([, a], [, b]) => b - a)[0] ?? []
    return { ...field, common, at }
  })
}

export const isOfSample = ({ of, runs, common }: Overlap) =>
  common >= fewestRuns && common / runs.length >= thresholds[of]

function sampleTexts(texts: readonly PackText[]): Complaint[] {
  const found = new Map<PackText, string>()
  for (const overlap of overlapsWith(texts))
    if (isOfSample(overlap) && overlap.at && !found.has(overlap.at))
      found.set(overlap.at, overlap.field)
  for (const text of texts)
    if (marks.test(text.text) && !found.has(text)) found.set(text, 'its names and addresses')
  return [...found].map(([{ file, line, field }, of]) => ({
    file,
    line,
    field,
    message: `this is text of the sample pack (${of}): write the firm’s own`,
  }))
}

function samplePictures(pictures: ReadonlyMap<string, KeptPicture>): Complaint[] {
  return [...pictures].flatMap(([path, { body, type }]) => {
    const hash = pictureHash(body)
    const lines = new Set(linesOfDrawing(body, type))
    const drawn = sample.pictures.find(
      (known) =>
        known.hash === hash ||
        (known.lines.length > 0 &&
          known.lines.filter((line) => lines.has(line)).length * 4 >= known.lines.length),
    )
    if (!drawn) return []
    const message = `this is a picture of the sample pack (${drawn.name}): use the firm’s own`
    return [{ file: nameInPack(path), line: 0, field: '', message }]
  })
}

export function sampleIn(
  texts: readonly PackText[],
  pictures: ReadonlyMap<string, KeptPicture>,
): Complaint[] {
  return [...sampleTexts(texts), ...samplePictures(pictures)]
}
