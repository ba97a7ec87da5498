/** Calls of the contract, valid except in one or a few things. */
import { z } from 'zod'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import {
  callers,
  matrix,
  things,
  type Caller,
  type Cell,
  type Row,
} from '../../tests/roles/matrix.ts'
import type { Chance } from '../torture/chance.ts'
import {
  brokenBody,
  brokenKey,
  brokenPart,
  brokenValue,
  oddCursors,
  oddValues,
  strangeHeader,
  unknownName,
  wrongType,
} from './broken.ts'
import type { House } from './house.ts'
import type { HttpRequest } from './request.ts'

type Call = { name: string; endpoint: Endpoint; row: Row }

/** A new endpoint is included once it has a row in the matrix of roles, which gives it a valid call. */
export const calls: Call[] = Object.entries<Row>(matrix).map(([name, row]) => ({
  name,
  row,
  endpoint: endpoints[name as keyof typeof endpoints] as Endpoint,
}))

/** Whoever takes a file of other people's data leaves a line in the journal: with an unknown name it is refused. */
export const isRecorded = ({ path, reply }: Endpoint) =>
  ('media' in reply && reply.media.startsWith('text/csv')) || path.endsWith('.pdf')
const changes = (endpoint: Endpoint) => endpoint.method !== 'GET' || isRecorded(endpoint)

/** Every field name in a schema, in any of its branches. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  const found = new Set<string>()
  const look = (json: unknown): void => {
    if (typeof json !== 'object' || json === null) return
    const { properties, anyOf, oneOf, allOf } = json as {
      properties?: object
      anyOf?: unknown[]
      oneOf?: unknown[]
      allOf?: unknown[]
    }
    for (const name of Object.keys(properties ?? {})) found.add(name)
    for (const branch of [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]) look(branch)
  }
  if (schema) look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return [...found]
}

const fields = new Map(
  calls.map(({ name, endpoint }) => [
    name,
    { body: fieldsOf(endpoint.body), query: fieldsOf(endpoint.query) },
  ]),
)

type Making = { call: Call; chance: Chance; house: House; request: HttpRequest; broken: string[] }

function filled(text: string, { things: known }: House, chance: Chance): string {
  return things.reduce(
    (done, thing) => done.replaceAll(`{${thing}}`, known[thing] ?? chance.uuid()),
    text,
  )
}

/** A field of an object as written: the key and the value as JSON texts, valid or not. */
type Written = [key: string, value: string]

const write = (pairs: Written[]) =>
  Buffer.from(`{${pairs.map(([key, value]) => `${key}:${value}`).join(',')}}`)

function breakFields({ call, chance, house, broken }: Making): Buffer {
  const right = JSON.parse(filled(JSON.stringify(call.row.body ?? {}), house, chance)) as Record<
    string,
    unknown
  >
  const pairs = Object.entries(right).map(([key, value]): Written => [
    JSON.stringify(key),
    JSON.stringify(value),
  ])
  const names = [...new Set([...Object.keys(right), ...fields.get(call.name)!.body])]
  for (let times = chance.between(1, 3); times > 0; times -= 1) {
    const name = chance.pick(names)
    const at = pairs.findIndex(([key]) => name !== undefined && key === JSON.stringify(name))
    const how =
      name === undefined ? 'unknown' : chance.weighted({ value: 8, gone: 2, twice: 1, unknown: 2 })
    broken.push(`${how} ${name ?? ''}`.trim())
    if (how === 'unknown') pairs.push([JSON.stringify(unknownName(chance)), brokenValue(chance)])
    else if (how === 'gone' && at >= 0) pairs.splice(at, 1)
    else if (how === 'twice' && at >= 0) pairs.push([...pairs[at]!])
    else if (at >= 0) pairs[at] = [pairs[at]![0], brokenValue(chance)]
    else pairs.push([JSON.stringify(name), brokenValue(chance)])
  }
  const body = write(pairs)
  const keys = pairs.map(([key]) => key)
  // What the contract would still accept gets an unknown field.
  return new Set(keys).size === keys.length && isTaken(call.endpoint, body)
    ? write([...pairs, ['"surplus"', '1']])
    : body
}

const nothing = z.strictObject({}).optional()

function isTaken({ body: schema = nothing }: Endpoint, body: Buffer): boolean {
  if (body.length === 0) return schema.safeParse(undefined).success
  try {
    return schema.safeParse((JSON.parse(body.toString()) as unknown) ?? undefined).success
  } catch {
    return false
  }
}

function rightBody({ call, chance, house, request }: Making): void {
  if (!call.row.body) return
  request.body = Buffer.from(filled(JSON.stringify(call.row.body), house, chance))
  request.headers['content-type'] = 'application/json'
}

/** What isn't of a field's form at all, or is and means nothing: a day that no calendar has, a position of another list. */
function oddPart(name: string, chance: Chance): string {
  if (chance.happens(0.6)) return brokenPart(chance)
  return name === 'cursor' ? chance.pick(oddCursors)! : encodeURIComponent(chance.pick(oddValues)!)
}

