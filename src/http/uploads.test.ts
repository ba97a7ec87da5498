import type { FastifyReply, FastifyRequest } from 'fastify'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { addDocument } from '../contract/document.ts'
import { compareStatement } from '../contract/reconciliation.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { createUploads } from './uploads.ts'

/** What is sent to one server with room for 100 bytes, 60 of them for one address. */
function sending() {
  const begin = createUploads({ whole: 100, each: 60 })
  return (owner: string, ip: string, endpoint: Endpoint = addDocument) => {
    const raw = Object.assign(new EventEmitter(), { closed: false })
    const request = { principal: { owner }, ip, takeRoom: null } as unknown as FastifyRequest
    begin(endpoint, request, { raw } as unknown as FastifyReply)
    return {
      arrives: (bytes: number) => request.takeRoom!(bytes),
      ends: () => {
        raw.closed = true
        raw.emit('close')
      },
    }
  }
}

test('J18: announced files take no room, each address has a share of it, and the rest is others’', () => {
  const send = sending()
  const announced = Array.from({ length: 50 }, (_, n) => send(`somebody ${n}`, '192.0.2.1'))
  announced[0]!.arrives(59)
  announced[1]!.arrives(1)
  expect(() => announced[2]!.arrives(1)).toThrow('Too many requests')
  const other = send('other', '192.0.2.2')
  other.arrives(40)
  expect(() => other.arrives(1)).toThrow('The server is busy')
  announced[0]!.ends()
  other.arrives(20)
  // What arrives after its reply takes nothing.
  announced[0]!.arrives(1_000)
  announced[2]!.arrives(20)
})

test('J18: a person sends one file at a time; long bodies of another kind take room alike', () => {
  const send = sending()
  const first = send('somebody', '192.0.2.1')
  expect(() => send('somebody', '192.0.2.2')).toThrow('Too many requests')
  const statement = send('somebody', '192.0.2.2', compareStatement)
  statement.arrives(60)
  expect(() => statement.arrives(1)).toThrow('Too many requests')
  first.ends()
  send('somebody', '192.0.2.2')
})
