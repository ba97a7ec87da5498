/** A scanner of files: what is asked of it, and that nothing is taken where it finds something or says nothing. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { clamdAt } from '../../src/platform/clamd.ts'
import { createReader } from '../../src/platform/pictures/reader.ts'
import { createTestDatabase } from '../support/database.ts'
import { testDocumentKeys } from '../support/document-keys.ts'
import { photo } from '../support/files.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'

const database = await createTestDatabase()
const reader = createReader()
afterAll(() => reader.close())

/** What somebody sent by INSTREAM, once all of it is there. */
function streamIn(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (!received.subarray(0, command.length).equals(Buffer.from(command))) return null
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

/** A daemon that speaks the protocol, and answers as it is told. */
async function daemon(answer: (bytes: Buffer, socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      const bytes = streamIn(received)
      if (bytes) answer(bytes, socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function sendTo(address: string, bytes: Buffer, withinMs?: number) {
  const scanner = clamdAt(address, withinMs)
  const app = await createTestApp(database, {
    files: { reader, scanner, keys: testDocumentKeys },
  })
  const { token } = await signUpSomebody(app)
  const reply = await ask(app, 'POST', `${api}/documents?kind=identity`, {
    token,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  return { status: reply.status, code: reply.body.code, wait: reply.headers['retry-after'] }
}

const kept = async () =>
  Number((await database.owner.query('select count(*) from document_contents')).rows[0].count)

describe('a scanner', () => {
  test('gets the whole file as it came, and what it lets pass is taken', async () => {
    const scanned: Buffer[] = []
    const address = await daemon((bytes, socket) => {
      scanned.push(bytes)
      socket.end('stream: OK\0')
    })
    const bytes = await photo({ width: 600, height: 600, quality: 95 })
    expect(bytes.length).toBeGreaterThan(64 * 1024)
    expect(await sendTo(address, bytes)).toMatchObject({ status: 201 })
    expect(scanned).toEqual([bytes])
  })

  test('that finds something has the file refused, and nothing is kept', async () => {
    const before = await kept()
    const address = await daemon((_, socket) => void socket.end('stream: Eicar FOUND\0'))
    expect(await sendTo(address, await photo())).toMatchObject({
      status: 422,
      code: 'file_harmful',
    })
    expect(await kept()).toBe(before)
  })

  test.each<[string, (bytes: Buffer, socket: Socket) => void]>([
    ['is silent', () => {}],
    ['hangs up', (_, socket) => void socket.destroy()],
    ['has had enough', (_, socket) => void socket.end('INSTREAM size limit exceeded. ERROR\0')],
    ['says anything else', (_, socket) => void socket.end('HTTP/1.1 400 Bad Request\0')],
    ['talks without end', (_, socket) => void socket.write('x'.repeat(5000))],
  ])('that %s has nothing taken', async (_, answer) => {
    const before = await kept()
    expect(await sendTo(await daemon(answer), await photo(), 1000)).toEqual({
      status: 503,
      code: 'files_unchecked',
      wait: '30',
    })
    expect(await kept()).toBe(before)
  })

  test('that isn’t there has nothing taken', async () => {
    const reply = await sendTo('127.0.0.1:1', await photo())
    expect(reply).toMatchObject({ status: 503, code: 'files_unchecked' })
  })
})