/** Each makes a request that the contract refuses. */
const breaks = {
  fields(making: Making) {
    making.request.body = breakFields(making)
    making.request.headers['content-type'] = 'application/json'
  },
  body({ call, chance, request, broken }: Making) {
    const body = brokenBody(chance)
    request.body = isTaken(call.endpoint, body) ? Buffer.from('{"surplus":1}') : body
    request.headers['content-type'] = 'application/json'
    if (chance.happens(0.1))
      request.headers['content-encoding'] = chance.pick([
        'gzip',
        'br',
        'deflate',
        'identity, gzip',
        'x',
      ])!
    broken.push('body')
  },
  type({ call, chance, request, broken }: Making) {
    if (!call.row.body) request.body = Buffer.from('{"surplus":1}')
    const type = chance.happens(0.1) ? null : wrongType(chance)
    delete request.headers['content-type']
    if (type !== null) request.headers['content-type'] = type
    broken.push(`content type ${type ?? 'missing'}`)
  },
  params({ call, chance, request, broken }: Making) {
    const names = [...fullPath(call.endpoint).matchAll(/:(\w+)/g)].map(([, name]) => name!)
    const name = chance.pick(names)
    if (name === undefined) return breaks.query({ call, chance, request, broken } as Making)
    const part = chance.happens(0.3)
      ? chance.uuid()
      : chance.happens(0.3)
        ? encodeURIComponent(chance.pick(oddValues)!)
        : brokenPart(chance)
    request.path = fullPath(call.endpoint)
      .replace(`:${name}`, () => part)
      .replaceAll(/:(\w+)/g, () => chance.uuid())
    broken.push(`${name} ${part.slice(0, 40)}`)
  },
  query({ call, chance, request, broken }: Making) {
    const known = fields.get(call.name)!.query
    const pairs = Array.from({ length: chance.between(1, 3) }, () => {
      const name = chance.happens(0.7) ? chance.pick(known) : undefined
      return name === undefined
        ? `${encodeURIComponent(unknownName(chance) || 'x')}=${brokenPart(chance)}`
        : `${name}=${oddPart(name, chance)}`
    })
    // Names that no endpoint has: without one of them a change could be right by accident.
    if (known.length === 0 || changes(call.endpoint)) pairs.push('surplus=1')
    request.path += `?${pairs.join(chance.pick(['&', '&&', ';&']))}`
    broken.push('query')
  },
  key({ chance, request, broken }: Making) {
    request.headers['idempotency-key'] = brokenKey(chance)
    broken.push('idempotency key')
  },
  origin({ chance, request, broken }: Making) {
    const [name, value] = chance.pick([
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
      ['origin', ''],
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
    ] as const)!
    request.headers[name] = value
    broken.push(`${name} ${value}`)
  },
  host({ chance, request, broken }: Making) {
    request.headers.host = chance.pick([
      'evil.example',
      'localhost.evil.example',
      'localhost@evil.example',
      'localhost:3000/x',
      'a b',
      '[::',
      '\u00e9',
      `${'h'.repeat(3_000)}.example`,
    ])!
    broken.push('host')
  },
}

function waysOf({ endpoint, row }: Call): Partial<Record<keyof typeof breaks, number>> {
  const others = { query: 2, params: endpoint.path.includes(':') ? 3 : 0, host: 0.3 }
  if (endpoint.method === 'GET') return { ...others, query: 6 }
  return {
    ...others,
    fields: row.body ? 12 : 3,
    body: 4,
    type: 1.5,
    key: endpoint.keyed ? 0.7 : 0,
    origin: 0.5,
  }
}

/** What a caller without permission is told. */
const forWhoAsks = new Set<Cell | undefined>([401, 403, 'frozen', 'frozen staff'])

/** Mostly a caller with permission: others are refused before anything is read. */
function callerFor({ row }: Call, chance: Chance): Caller {
  const able = callers.filter((_, at) => !forWhoAsks.has(row.may[at]))
  return (chance.happens(0.9) ? chance.pick(able) : chance.pick(callers))!
}

function credentials(request: HttpRequest, token: string, chance: Chance): void {
  if (chance.happens(0.5)) request.headers.authorization = `Bearer ${token}`
  else request.headers.cookie = `session=${token}`
}

/** A call that the contract refuses; reading calls are now and then valid. */
export function brokenCall(house: House, chance: Chance): HttpRequest {
  const call = chance.pick(calls)!
  const caller = callerFor(call, chance)
  const path = fullPath(call.endpoint).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(filled(call.row.params?.[name] ?? '', house, chance)),
  )
  const request: HttpRequest = {
    over: 'http',
    at: call.name,
    what: '',
    caller,
    refused: changes(call.endpoint),
    endpoint: call.endpoint,
    method: call.endpoint.method,
    path,
    headers: {},
  }
  if (caller !== 'nobody') credentials(request, house.people[caller].token, chance)
  if (call.endpoint.method !== 'GET' && chance.happens(0.5))
    request.headers['idempotency-key'] = chance.uuid()
  const making: Making = { call, chance, house, request, broken: [] }
  rightBody(making)
  const isRight = !changes(call.endpoint) && chance.happens(0.1)
  if (!isRight) breaks[chance.weighted(waysOf(call) as Record<keyof typeof breaks, number>)](making)
  if (chance.happens(0.15)) request.headers = withHeader(request.headers, strangeHeader(chance))
  if (request.body && chance.happens(0.1)) request.chunked = true
  return { ...request, what: making.broken.join(', ') || 'nothing wrong' }
}

/** What the request has already, it keeps. */
const withHeader = (headers: Record<string, string>, [name, value]: [string, string]) => ({
  [name]: value,
  ...headers,
})
