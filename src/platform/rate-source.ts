/**
 * A source of rates: JSON by https, with a path to the number. It is foreign, and may say anything: what isn't plainly a number
 * above zero is refused with a sentence for the operator, which names the source by its host alone. An address may hold a key.
 */
import { rateFromText, type Rate, type RateAnswer } from '../lib/exchange-rate.ts'
import type { Instant } from '../lib/instant.ts'
import { shortText } from './short-text.ts'

export type RateSource = {
  /** What people call it: its host, on this machine with its port. Sources of one name are one source. */
  name: string
  /** https, or http on this machine. A name and a password in it are sent as Basic authentication, and never said. */
  url: string
  /** Names of fields and places in lists with dots between, like `result.c.0`. A field whose name has a dot can't be reached. */
  path: string
  /** The same, to the time of the rate: Unix seconds or milliseconds, or ISO 8601 with its offset. Null: the time of asking counts. */
  timePath: string | null
}

/** What is wrong with a source, or with the setting that names them, in a sentence for the operator. */
export class RateFault extends Error {}

const maxAnswerBytes = 64 * 1024

const isThisMachine = (host: string) => /^localhost$|^127(?:\.\d+){3}$|^\[::1\]$/.test(host)

/** Without the dot of a fully qualified one: it is the same host. */
const hostOf = ({ hostname }: URL) => hostname.replace(/\.$/, '')

const isSecure = (url: URL) =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(hostOf(url)))

/** Null where there are none. Throws a URIError for a percent sign that encodes nothing. */
function credentialsOf({ username, password }: URL): string | null {
  if (!username && !password) return null
  const plain = [username, password].map(decodeURIComponent).join(':')
  return `Basic ${Buffer.from(plain).toString('base64')}`
}

/** `fetch` takes no address with credentials in it, and would say it whole. */
function requestOf(address: string): { url: URL; headers: Record<string, string> } {
  const url = new URL(address)
  const credentials = credentialsOf(url)
  url.username = ''
  url.password = ''
  const accepts = { Accept: 'application/json' }
  return { url, headers: credentials ? { ...accepts, Authorization: credentials } : accepts }
}

type Fault = (what: string, cause?: unknown) => RateFault

/** The body of an answer with status 200. Throws a RateFault, or what `fetch` throws. */
async function readBody(response: Response, fault: Fault): Promise<string> {
  const { status } = response
  if (status === 200)
    return shortText(response, maxAnswerBytes, () => fault('answers more than 64 kB.'))
  // Else the connection stays open for as long as the source likes.
  await response.body?.cancel()
  throw fault(
    status >= 300 && status < 400
      ? `sends elsewhere (status ${status}), which isn’t followed: use the address that it leads to.`
      : `answers with status ${status}.`,
  )
}

/** Of the network or of TLS, like `ECONNREFUSED`. */
function codeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? ` (${code})` : ''
}

async function ask({ url: address }: RateSource, withinMs: number, fault: Fault): Promise<string> {
  const { url, headers } = requestOf(address)
  if (!isSecure(url)) throw fault('must be asked by https.')
  let answers = false
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(withinMs),
      headers,
    })
    answers = true
    return await readBody(response, fault)
  } catch (error) {
    if (error instanceof RateFault) throw error
    if ((error as Error).name === 'TimeoutError')
      throw fault(`did not answer in full within ${withinMs / 1000} s.`, error)
    throw fault(answers ? 'broke off its answer.' : `can’t be reached${codeOf(error)}.`, error)
  }
}

/** As JSON is read here: a number is the text that was sent, as a float would change its digits. */
type Json = string | boolean | null | Json[] | { [name: string]: Json }

/** Not yet among the compiler’s types. */
type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown

const numbersAsSent: Reviver = (_, value, { source }) =>
  typeof value === 'number' ? source : value

function readJson(text: string, fault: Fault): Json {
  try {
    return JSON.parse(text, numbersAsSent as Parameters<typeof JSON.parse>[1]) as Json
  } catch (error) {
    // A RangeError is of lists in lists without end.
    throw fault('answers something that is no JSON.', error)
  }
}

/** By what the answer itself has: neither the length of a list nor what every object inherits. Undefined where there is nothing. */
function valueAt(answer: Json, path: string): Json | undefined {
  let value: Json | undefined = answer
  for (const step of path.split('.'))
    value =
      typeof value === 'object' && value !== null
        ? new Map(Object.entries(value)).get(step)
        : undefined
  return value
}

