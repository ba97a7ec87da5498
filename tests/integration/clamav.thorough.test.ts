/** ClamAV's own daemon, as Debian has it, with a signature of the test's. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clamdAt } from '../../src/platform/clamd.ts'
import { missingParts, programPath, skippedBy } from '../support/outside.ts'
import { photo } from '../support/files.ts'
import { newFolder, removeFolders } from '../support/folder.ts'
import { projectFolder } from '../support/server.ts'

const program = programPath('clamd')
afterAll(removeFolders)

const unpacked = join(projectFolder, 'node_modules/.cache/debian/clamd/usr/lib')

function libraries(): string {
  try {
    return readdirSync(unpacked)
      .map((name) => join(unpacked, name))
      .join(':')
  } catch {
    return ''
  }
}

const sign = 'a sign that only this test knows'

/** Null where there is none to be had. */
async function startClamd() {
  if (program === null) return null
  const folder = await newFolder()
  const socket = join(folder, 'clamd.sock')
  await writeFile(join(folder, 'own.ndb'), `Own.Test:0:*:${Buffer.from(sign).toString('hex')}\n`)
  const settings = [
    `DatabaseDirectory ${folder}`,
    `LocalSocket ${socket}`,
    'Foreground yes',
    'User root',
    'StreamMaxLength 20M',
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const child = spawn(program, ['--config-file', join(folder, 'clamd.conf')], {
    env: { ...process.env, LD_LIBRARY_PATH: libraries() },
    stdio: 'ignore',
  })
  child.on('error', () => {})
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  afterAll(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { socket, child }
}

const daemon = await startClamd()

test.skipIf(daemon === null)(
  `ClamAV finds what it knows, and lets the rest pass${skippedBy(missingParts('clamd'))}`,
  { timeout: 120_000 },
  async () => {
    const scanner = clamdAt(daemon!.socket)
    const listens = () =>
      scanner.scan(Buffer.from('nothing')).then(
        () => true,
        () => daemon!.child.exitCode !== null,
      )
    await expect.poll(listens, { timeout: 100_000, interval: 200 }).toBe(true)
    expect(daemon!.child.exitCode).toBeNull()
    expect(await scanner.scan(await photo({ width: 1500, height: 1500, quality: 95 }))).toBeNull()
    const bad = Buffer.concat([await photo(), Buffer.from(sign)])
    expect(await scanner.scan(bad)).toBe('Own.Test.UNOFFICIAL')
  },
)
