/** The outbox behind reverse proxies as they come: neither says for whom it asks, so that strangers look like the machine itself. */
import { spawn, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { outboxAddress } from '../../src/http/outbox/key.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder } from '../support/folder.ts'
import { createTestApp, signUpSomebody } from '../support/http.ts'
import { missingParts, programPath, skippedBy } from '../support/outside.ts'
import { setRole, testSecret } from '../support/stamp.ts'
import { serve } from '../support/socket.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const port = await serve(app)
const { id, token, email } = await signUpSomebody(app)
const folder = await newFolder()

type Proxy = {
  name: 'haproxy' | 'nginx'
  program: string | null
  config: (socket: string) => string
  args: (file: string) => string[]
}

const proxies: Proxy[] = [
  {
    name: 'haproxy',
    program: programPath('haproxy'),
    args: (file) => ['-db', '-f', file],
    config: (socket) => `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind unix@${socket}
  default_backend back
backend back
  server one 127.0.0.1:${port}
`,
  },
  {
    name: 'nginx',
    program: programPath('nginx'),
    args: (file) => ['-e', 'stderr', '-p', folder, '-c', file],
    config: (socket) => `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
events {}
http {
  access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen unix:${socket}; location / { proxy_pass http://127.0.0.1:${port}; } }
}
`,
  },
]

const running: ChildProcess[] = []
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve))
  }
})

async function start({ name, program, config, args }: Proxy): Promise<string> {
  const [socket, file] = [join(folder, `${name}.sock`), join(folder, `${name}.conf`)]
  await writeFile(file, config(socket))
  const child = spawn(program!, args(file), { stdio: ['ignore', 'ignore', 'pipe'] })
  running.push(child)
  let said = ''
  child.stderr!.on('data', (part) => (said += String(part)))
  await expect
    .poll(
      () =>
        get(socket, '/healthz').then(
          ({ status }) => status,
          () => said,
        ),
      { timeout: 20_000 },
    )
    .toBe(200)
  return socket
}

function get(
  socketPath: string,
  path: string,
  cookie?: string,
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    request(
      { socketPath, path, headers: { host: `localhost:${port}`, ...(cookie ? { cookie } : {}) } },
      (reply) => {
        text(reply).then(
          (body) => resolve({ status: reply.statusCode!, headers: reply.headers, text: body }),
          reject,
        )
      },
    )
      .on('error', reject)
      .end()
  })
}

for (const proxy of proxies) {
  describe.skipIf(proxy.program === null)(
    `I18: behind ${proxy.name} with its defaults${skippedBy(missingParts(proxy.name))}`,
    async () => {
      test('strangers see no mail, and whoever has the key or is an administrator does', async () => {
        const socket = await start(proxy)
        const stranger = await get(socket, '/outbox')
        expect([stranger.status, stranger.text.includes(email)]).toEqual([403, false])
        const { pathname, search } = new URL(outboxAddress('http://localhost', testSecret, false))
        const first = await get(socket, pathname + search)
        expect([first.status, first.headers.location]).toEqual([303, '/outbox'])
        const withKey = await get(
          socket,
          '/outbox',
          String(first.headers['set-cookie']).split(';')[0],
        )
        expect([withKey.status, withKey.text.includes(email)]).toEqual([200, true])
        const session = `session=${token}`
        expect((await get(socket, '/outbox', session)).status).toBe(403)
        await setRole(database, id, 'admin')
        expect((await get(socket, '/outbox', session)).status).toBe(200)
        await setRole(database, id, 'user')
      })
    },
  )
}
