/**
 * What the sample pack is known by: of each field the hashes of its runs of words, of each picture its own and those of its
 * lines. `fingerprint.txt` is made of it by `npm run sample:fingerprint`, so that a changed copy of content/demo is known
 * by what it was.
 */
import { createHash } from 'node:crypto'
import { textsOfPack } from '../read/texts.ts'
import { runsOf, runsOfSentences } from './shingles.ts'
import { sentencesIn, wordsIn } from '../read/words.ts'

/** `of`: the part of the pack, which says how much of it an own text may have by chance. */
export type SampleField = { field: string; of: Part; runs: string[] }
export type SamplePicture = { name: string; hash: string; lines: string[] }
export type Fingerprint = { fields: SampleField[]; pictures: SamplePicture[] }

export const parts = ['firm', 'plans', 'landing', 'policies', 'whitepaper'] as const
export type Part = (typeof parts)[number]

const partOf = (file: string): Part => parts.find((part) => file.startsWith(part))!

/** Of a shorter text a few changed words leave nothing: those are gathered. */
const shortestField = 8

/** Without the runs of the phrases that all packs may share. */
export function sampleFields(folder: string, phrases: string): SampleField[] {
  const shared = new Set(sentencesIn(phrases).flatMap((sentence) => runsOf(wordsIn(sentence))))
  const fields: SampleField[] = []
  const gathered = new Map<string, SampleField>()
  for (const { file, field, text } of textsOfPack(folder)) {
    const runs = runsOfSentences(text).filter((run) => !shared.has(run))
    const of = partOf(file)
    if (runs.length >= shortestField) {
      const name = field === '' ? `“${wordsIn(text).slice(0, 6).join(' ')} …”` : field
      fields.push({ field: `${file}, ${name}`, of, runs })
    } else if (runs.length > 0) {
      const group = `${file}, short texts of ${field.split('.')[0] || 'the page'}`
      const known = gathered.get(group) ?? { field: group, of, runs: [] }
      gathered.set(group, { ...known, runs: [...new Set([...known.runs, ...runs])] })
    }
  }
  return [...fields, ...[...gathered.values()].filter(({ runs }) => runs.length >= shortestField)]
}

const hashOf = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16)

/** The longer lines of a drawing: another colour, size or order leaves them as they are. */
export function linesOfDrawing(body: Buffer, type: string): string[] {
  if (type !== 'image/svg+xml') return []
  const found = body.toString('utf8').matchAll(/\s(?:d|points)\s*=\s*["']([^"']{40,})["']/g)
  return [...new Set([...found].map(([, line]) => hashOf(line!.replaceAll(/[\s,]+/g, ' ').trim())))]
}

export const pictureHash = (body: Buffer) => hashOf(body)
