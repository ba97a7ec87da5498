/** The API for people who build on it: every call and every refusal, from the tables that the server runs on. */
import { basePath, fullPath, ofStaff, type Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { problems, problemSchema } from '../contract/problems.ts'
import type { ApiCall, ApiPart, ApiReference } from '../contract/site.ts'
import { exampleOf, fieldsOf, shapeOf, type Schema } from './api-shape.ts'
import { audienceOf, schemaOf } from './openapi.ts'

/** In this order; the first that fits is where a call stands. */
const rooms: [title: string, fits: (endpoint: Endpoint) => boolean][] = [
  ['Demonstration', ({ demoOnly = false }) => demoOnly],
  [
    'Signing in',
    ({ path }) =>
      /^\/(signup|login|logout|forgot-password|reset-password|confirm-email|confirm-own-email|known-browser|session\/)/.test(
        path,
      ),
  ],
  ['Back office: reading', (endpoint) => ofStaff(endpoint) !== null && endpoint.method === 'GET'],
  ['Back office: changing', (endpoint) => ofStaff(endpoint) !== null],
  [
    'Your account',
    ({ path }) =>
      /^\/(me$|me\/(?!withdrawals)|api\/user|security|second-factors|passkeys|sessions|mail)/.test(
        path,
      ),
  ],
  ['Money', () => true],
]
const shownFirst = [
  'Signing in',
  'Money',
  'Your account',
  'Demonstration',
  'Back office: reading',
  'Back office: changing',
]

const partOf = (title: string, schema: Parameters<typeof schemaOf>[0] | undefined): ApiPart[] => {
  const fields = schema ? fieldsOf(schemaOf(schema) as Schema) : []
  return fields.length > 0 ? [{ title, fields }] : []
}

const pathOf = (endpoint: Endpoint) => fullPath(endpoint).replace(/:(\w+)/g, '{$1}')

/** In single quotes of a shell nothing is special but the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function curlOf(endpoint: Endpoint, origin: string): string {
  const { method, access, keyed = false, body } = endpoint
  const words = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${origin}${pathOf(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => `$${name}`)}"`,
    ...(access === 'public' ? [] : ['-H "Authorization: Bearer $token"']),
    ...(keyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body
      ? [
          '-H "Content-Type: application/json"',
          `-d ${quoted(JSON.stringify(exampleOf(schemaOf(body) as Schema) ?? {}))}`,
        ]
      : []),
  ]
  return words.join(' \\\n  ')
}

function callOf([name, endpoint]: [string, Endpoint], origin: string): ApiCall {
  const { method, summary, keyed = false, status = 200, params, query, body, reply } = endpoint
  return {
    name,
    method,
    path: pathOf(endpoint),
    summary,
    who: audienceOf(endpoint),
    keyed,
    status,
    parts: [
      ...partOf('In the path', params),
      ...partOf('In the query', query),
      ...partOf('In the body', body),
    ],
    curl: curlOf(endpoint, origin),
    reply: 'media' in reply ? reply.media : shapeOf(schemaOf(reply) as Schema),
  }
}

const first = (origin: string) => `token=$(curl -s -X POST "${origin}${basePath}/login" \\
  -H "Content-Type: application/json" \\
  -d '{"email":"ada@people.example","password":"orange lantern"}' | jq -r .token)

curl "${origin}${basePath}/me" -H "Authorization: Bearer $token"`

/** `playMoney`: calls of the demonstration exist there only. */
export function apiReference(origin: string, playMoney: boolean): ApiReference {
  const known = Object.entries<Endpoint>(endpoints).filter(
    ([, { demoOnly = false }]) => playMoney || !demoOnly,
  )
  const roomOf = (endpoint: Endpoint) => rooms.find(([, fits]) => fits(endpoint))![0]
  const groups = shownFirst.map((title) => ({
    id: title.toLowerCase().replaceAll(/\W+/g, '-'),
    title,
    calls: known
      .filter(([, endpoint]) => roomOf(endpoint) === title)
      .map((entry) => callOf(entry, origin)),
  }))
  return {
    description: `${basePath}/openapi.json`,
    base: `${origin}${basePath}`,
    first: first(origin),
    groups: groups.filter(({ calls }) => calls.length > 0),
    problems: Object.entries(problems)
      .map(([code, [status, title, message]]) => ({ code, status, title, message }))
      .toSorted((a, b) => a.status - b.status),
    problem: shapeOf(schemaOf(problemSchema) as Schema),
  }
}
