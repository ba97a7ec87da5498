/** Values that no form of ours ever sends, as they are written on the wire. */
import type { Chance } from '../torture/chance.ts'

const long = (sign: string, length: number) => sign.repeat(length)
const deep = (open: string, inner: string, close: string, depth: number) => `${open.repeat(depth)}${inner}${close.repeat(depth)}`

/** JSON texts of values; some aren't JSON at all. */
const numbers = [
  '0', '-0', '-1', '1e308', '-1e308', '1e400', '1e-400', '5e-324', '0.001', '0.1e-1', '100.000000000000000001', '0.30000000000000004', '9007199254740993',
  '100000000000.01', '99999999999999999999999999999999', 'NaN', 'Infinity', '-Infinity', '0x10', '01', '1.', '.5', '+1', '1_000', '1,5', '1e', '--1',
]
const texts = [
  '""', '" "', '"\\u0000"', '"\\u0007"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u2028"', '"\\u202e"', '"\\u200b"', '"\\ufeff"', '"\\n"', '"a\\u0000b"', '"\\x41"', '"unclosed',
  '"NaN"', '"1e3"', '"50"', '"-1"', '"null"', '"true"', '"[object Object]"', '"__proto__"', '"constructor"', '"1; drop table owners"', '"\' or 1=1 --"', '"${7*7}"',
  '"<script>alert(1)</script>"', '"=1+1"', '"..\\/..\\/etc\\/passwd"', '"\\r\\nSet-Cookie: session=x"', '"２５"', '"İ"', `"${long('x', 300)}"`, `"${long('x', 20_000)}"`,
  `"${long('é', 5_000)}"`, `"${long('😀', 150)}"`, '"2026-13-45T99:99:99Z"', '"0000-00-00"', '"+275760-09-13T00:00:00.001Z"', '"00000000-0000-0000-0000-000000000000"',
]
const others = [
  'null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '[1,2,3]', '["a"]', '{"$gt":0}', '{"length":1}', '{"toString":1}', '{"valueOf":{}}', '{"then":1}', '{"toJSON":1}',
  '{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}', '{"a":1,"a":2}', 'undefined', "'x'", '/* x */1', '1//', '', ',', '{', ']', '\u0000',
]

export function brokenValue(chance: Chance): string {
  return chance.weighted({ number: 4, text: 4, other: 3, deep: 1 }) === 'deep'
    ? chance.pick([deep('[', '', ']', 17), deep('{"a":', '1', '}', 18), deep('[', '', ']', 3_000), deep('[{"a":', '1', '}]', 200)])!
    : chance.pick([numbers, texts, others][chance.between(0, 2)]!)!
}

/** Moments and months that no calendar has, or that lie at the ends of what can be written or kept. */
const oddMoments = [
  '2026-02-30T00:00:00.000Z', '2026-02-29T00:00:00.000Z', '2026-04-31T12:00:00.000Z', '2026-13-01T00:00:00.000Z', '2026-01-01T24:00:00.000Z', '2026-01-01T23:59:60.000Z', '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999999999999Z', '+010000-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000Z', '2026-01-01', '2026-01-01T00:00:00.000+24:00', 'infinity', 'now', 'epoch',
]
const oddMonths = ['9999-12.pdf', '9999-01.pdf', '9998-12.pdf', '1000-01.pdf', '0000-01.pdf', '2026-00.pdf', '2026-13.pdf', '10000-01.pdf', '2026-02-30.pdf']
const oddNumbers = [
  '0', '-0', '-1', '1', '200', '201', '999', '32768', '2147483648', '9223372036854775807', '9223372036854775808', '999999999999999999', '-999999999999999999', '1e3', '1.5', '0x10', 'NaN', 'Infinity', '٣', '',
]
const oddIds = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5', '{5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5f}', 'GH-0000000000', 'GH-9999999999', 'AAAA']
const oddWords = [
  '%', '_', '\\', '\\\\%', "'", '"', '%%%', '*', '(', '[a', '$1', '\u0000', '\ud800', '\ufffd', '\u202e', 'İ', 'ß', 'ﬁ', '\u0301', '😀', 'a b', ' ', '\t', '\n', '__proto__', 'constructor', 'x'.repeat(100), '\\'.repeat(99), '%'.repeat(100), '😀'.repeat(50),
].filter((word) => word.isWellFormed())

/** For the parameters of an address: each is refused, or answered, whatever it stands for. */
export const oddValues = [...oddMoments, ...oddMonths, ...oddNumbers, ...oddIds, ...oddWords]

const someId = '5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5f'
const cursorOf = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** Positions in lists as ours are written, but with parts that no list has, or of another list. */
export const oddCursors = [
  ...[...oddMoments, ...oddNumbers, ...oddWords].flatMap((part) => [[part], [part, someId], [part, someId, 'now'], [part, someId, 'kept']]),
  ...[...oddIds, ...oddNumbers].flatMap((id) => [['2026-01-01T00:00:00.000Z', id], ['1', id], ['1', id, 'now']]),
  [], [null], [1, 2], [[]], {}, 'text', 5, null, ['1', someId, 'never'], ['1', someId, 'now', 'x'], Array(50).fill('1'),
].map(cursorOf).concat('A', '====', '-', '_', 'W10', Buffer.from('["\ud800"]', 'utf16le').toString('base64url')).filter((cursor) => cursor.length < 1000)

