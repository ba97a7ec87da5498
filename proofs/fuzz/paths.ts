/** Everything that isn't a call: pages, files, operators' addresses, and addresses that don't exist, requested in every wrong way. */
import { fullPath } from '../../src/contract/endpoint.ts'
import type { Caller } from '../../tests/roles/matrix.ts'
import type { Chance } from '../torture/chance.ts'
import { brokenBody, brokenPart, strangeHeader, wrongType } from './broken.ts'
import { calls, isRecorded } from './calls.ts'
import type { House } from './house.ts'
import type { HttpRequest } from './request.ts'

const paths = [
  '/',
  '/login',
  '/signup',
  '/dashboard',
  '/dashboard/activity',
  '/dashboard/invest',
  '/admin',
  '/admin/withdrawals',
  '/admin/users/5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5f',
  '/demonstration',
  '/PrivacyPolicy',
  '/WhitepaperPage',
  '/WhitepaperPage.pdf',
  '/docs/api',
  '/invest/api/v1/openapi.json',
  '/healthz',
  '/readyz',
  '/outbox',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.ico',
  '/trading-chart',
  '/assets/',
  '/assets/x.js',
  '/metrics',
  '/design',
  '/.git/config',
  '/.env',
  '/package.json',
  '/src/server.ts',
  '/node_modules/',
  '/invest',
  '/invest/',
  '/invest/api',
  '/invest/api/v1',
  '/api',
  '/api/',
  '/api/users',
  '/index.html',
  '/__manifest',
  '/_data',
  '/root.data',
  '/dashboard.data',
  '/graphql',
  '/wp-login.php',
  '/invest/api/v2/users',
  '/invest/api/v1/nothing/at/all',
  '/invest/api/v1/users/users/users',
]

/** Ways to write an address that lead elsewhere on some servers. */
const spellings: ((path: string, chance: Chance) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace(/\/(\w)/, '//$1'),
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '%2f'),
  (path) => `/%2e%2e${path}`,
  (path) => `/..${path}`,
  (path) => `${path}/%2e%2e/%2e%2e/etc/passwd`,
  (path) => `${path}/..%2f..%2fpackage.json`,
  (path) => `${path};x=1`,
  (path) => `${path}%00`,
  (path) => `${path}.json`,
  (path) => `${path}.data`,
  (path) => `${path}?`,
  (path) => `${path}?_data=root&_routes=`,
  (path) => path.replaceAll('/', '\\').replace('\\', '/'),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}#fragment`,
  (path) => `http://localhost${path}`,
  (path) => `https://evil.example${path}`,
  (path) => `/a/b/../..${path}`,
  (path) => `${path}/${'x/'.repeat(400)}`,
  (path) => `${path}?${'a=1&'.repeat(900)}`,
  (path) => `${path}${'a'.repeat(6_000)}`,
  (path, chance) => `${path}/${brokenPart(chance)}`,
  (path, chance) => `${path}?${brokenPart(chance)}=${brokenPart(chance)}`,
  (path, chance) => path.replace(/[^/]*$/, () => brokenPart(chance)),
]

const methods = {
  GET: 10,
  HEAD: 3,
  OPTIONS: 2,
  POST: 2,
  PUT: 1,
  PATCH: 1,
  DELETE: 1,
  TRACE: 1,
  PROPFIND: 1,
  REPORT: 0.5,
  'M-SEARCH': 0.5,
  QUERY: 0.5,
  PURGE: 0.5,
}

const known = new Set(calls.map(({ endpoint }) => endpoint.method as string))

/** Some spellings lead to the same address: a file of other people's data would leave its line in the journal. */
const mayTakeNoFile = ['nobody', 'user'] as const

/** A page or an unknown address, by some method, in some spelling. What could be a change has a body that none accepts. */
export function brokenPath(house: House, chance: Chance): HttpRequest {
  const isCall = chance.happens(0.4)
  const call = chance.pick(calls)!
  const plain = isCall
    ? fullPath(call.endpoint).replaceAll(/:(\w+)/g, () => chance.uuid())
    : chance.pick(paths)!
  const path = isCall || chance.happens(0.7) ? chance.pick(spellings)!(plain, chance) : plain
  const method = chance.weighted(methods)
  const caller: Caller = chance.pick(
    isCall && isRecorded(call.endpoint)
      ? mayTakeNoFile
      : ([...mayTakeNoFile, 'auditor', 'administrator'] as const),
  )!
  const request: HttpRequest = {
    over: 'http',
    at: isCall ? call.name : plain,
    what: `spelling ${path.slice(0, 60)}`,
    caller,
    refused: false,
    method,
    path,
    headers: {},
  }
  if (caller !== 'nobody') request.headers.authorization = `Bearer ${house.people[caller].token}`
  if (method !== 'GET' && method !== 'HEAD' && (known.has(method) || chance.happens(0.5))) {
    request.body = brokenBody(chance)
    // Calls without a body accept `null`.
    if (request.body.toString().trim() === 'null') request.body = Buffer.from('{"surplus":1}')
    request.headers['content-type'] = chance.happens(0.7) ? 'application/json' : wrongType(chance)
  }
  for (let times = chance.between(0, 3); times > 0; times -= 1) {
    const [name, value] = strangeHeader(chance)
    request.headers[name] ??= value
  }
  return request
}
