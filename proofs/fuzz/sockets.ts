/** What no client sends: broken lines, headers that two servers would read in two ways, bodies that end too early. */
import { basePath } from '../../src/contract/endpoint.ts'
import type { Chance } from '../torture/chance.ts'
import { brokenPart, randomBytes } from './broken.ts'
import type { House } from './house.ts'
import type { SocketRequest } from './request.ts'

const line = (...parts: string[]) => parts.join('\r\n')
/** Each character a byte. */
const bytes = (text: string) => Buffer.from(text, 'latin1')

type Raw = Pick<SocketRequest, 'until'> &
  Partial<Pick<SocketRequest, 'ends' | 'refused' | 'head'>> & { bytes: Buffer }
type Maker = (chance: Chance, house: House) => Raw

const host = 'Host: localhost'

/** A change that would be made if it were read as a request of its own. */
function smuggled({ people }: House): string {
  const body = '{"amount":1,"asset":"BTC"}'
  return line(
    `POST ${basePath}/demo/deposits HTTP/1.1`,
    host,
    `Authorization: Bearer ${people.user.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  )
}

const closed = (text: string): Raw => ({ bytes: bytes(text), until: 'closed', refused: true })

const requestLines: Maker = (chance) => {
  const path = chance.pick(['/', '/healthz', `${basePath}/users`])!
  const first = chance.pick([
    'GARBAGE',
    'GET',
    'GET ',
    `GET ${path}`,
    `GET ${path} HTTP/9.9`,
    `GET ${path} HTTP/1.1x`,
    `GET ${path} HTTP/`,
    `GET ${path} http/1.1`,
    `get ${path} HTTP/1.1`,
    `FOO ${path} HTTP/1.1`,
    `${'G'.repeat(3_000)} ${path} HTTP/1.1`,
    `G\0T ${path} HTTP/1.1`,
    `GET ${path}\0 HTTP/1.1`,
    `GET ${path} x HTTP/1.1`,
    ` GET ${path} HTTP/1.1`,
    `GET\t${path}\tHTTP/1.1`,
    `GET ${path}\x7f HTTP/1.1`,
    `GET ${path} HTTP/1.1 `,
    `HTTP/1.1 200 OK`,
    `GET ${path} HTTP/2.0`,
    `GET ${path} SIP/2.0`,
    `GET ${path} RTSP/1.0`,
    `GET ${path} ICE/1.0`,
    'PRI * HTTP/2.0\r\n\r\nSM',
    '{"a":1}',
    '<xml/>',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ])!
  // Some of these are read as requests by lenient servers; a whole one gets a reply, and the end of the sender ends the others.
  return { bytes: bytes(line(first, host, '', '')), until: 'silent', ends: true }
}

const paths: Maker = (chance) => {
  const path = chance.pick([
    '*',
    '//',
    '///evil.example',
    '/\xe9\xff',
    '/a b',
    '/a\tb',
    '?',
    '#',
    '/?#',
    '/[',
    '/{}',
    '/|',
    '/"',
    '/<>',
    '/^`',
    '/%',
    '/%%',
    'x',
    '../',
    './',
    'http:///',
    'http://[::1',
    'http://a:b@localhost/',
    'localhost:443',
    '/\\..\\',
    `/${'a'.repeat(12_000)}`,
    `/${'a/'.repeat(5_000)}`,
    `/?${'a=1&'.repeat(3_000)}`,
    `/${'%00'.repeat(3_000)}`,
    `${basePath}/${brokenPart(chance)}`,
    `${basePath}/users?${brokenPart(chance)}`,
    `http://localhost${basePath}/users`,
  ])!
  const method = chance.pick(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'GET'])!
  return {
    bytes: bytes(line(`${method} ${path} HTTP/1.1`, host, 'Connection: close', '', '')),
    until: 'closed',
    head: method === 'HEAD',
  }
}

const headers: Maker = (chance) => {
  const wrong = chance.pick([
    '',
    host,
    'Host: evil.example',
    'Host:',
    ': x',
    'x',
    'x y: z',
    'X : y',
    'X\t: y',
    ' folded',
    '\tfolded',
    'X: a\0b',
    'X: a\rb',
    'X: a\nb',
    'X: \x01',
    'X: \x7f',
    'X\x80: y',
    'Host : localhost',
    'Host: localhost\r\nHost: evil.example',
    `X: ${'y'.repeat(20_000)}`,
    `${'X'.repeat(20_000)}: y`,
    'A: b\r\n'.repeat(3_000).slice(0, -2),
    'A: b\r\n'.repeat(200).slice(0, -2),
    `Cookie: ${'a=b; '.repeat(2_000)}`,
    'Cookie: session=a\r\nCookie: session=b',
    'Authorization: Bearer a\r\nAuthorization: Bearer b',
    'Connection: keep-alive, close, x, ,',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
    'Expect: 200-ok',
    'Expect: 100-continue',
    'Expect: nothing, 100-continue',
    'Trailer: Host',
    'Keep-Alive: timeout=-1',
    'Via: 1.1 x',
    'Proxy-Authorization: x',
    'Range: bytes=0-0,0-0',
    'Date: never',
  ])!
  const first = chance.happens(0.8) ? [host] : []
  const target = chance.pick(['/healthz', `${basePath}/plans`, `${basePath}/users`, '/'])!
  return {
    bytes: bytes(
      line(
        `GET ${target} HTTP/${chance.pick(['1.1', '1.1', '1.0'])}`,
        ...first,
        wrong,
        'Connection: close',
        '',
        '',
      ),
    ),
    until: 1,
  }
}

