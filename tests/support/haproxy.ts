/** HAProxy as `deploy/haproxy.cfg` sets it up, with a certificate, a name and ports of the test's own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, vi } from 'vitest'
import { makeCertificate } from './certificate.ts'
import { missingParts, programPath, skippedBy } from './outside.ts'
import { projectFolder } from './server.ts'

const program = programPath('haproxy')
/** Where it was unpacked, its libraries lie beside it. */
const env = {
  ...process.env,
  ...(program?.includes('/node_modules/')
    ? { LD_LIBRARY_PATH: join(dirname(program), '../lib', `${machine()}-linux-gnu`) }
    : {}),
}

function machine(): string {
  return process.arch === 'arm64' ? 'aarch64' : 'x86_64'
}

export const haproxyRuns =
  program !== null && spawnSync(program, ['-v'], { env, stdio: 'ignore' }).status === 0
export const whyNoHaproxy = haproxyRuns
  ? ''
  : skippedBy(missingParts('haproxy') ?? 'the haproxy here doesn’t run')

/** The settings with a certificate for the name of the firm, in a folder of their own. */
export async function haproxySettings(name: string) {
  const { folder, key, certificate } = await makeCertificate(name)
  const pem = join(folder, 'both.pem')
  await writeFile(pem, Buffer.concat([await readFile(certificate), await readFile(key)]))
  const settings = (await readFile(join(projectFolder, 'deploy/haproxy.cfg'), 'utf8'))
    .replace('/etc/haproxy/invest.example.org.pem', pem)
    .replaceAll('invest.example.org', name)
  return { folder, settings, certificate: await readFile(certificate, 'utf8') }
}

/** What HAProxy says of a file of settings, and whether it takes it. */
export function checkHaproxy(file: string): { taken: boolean; says: string } {
  const { status, stdout, stderr } = spawnSync(program!, ['-c', '-f', file], {
    env,
    encoding: 'utf8',
  })
  return { taken: status === 0, says: stdout + stderr }
}

/** In front of servers at these ports. Call at the top of a test file. */
export async function startHaproxy(port: number, servers: readonly number[]) {
  const { folder, settings, certificate } = await haproxySettings('localhost')
  const socket = join(folder, 'admin')
  const lines = servers.map((at) => `  server at-${at} 127.0.0.1:${at}`).join('\n')
  const changed = settings
    .replace('global\n', `global\n  stats socket ${socket}\n`)
    .replace('  bind :80\n', '')
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('  server one 127.0.0.1:3000', lines)
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, changed)
  const running = spawn(program!, ['-db', '-f', file], { env, stdio: 'inherit' })
  afterAll(async () => {
    running.kill('SIGTERM')
    if (running.exitCode === null) await once(running, 'exit')
  })
  /** Which of the servers it passes requests to. */
  async function inUse(): Promise<number[]> {
    const asking = connect(socket)
    asking.write('show stat\n')
    const rows = (await text(asking)).split('\n').map((line) => line.split(','))
    return rows.flatMap(([backend, name = '', ...of]) =>
      backend === 'glasshouse' && name.startsWith('at-') && of[15] === 'UP'
        ? [Number(name.slice(3))]
        : [],
    )
  }
  return {
    url: `https://localhost:${port}`,
    certificate,
    /** Until it passes requests to all of them. */
    untilAllInUse: () =>
      vi.waitFor(async () => expect(await inUse()).toEqual(servers), {
        timeout: 60_000,
        interval: 100,
      }),
  }
}
