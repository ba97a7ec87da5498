/** `npm run sample:fingerprint`: writes anew by what the sample pack is known, after content/demo has changed. */
import '../src/platform/node-version.ts'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  linesOfDrawing,
  pictureHash,
  sampleFields,
  type Fingerprint,
} from '../src/domains/content/sample/fingerprint.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'content/demo')
const room = join(root, 'src/domains/content/sample')

export function makeFingerprint(): string {
  const pictures = readdirSync(join(folder, 'pictures')).toSorted()
  const made: Fingerprint = {
    fields: sampleFields(folder, readFileSync(join(room, 'phrases.md'), 'utf8')),
    pictures: pictures.map((name) => {
      const body = readFileSync(join(folder, 'pictures', name))
      const type = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
      return { name, hash: pictureHash(body), lines: linesOfDrawing(body, type) }
    }),
  }
  return `${JSON.stringify(made)}\n`
}

if (import.meta.main) writeFileSync(join(room, 'fingerprint.txt'), makeFingerprint())