/** Fields that a database or JavaScript knows, and no endpoint takes. */
const unknownNames = [
  'role', 'id', 'status', 'version', 'accountBalance ', 'isAdmin', 'emailVerified', 'referredBy', 'createdAt', 'updated_at', 'password_hash', 'owner', 'owner_id', 'actor', 'policy',
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON', 'then', '', ' ', '\u0000', '$where', 'a.b', 'a[b]', '0', '-1', 'é', '\u202e', long('k', 500), long('k', 9_000),
]

export const unknownName = (chance: Chance) => chance.pick(unknownNames)!

/** Whole bodies, as bytes: none of them is an object with the fields of an endpoint. */
export function brokenBody(chance: Chance): Buffer {
  const text = chance.pick([
    'null', '[]', '5', 'true', '""', '"{}"', '{', '}', '{"a"', '{"a":1,}', '{a:1}', "{'a':1}", '[1,2', '{"a":1}{"b":2}', '{"a":1} x', '// x', 'undefined', ' ', '\n\n', '\ufeff{}', 'a=1&b=2',
    '<?xml version="1.0"?><a/>', deep('[', '', ']', 17), deep('[', '', ']', 30_000), deep('{"a":', '1', '}', 9_000), deep('[', '', '', 60_000), `{"a":"${long('x', 60_000)}"}`, long('{', 1_000),
    `{${Array.from({ length: 3_000 }, (_, n) => `"f${n}":${n}`).join(',')}}`, `[${long('1,', 20_000)}1]`, `{"a":${long('9', 30_000)}}`, `{"a":1${long(' ', 40_000)}`,
  ])!
  const bytes = Buffer.from(text)
  return chance.weighted({ asIs: 12, utf16: 1, broken: 1, zipped: 1 }) === 'asIs' ? bytes : chance.pick([
    Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.concat([bytes, Buffer.from([0xc3, 0x28])]), Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80, 0xff]), Buffer.from('"}')]),
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 5, 0]), randomBytes(chance, 200),
  ])!
}

export function randomBytes(chance: Chance, most: number): Buffer {
  return Buffer.from(Array.from({ length: chance.between(1, most) }, () => chance.between(0, 255)))
}

/** Parts of a path or a query, escaped already; some of them wrongly. */
const parts = [
  '%00', '%0d%0aSet-Cookie:x', '%zz', '%', '%e', '%ff', '%c0%af', '%ed%a0%80', '%2e%2e%2f', '..%5c', '%252e', '..', '.', '-1', '0', '1e3', 'NaN', 'null', 'undefined', 'true', '[object%20Object]', '__proto__',
  'constructor', 'toString', "'", '%22', '%3Cscript%3E', ';x', '%20', '%09', '%E2%80%AE', '%F0%9F%98%80', '*', '$%7B7*7%7D', 'a,b', 'a%7Cb', '00000000-0000-0000-0000-000000000000',
  '5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5', '%7B5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5f%7D', '99999999999999999999', '-9223372036854775809', '2026-13', '9999-99.pdf', 'GH-0000000000', 'W10', 'eyJhIjoxfQ', long('a', 201), long('a', 2_000), long('%61', 700),
]

export const brokenPart = (chance: Chance) => chance.pick(parts)!

/** Headers that a proxy, a browser or a bored person may send along. A change is never sent with one of them alone. */
const headers: [string, string][] = [
  ['accept', 'text/html;q=9, */*;q=NaN, ;;,'], ['accept', 'application/xml'], ['accept-encoding', 'gzip;q=2, br;;, identity;q=0, *;q=0'], ['accept-language', long('xx,', 900)],
  ['if-none-match', `${long('"x",', 500)}`], ['if-none-match', '*'], ['if-modified-since', 'yesterday'], ['range', 'bytes=9-1,-,5-'], ['range', `bytes=${long('0-,', 300)}0-`],
  ['cookie', 'session=; session=; =; ;;'], ['cookie', `session=${long('a', 4_000)}`], ['cookie', '__Host-session=x; session="a b"'], ['cookie', `${long('a=b; ', 400)}`],
  ['forwarded', 'for=evil.example;host=evil.example;proto=https'], ['x-forwarded-for', `${long('1.1.1.1,', 200)}`], ['x-forwarded-host', 'evil.example'], ['x-forwarded-proto', 'javascript'],
  ['x-http-method-override', 'DELETE'], ['x-original-url', '/admin'], ['x-rewrite-url', '/admin'], ['x-request-id', '\u00e9\u00ff'], ['user-agent', long('u', 4_000)], ['user-agent', ''], ['referer', 'javascript:alert(1)'],
  ['last-event-id', '-1'], ['last-event-id', '99999999999999999999999'], ['last-event-id', "' or 1=1"], ['te', 'trailers'], ['upgrade', 'websocket'], ['upgrade', 'h2c'], ['expect', '100-continue'], ['max-forwards', '-1'],
  ['accept-version', '9.9.9'], ['accept-version', '*'],
]

export const strangeHeader = (chance: Chance): [string, string] => chance.pick(headers)!

/** None of them is JSON in UTF-8. */
const types = [
  'text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'multipart/form-data', 'application/json; charset=utf-16', 'application/json;charset=latin1', 'application/jsonp',
  'application/json, text/plain', 'text/json', 'application/json\t; charset=utf-8', 'application/problem+json', 'application', '/', ';', 'application/json; charset=utf-8; x=y', 'application/vnd.api+json', long('a', 3_000), '\u00e9/x',
]

export const wrongType = (chance: Chance) => chance.pick(types)!

/** Keys that can't be kept, for calls that take one. */
export const brokenKey = (chance: Chance) => chance.pick(['', long('k', 256), long('k', 5_000), 'caf\u00e9', 'a\tb', '\u00ff'])!