/** Framings that must be refused whole, whatever a second reading of them would find. */
const framings: Maker = (chance, house) => {
  const inner = smuggled(house)
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`
  const [header, body] = chance.pick([
    ['Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${inner}`],
    ['Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${inner}`],
    ['Content-Length: 0\r\nContent-Length: 5', inner],
    ['Content-Length: 5, 5', inner],
    ['Content-Length: +5', inner],
    ['Content-Length: -1', inner],
    ['Content-Length: 0x5', inner],
    ['Content-Length: 5 5', inner],
    ['Content-Length: ', inner],
    ['Content-Length: 99999999999999999999999', inner],
    ['Content-Length: 1e3', inner],
    ['Transfer-Encoding: identity, chunked, identity', chunk],
    ['Transfer-Encoding: xchunked', chunk],
    ['Transfer-Encoding : chunked', chunk],
    ['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', chunk],
    ['Transfer-Encoding:\x0bchunked', chunk],
    ['Transfer-Encoding: "chunked"', chunk],
    ['Transfer-Encoding: chunked;x', chunk],
    ['Content-Length : 5', inner],
    ['Content_Length: 5\r\nTransfer-Encoding: chunked\r\nContent-Length: 1', chunk],
    ['X: y\nTransfer-Encoding: chunked', chunk],
    ['Transfer-Encoding: chunked', `zz\r\n${inner}`],
    ['Transfer-Encoding: chunked', `-1\r\n${inner}`],
    ['Transfer-Encoding: chunked', `fffffffffffffffff\r\n${inner}`],
    ['Transfer-Encoding: chunked', `0x1\r\na\r\n0\r\n\r\n`],
    ['Transfer-Encoding: chunked', `5 \r\n${inner}`],
    ['Transfer-Encoding: chunked', `5\n${inner}`],
    ['Transfer-Encoding: chunked', `5\r\nabcdeX${inner}`],
    ['Transfer-Encoding: chunked', `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`],
    ['Transfer-Encoding: chunked', `1\r\na\r\n0\r\nHost evil\r\n\r\n${inner}`],
  ])!
  const target = chance.pick([`${basePath}/login`, `${basePath}/demo/deposits`, '/'])!
  return closed(
    line(`POST ${target} HTTP/1.1`, host, 'Content-Type: application/json', header!, '', body!),
  )
}

const halves: Maker = (chance, { people }) => {
  const body = '{"amount":1,"asset":"BTC"'
  const whole = line(
    `POST ${basePath}/demo/deposits HTTP/1.1`,
    host,
    `Authorization: Bearer ${people.user.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length + 1}`,
    '',
    body,
  )
  const chunked = line(
    `POST ${basePath}/demo/deposits HTTP/1.1`,
    host,
    `Authorization: Bearer ${people.user.token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    '',
    `${body.length.toString(16)}\r\n${body}\r\n`,
  )
  const text = chance.pick([
    whole,
    chunked,
    whole.slice(0, chance.between(1, whole.length)),
    chunked.slice(0, chance.between(1, chunked.length)),
  ])!
  return { bytes: bytes(text), until: 'silent', ends: true, refused: true }
}

const tooLarge: Maker = (chance, { people }) => {
  const size = chance.pick([65_537, 70_000, 200_000, 1_000_000])!
  const sent = chance.happens(0.5) ? `${' '.repeat(66_000)}{}` : ''
  const framing = chance.happens(0.5) ? `Content-Length: ${size}` : 'Transfer-Encoding: chunked'
  const body = framing.startsWith('C')
    ? sent
    : `${(66_002).toString(16)}\r\n${' '.repeat(66_000)}{}\r\n0\r\n\r\n`
  return {
    bytes: bytes(
      line(
        `POST ${basePath}/demo/deposits HTTP/1.1`,
        host,
        `Authorization: Bearer ${people.user.token}`,
        'Content-Type: application/json',
        framing,
        '',
        body,
      ),
    ),
    until: 1,
    refused: true,
  }
}

const pipelines: Maker = (chance) => {
  const count = chance.between(2, 24)
  const targets = Array.from({ length: count }, () =>
    chance.pick([
      '/healthz',
      '/readyz',
      `${basePath}/plans`,
      `${basePath}/users`,
      '/nothing',
      '/robots.txt',
    ])!,
  )
  const text = targets.map((target) => line(`GET ${target} HTTP/1.1`, host, '', '')).join('')
  // With something broken behind them, they still get their replies before the connection closes.
  return chance.happens(0.5)
    ? { bytes: bytes(text), until: count }
    : { bytes: bytes(`${text}BROKEN\r\n\r\n`), until: 'closed' }
}

const noise: Maker = (chance) => ({
  bytes: randomBytes(chance, chance.pick([20, 400, 4_000])!),
  until: 'silent',
  ends: true,
})

const makers: Record<string, Maker> = {
  'request line': requestLines,
  path: paths,
  header: headers,
  framing: framings,
  'half a request': halves,
  'too large': tooLarge,
  pipeline: pipelines,
  noise,
}
const weights = {
  'request line': 4,
  path: 4,
  header: 5,
  framing: 5,
  'half a request': 3,
  'too large': 1,
  pipeline: 1,
  noise: 1,
} as const satisfies Record<string, number>

export function brokenBytes(house: House, chance: Chance): SocketRequest {
  const name = chance.weighted(weights)
  const raw = makers[name]!(chance, house)
  return {
    over: 'socket',
    at: `socket: ${name}`,
    what: raw.bytes.toString('latin1').split('\r\n').slice(0, 4).join(' ⏎ ').slice(0, 120),
    caller: 'nobody',
    refused: false,
    ...raw,
  }
}
