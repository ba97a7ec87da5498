/** A program of Debian's that the product doesn't need and a test does: the machine's own, or one unpacked beside node_modules. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './server.ts'

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/**
 * The path of a program, or null where there is none to be had. Its packages are unpacked, not installed: nothing starts, and
 * nothing of the machine changes. As root alone, since only then the machine is known to be the tests' own.
 */
export function debianTool(program: string, packages: readonly string[]): string | null {
  if (isThere(program)) return program
  if (process.getuid?.() !== 0 || !isThere('apt-get')) return null
  const folder = join(projectFolder, 'node_modules/.cache/debian', program)
  const found = ['usr/bin', 'usr/sbin', 'bin', 'sbin']
    .map((place) => join(folder, place, program))
    .find((path) => existsSync(path))
  if (found) return found
  try {
    mkdirSync(folder, { recursive: true })
    const quiet = { cwd: folder, stdio: 'ignore', timeout: 120_000 } as const
    execFileSync('apt-get', ['update'], quiet)
    execFileSync('apt-get', ['download', ...packages], quiet)
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb')))
      execFileSync('dpkg', ['-x', name, '.'], quiet)
    return debianTool(program, [])
  } catch {
    return null
  }
}
