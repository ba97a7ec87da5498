/** `npm run content:check -- DIR [--preview]`: everything that keeps a pack from live, at once, and which page lacks what. */
import '../src/platform/node-version.ts'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import type { PackFault } from '../src/domains/content/faults.ts'
import { judgeLivePack } from '../src/domains/content/judge.ts'
import { previewPages } from '../src/domains/content/preview.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

function printFaults(faults: readonly PackFault[]): void {
  for (const { what, why, where } of faults) print(`${where}: ${what} (${why})`)
  print(
    faults.length === 0
      ? 'Nothing is missing: a firm can open with this content.'
      : `${faults.length} to do.`,
  )
}

/** To this machine only, read anew at every request, until Ctrl-C. */
function servePreview(folder: string): void {
  const server = createServer((request, response) => {
    const pages = previewPages(judgeLivePack(folder))
    const page = pages.get(new URL(request.url ?? '/', 'http://preview').pathname)
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
    })
    response.end(page ?? pages.get('/'))
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object')
      print(`Preview at http://127.0.0.1:${address.port}/ (Ctrl-C ends it)`)
  })
}

function run(args: string[]): void {
  const folders = args.filter((arg) => arg !== '--preview')
  const [given] = folders
  if (given === undefined || folders.length > 1 || given.startsWith('-')) {
    process.stderr.write('Say which folder: npm run content:check -- ../our-firm [--preview]\n')
    process.exitCode = 1
    return
  }
  const folder = resolve(given)
  const { faults } = judgeLivePack(folder)
  printFaults(faults)
  if (args.includes('--preview')) servePreview(folder)
  else process.exitCode = faults.length === 0 ? 0 : 1
}

run(process.argv.slice(2))
