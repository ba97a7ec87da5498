import fastify from 'fastify'
import { createServer, connect, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen, takePort, type TakenPort } from './listen.ts'

const anywhere = { host: '127.0.0.1', port: 0 }

function closing({ server, twin }: TakenPort): void {
  onTestFinished(() => [server, twin].forEach((one) => one?.close()))
}

/** What becomes of a connection: it ends without a word. */
const turnedAway = (port: number) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (bytes) => {
      heard += String(bytes)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  })

/** Another program's, on this port. */
function listenOn(port: number, host: string): Promise<Server> {
  const other = createServer()
  return new Promise((resolve, reject) => {
    other.once('error', reject)
    other.listen(port, host, () => resolve(other))
  })
}

test('a port is ours from the moment it is known, and nobody is let in before we listen', async () => {
  const taken = await takePort(anywhere)
  await expect(listenOn(taken.port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(await turnedAway(taken.port)).toBe('')
  const app = fastify()
  app.get('/', async () => 'open')
  const listening = await listen(app, taken)
  expect(await (await fetch(`http://127.0.0.1:${taken.port}`)).text()).toBe('open')
  if (taken.twin) expect(await (await fetch(`http://[::1]:${taken.port}`)).text()).toBe('open')
  await listening.close()
  const other = await listenOn(taken.port, '127.0.0.1')
  other.close()
})

test('a port that is taken is told, on either address', async () => {
  const first = await takePort(anywhere)
  closing(first)
  await expect(takePort({ ...anywhere, port: first.port })).rejects.toThrow(
    `Port ${first.port} on 127.0.0.1 is taken. PORT and HOST set another.`,
  )
  if (!first.twin) return
  await new Promise((resolve) => first.server.close(resolve))
  await expect(takePort({ ...anywhere, port: first.port })).rejects.toThrow(
    `Port ${first.port} on [::1] is taken.`,
  )
  // And nothing of it is kept.
  const other = await listenOn(first.port, '127.0.0.1')
  other.close()
})
