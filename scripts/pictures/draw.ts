/** `npm run pictures`: draws the pictures of the demonstration into its content pack. */
import '../../src/platform/node-version.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawings } from './all.ts'
import { photographed } from './pixels.ts'

const folder = join(import.meta.dirname, '../../content/demo/pictures')
mkdirSync(folder, { recursive: true })

function keep(file: string, content: string | Buffer): void {
  writeFileSync(join(folder, file), content)
  process.stdout.write(`${file} ${Buffer.byteLength(content)} bytes\n`)
}

for (const [file, draw] of Object.entries(drawings)) keep(file, draw())
for await (const { file, bytes } of photographed()) keep(file, bytes)
