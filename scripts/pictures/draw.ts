/** `npm run pictures`: draws the pictures of the demonstration into its content pack. */
import '../../src/platform/node-version.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawings } from './all.ts'
import { photographed } from './pixels.ts'
import { photographedDocuments } from './sample-documents.ts'

const pack = join(import.meta.dirname, '../../content/demo')

function keep(file: string, content: string | Buffer, folder = 'pictures'): void {
  mkdirSync(join(pack, folder), { recursive: true })
  writeFileSync(join(pack, folder, file), content)
  process.stdout.write(`${file} ${Buffer.byteLength(content)} bytes\n`)
}

for (const [file, draw] of Object.entries(drawings)) keep(file, draw())
for await (const { file, bytes } of photographed()) keep(file, bytes)
for await (const { file, bytes } of photographedDocuments()) keep(file, bytes, 'documents')
