/**
 * The files of the built app: read when the server starts and answered from memory, like the pages. A
 * name that doesn't exist costs no look at the disk.
 */
import type { FastifyInstance } from 'fastify'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { immutable, keepFile, sendFile, type KeptFile } from './kept-file.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** By name. The build has left a brotli form beside whatever can be compressed. */
function keepAssets(folder: string): Map<string, KeptFile> {
  const names = readdirSync(folder)
  const read = (name: string) => readFileSync(join(folder, name))
  return new Map(
    names
      .filter((name) => !name.endsWith('.br'))
      .map((name) => {
        const type = types[extname(name)]
        if (!type) throw new Error(`The web app has an asset of a kind that nobody serves: ${name}`)
        return [
          name,
          keepFile(read(name), type, names.includes(`${name}.br`) ? read(`${name}.br`) : undefined),
        ]
      }),
  )
}

export function bindAssets(app: FastifyInstance, folder: string): void {
  for (const [name, file] of keepAssets(folder))
    app.get(`/assets/${name}`, { config: { beforeOpening: true } }, async (request, reply) =>
      sendFile(request, reply, file, immutable),
    )
}
