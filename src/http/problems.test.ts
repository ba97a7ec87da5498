import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ProblemError } from '../contract/problems.ts'
import { Unconfirmed } from '../platform/database.ts'
import { createClientErrorHandler, problemOf } from './problems.ts'

const replyToClientError = createClientErrorHandler({ 'x-always': 'there' })
const codeOf = (error: unknown, method = 'POST') => problemOf(error, method).refusal.code
const withCode = (code: string) => Object.assign(new Error('from below'), { code })

test('F3: a database that is gone, going or full is unavailable; one that takes too long is busy', () => {
  for (const code of [
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOENT',
    'EPIPE',
    '57P01',
    '57P03',
    '53300',
    '08006',
    '25006',
  ])
    expect(codeOf(withCode(code)), code).toBe('unavailable')
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
  ])
    expect(codeOf(new Error(message))).toBe('unavailable')
  for (const code of ['57014', '55P03', '40001', '40P01'])
    expect(codeOf(withCode(code)), code).toBe('busy')
  for (const code of ['23505', '42501', 'GH004', 'EACCES'])
    expect(codeOf(withCode(code)), code).toBe('internal_error')
})

test('who gives up waiting for a change says that its outcome is unknown, for a reading that it is busy', () => {
  expect(codeOf(withCode('FST_ERR_HANDLER_TIMEOUT'), 'POST')).toBe('outcome_unknown')
  expect(codeOf(withCode('FST_ERR_HANDLER_TIMEOUT'), 'GET')).toBe('busy')
})

test('I20: a change that was committed with a warning is told as unknown, never as done nor as not done', () => {
  expect(codeOf(new Unconfirmed('a warning'))).toBe('outcome_unknown')
})

test('what nobody foresaw is an internal error, whatever was thrown', () => {
  for (const thrown of [
    new Error('secret'),
    new TypeError('x is not a function'),
    'text',
    null,
    undefined,
    { code: 400 },
  ])
    expect(codeOf(thrown)).toBe('internal_error')
  expect(problemOf(new ProblemError('busy', 7), 'GET')).toMatchObject({
    refusal: { code: 'busy' },
    retryAfterSeconds: 7,
  })
})

test.for([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'request_timeout'],
  ['HPE_HEADER_OVERFLOW', 431, 'headers_too_large'],
  ['HPE_INVALID_METHOD', 400, 'bad_request'],
] as const)('F2: %s is answered on the socket, which then closes', ([from, status, code]) => {
  const socket = new PassThrough()
  replyToClientError(Object.assign(new Error(), { code: from }) as never, socket as never)
  const [head, body] = String(socket.read()).split('\r\n\r\n') as [string, string]
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  expect(head).toContain('connection: close')
  expect(head).toContain('x-always: there')
  expect(JSON.parse(body)).toMatchObject({ status, code })
  expect(socket.writableEnded).toBe(true)
})

test('a caller who is gone already gets nothing', () => {
  const socket = new PassThrough()
  replyToClientError(Object.assign(new Error(), { code: 'ECONNRESET' }) as never, socket as never)
  expect(socket.read()).toBeNull()
})
