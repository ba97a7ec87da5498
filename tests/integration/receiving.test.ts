/** Whoever sends too slowly, too much, too deep or too many is told so, and the server goes on. */
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { api, createTestApp } from '../support/http.ts'
import { send, serve } from '../support/socket.ts'

const app = await createTestApp(await createTestDatabase())
const port = await serve(app)
// As long as a real browser may take is no time for a test; http.test.ts says what they are.
Object.assign(app.server, { headersTimeout: 200, requestTimeout: 400 })

const own = `host: localhost:${port}`
const json = 'content-type: application/json'
const post = (...rest: string[]) => [`POST ${api}/login HTTP/1.1`, own, json, ...rest].join('\r\n')
const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, own, ...headers, 'connection: close', '', ''].join('\r\n')
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const many = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

const largest = 64 * 1024
const cases: Record<string, [bytes: string, status: number, code: string]> = {
  'headers that never end': [`GET ${api}/plans HTTP/1.1\r\n${own}\r\nx: `, 408, 'request_timeout'],
  'a request that never begins to end': [`GET ${api}/plans HTT`, 408, 'request_timeout'],
  'a body that never ends': [post('content-length: 100', '', '{"email":'), 408, 'request_timeout'],
  'pieces of a body that never end': [
    post('transfer-encoding: chunked', '', chunk('{"email":')),
    408,
    'request_timeout',
  ],
  'a body that says it is too long': [
    post(`content-length: ${largest + 1}`, 'connection: close', '', ''),
    413,
    'too_large',
  ],
  'a body that says it is longer than numbers are': [
    post('content-length: 99999999999999999999', 'connection: close', '', ''),
    400,
    'bad_request',
  ],
  'pieces of a body that come to too much': [
    post(
      'transfer-encoding: chunked',
      'connection: close',
      '',
      many(9, () => chunk('x'.repeat(8000))).join(''),
    ),
    413,
    'too_large',
  ],
  'a body of brackets': [
    post('content-length: 60000', 'connection: close', '', '['.repeat(30_000) + ']'.repeat(30_000)),
    400,
    'validation_failed',
  ],
  'a body of keys': [
    post(
      'connection: close',
      ...((text) => [`content-length: ${text.length}`, '', text])(
        `{${many(5000, (n) => `"k${n}":1`).join(',')}}`,
      ),
    ),
    400,
    'validation_failed',
  ],
  'a header that is too long': [
    get(`${api}/plans`, `x: ${'y'.repeat(17_000)}`),
    431,
    'headers_too_large',
  ],
  'too many headers': [
    get(`${api}/plans`, ...many(3000, (n) => `x${n}: y`)),
    431,
    'headers_too_large',
  ],
  'an address that is too long': [get(`/${'a'.repeat(17_000)}`), 431, 'headers_too_large'],
  'a parameter that is too long': [
    get(`${api}/recipients/${'9'.repeat(500)}`),
    414,
    'uri_too_long',
  ],
  'too many parameters': [
    get(`${api}/users?${many(2000, (n) => `a${n}=1`).join('&')}`),
    401,
    'not_signed_in',
  ],
  'the same parameter again and again': [
    get(`${api}/plans?${many(2000, () => 'a=1').join('&')}`),
    400,
    'validation_failed',
  ],
  'a length and pieces': [
    post('content-length: 2', 'transfer-encoding: chunked', '', '0', '', ''),
    400,
    'bad_request',
  ],
  'two lengths': [post('content-length: 2', 'content-length: 3', '', '{}'), 400, 'bad_request'],
  'a folded header': [get(`${api}/plans`, 'x: a\r\n b: c'), 400, 'bad_request'],
  'an expectation that nobody knows': [get(`${api}/me`, 'expect: miracles'), 401, 'not_signed_in'],
  'a line that ends in half': [`GET ${api}/plans HTTP/1.1\n${own}\n\n`, 400, 'bad_request'],
}

describe('F2: what is refused as it comes in', () => {
  test.concurrent.each(Object.entries(cases))('%s', async (_, [bytes, status, code]) => {
    const received = await send(port, bytes)
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(received).toContain(`"code":"${code}"`)
    expect(received).toContain('x-content-type-options: nosniff')
  })
})

test('F2: and whoever asks as usual is answered, before and after', async () => {
  expect(await send(port, get(`${api}/plans`))).toMatch(/^HTTP\/1\.1 200 /)
})