function readRate(answer: Json, path: string, fault: Fault): Rate {
  const value = valueAt(answer, path)
  if (value === undefined) throw fault(`has nothing at ${path}.`)
  const rate = typeof value === 'string' ? rateFromText(value) : null
  if (rate === null)
    throw fault(`has no plain number at ${path}: it must be dollars for a coin, like 64000.25.`)
  if (rate <= 0n) throw fault(`has a rate at ${path} that isn’t above zero.`)
  return rate
}

const isoText = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** Seconds have ten digits until the year 2286, and milliseconds thirteen. Null where it is neither. */
function instantFromText(text: string): Instant | null {
  const [, seconds] = /^(\d{10})(?:\.\d+)?$/.exec(text) ?? []
  if (seconds !== undefined) return Number(seconds) * 1000
  if (/^\d{13}$/.test(text)) return Number(text)
  const at = isoText.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}

function readTime(answer: Json, path: string, fault: Fault): Instant {
  const value = valueAt(answer, path)
  const at = typeof value === 'string' ? instantFromText(value) : null
  if (at === null)
    throw fault(`has no time at ${path}: it must be Unix seconds, or ISO 8601 with its offset.`)
  return at
}

/**
 * Asks a source once; `withinMs` is for the whole answer. `at` is the source’s own time, or that of asking by the machine’s clock:
 * whether that is too long ago is for `settleRate` to say. Throws a RateFault, given a source as `rateSourcesOf` reads it.
 */
export async function askRate(source: RateSource, withinMs: number): Promise<RateAnswer> {
  const { name, path, timePath } = source
  const fault: Fault = (what, cause) => new RateFault(`The rate source ${name} ${what}`, { cause })
  const askedAt = Date.now()
  const answer = readJson(await ask(source, withinMs, fault), fault)
  const rate = readRate(answer, path, fault)
  return { source: name, rate, at: timePath === null ? askedAt : readTime(answer, timePath, fault) }
}

/** The setting that names the sources. */
export type RateSetting = 'RATES_BTC_USD' | 'RATES_USDT_USD'

type Wrong = (what: string) => RateFault

/** Throws a RateFault that tells which one is wrong by its number, and nothing of what it says. */
function sourceOf(text: string, number: number, wrong: Wrong): RateSource {
  const [address = '', path, timePath = null, ...more] = text.split(/\s+/)
  if (!URL.canParse(address) || !isSecure(new URL(address)))
    throw wrong(
      `: the address of source ${number} must begin with https://, or on this machine with http://`,
    )
  if (path === undefined || more.length > 0)
    throw wrong(
      `: source ${number} must be an address, the path to its number and, if it has one, the path to its time, with blanks between`,
    )
  if ([path, timePath ?? path].some((steps) => steps.split('.').includes('')))
    throw wrong(`: a path of source ${number} must be names with dots between, like result.c.0`)
  const url = new URL(address)
  try {
    credentialsOf(url)
  } catch {
    throw wrong(`: a percent sign in the name or the password of source ${number} is written %25`)
  }
  const host = hostOf(url)
  const name = isThisMachine(host) && url.port ? `${host}:${url.port}` : host
  return { name, url: address, path, timePath }
}

/**
 * Of a setting: `https://api.one.example/price data.amount; https://two.example/x result.c.0 result.time`. Throws a
 * RateFault that names the setting and has no full stop, as lines of a start are put together, and never an address. A semicolon in
 * an address is written %3B. On this machine the port tells sources apart, elsewhere the host alone: one house is one source.
 */
export function rateSourcesOf(text: string, setting: RateSetting = 'RATES_BTC_USD'): RateSource[] {
  const wrong: Wrong = (what) => new RateFault(`${setting}${what}`)
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  const sources = parts.map((part, index) => sourceOf(part, index + 1, wrong))
  if (sources.length < 2)
    throw wrong(
      ' must name at least two sources with a semicolon between, like https://one.example/price data.amount; https://two.example/price last',
    )
  const names = sources.map(({ name }) => name)
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again > 0)
    throw wrong(
      `: sources ${names.indexOf(names[again]!) + 1} and ${again + 1} are on the same host, and count as one`,
    )
  return sources
}
