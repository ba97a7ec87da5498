/** `npm run content:new -- DIR`: a folder with everything that a firm is asked for, to be filled in. */
import '../src/platform/node-version.ts'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const skeleton = join(import.meta.dirname, '../content/new')

function isFree(folder: string): boolean {
  try {
    return !existsSync(folder) || readdirSync(folder).length === 0
  } catch {
    return false
  }
}

function run([given, ...more]: string[]): number {
  if (given === undefined || more.length > 0) {
    process.stderr.write('Say into which folder: npm run content:new -- ../our-firm\n')
    return 1
  }
  const folder = resolve(given)
  if (!isFree(folder)) {
    process.stderr.write(
      `${folder} is there already and isn’t an empty folder. Nothing was written.\n`,
    )
    return 1
  }
  mkdirSync(join(folder, 'pictures'), { recursive: true })
  cpSync(skeleton, folder, { recursive: true })
  process.stdout.write(
    `Written to ${folder}. Its README.md says in which order to fill it in; what is missing says\n  npm run content:check -- ${given}\n`,
  )
  return 0
}

process.exitCode = run(process.argv.slice(2))
