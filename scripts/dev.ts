/** `npm run dev`: the server starts again when its sources change; the pages come from Vite and change in place. */
import '../src/platform/node-version.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

// Not Node's own --watch: it also watches a file that Vite writes anew at every start.
const root = join(import.meta.dirname, '..')
const watched = ['src', 'db', 'content']

/** Vite's; and what no running server has loaded. */
const otherwise = (file: string) => file.startsWith(`web${sep}`) || /\.test\.tsx?$/.test(file)

/** Editors write a file more than once. */
const quietMs = 100

let child: ChildProcess | null = null
let ending = false

function launch(): void {
  const launched = spawn(
    process.execPath,
    ['--conditions=development', join(root, 'scripts/dev-server.ts')],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development' },
    },
  )
  child = launched
  launched.once('exit', (code) => {
    if (child === launched) child = null
    if (ending) process.exit(code ?? 0)
  })
}

function stopped(running: ChildProcess): Promise<unknown> {
  const exit = new Promise((resolve) => running.once('exit', resolve))
  running.kill('SIGTERM')
  return exit
}

let changes = 0
async function changed(file: string): Promise<void> {
  changes += 1
  const mine = changes
  await wait(quietMs)
  if (mine !== changes || ending) return
  process.stdout.write(`${file} has changed: starting again …\n`)
  if (child) await stopped(child)
  if (!ending && !child) launch()
}

for (const folder of watched) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file && !otherwise(file)) void changed(join(folder, file))
  })
}
// A terminal's Ctrl-C reaches the child by itself as well; the second signal does nothing.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    ending = true
    if (child) child.kill(signal)
    else process.exit(0)
  })
}
launch()
