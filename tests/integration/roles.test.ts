/** Every row of the matrix of roles, asked by everybody, in the demonstration and in live mode; then every other way to write the same call. */
import { beforeEach, describe, expect, test } from 'vitest'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { callers, cellsOf, matrix, type Caller, type Cell, type Row } from '../roles/matrix.ts'
import { createWorld, type Answer, type Asked } from '../roles/world.ts'
import { everything, thorough } from '../support/extent.ts'

const codes: Partial<Record<Cell, string>> = {
  401: 'not_signed_in',
  403: 'forbidden',
  frozen: 'account_frozen',
  'frozen staff': 'staff_frozen',
  ended: 'challenge_ended',
}

const expected = (cell: Cell) => ({
  status: cell === 'frozen' || cell === 'frozen staff' ? 403 : cell === 'ended' ? 401 : cell,
  ...(codes[cell] ? { code: codes[cell] } : {}),
})

const mayNot = (cell: Cell) => typeof cell === 'string' || cell >= 400

const rows = Object.entries<Row>(matrix).map(([name, row]) => ({
  name,
  row,
  endpoint: endpoints[name as keyof typeof endpoints] as Endpoint,
}))
const bound = new Set(rows.map(({ endpoint }) => `${endpoint.method} ${fullPath(endpoint)}`))

/** Other ways to write the same address, which a check by its beginning would let pass. */
const spellings: Record<string, (url: string) => string> = {
  'the address as it is': (url) => url,
  'a slash at its end': (url) => `${url}/`,
  'two slashes within': (url) => url.replace('/v1/', '/v1//').replace('/api/', '/api//'),
  'two slashes before': (url) => `/${url}`,
  capitals: (url) => url.replace('/api/', '/API/'),
  'all capitals': (url) => url.toUpperCase(),
  'a letter in percent': (url) => url.replace('/api/', '/%61pi/'),
  'its last letter in percent': (url) =>
    url.replace(/.$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'a slash in percent': (url) => url.replace('/api/', '/api%2f'),
  'a percent in percent': (url) => url.replace('/api/', '/%2561pi/'),
  'a question mark': (url) => `${url}?`,
  'a semicolon': (url) => `${url};x`,
  'a semicolon within': (url) => url.replace('/api/', '/api;x=1/'),
  'a dot': (url) => url.replace('/api/', '/api/./'),
  'dots up': (url) => url.replace('/api/', '/api/x/../'),
  'dots up in percent': (url) => url.replace('/api/', '/api/x/..%2f'),
  'dots in percent': (url) => url.replace('/api/', '/api/x/%2e%2e/'),
  'dots out of a public file': (url) => `/assets/..${url}`,
  'a backslash': (url) => url.replace('/api/', '/api\\'),
  'an absolute address': (url) => `http://localhost:3000${url}`,
  'an absolute address of somebody else': (url) => `http://elsewhere.example${url}`,
  'an ending': (url) => `${url}.json`,
  'a NUL': (url) => `${url}%00`,
}

const methods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND']

/** Of those who call: the first, who is nobody where they are among them, and the one with most rights. */
const some = (asking: readonly Caller[]) =>
  everything ? asking : [...new Set([asking.slice(0, 1), asking.slice(-1)].flat())]

const policies = [demoPolicy, livePolicy].map((policy) => ({ mode: policy.mode, policy }))

describe.each(policies)('in the policy of $mode', async ({ mode, policy }) => {
  const world = await createWorld(policy)
  beforeEach(() => world.forgetAttempts())

  test.each(rows)('C1 $name answers each caller as its row says', async ({ row, endpoint }) => {
    const answers: Partial<Record<Caller, Answer>> = {}
    for (const caller of callers) {
      answers[caller] = await world.answerOf(await world.callOf(caller, endpoint, row))
      if (row.freezes && caller !== 'nobody' && !caller.startsWith('frozen'))
        await world.letGo(caller)
      if ((row.endsSession || row.freezes) && caller !== 'nobody') await world.signInAnew(caller)
    }
    const cells = cellsOf(row, mode)
    expect(answers).toMatchObject(
      Object.fromEntries(callers.map((caller, at) => [caller, expected(cells[at]!)])),
    )
  })

  // But for those that end the session that would ask again.
  const keyed = rows.filter(
    ({ endpoint, row }) => endpoint.keyed && !row.endsSession && !row.freezes,
  )
  test.each(keyed)('J8 $name twice with one key is one act and one reply', async (call) => {
    const { row, endpoint } = call
    const caller = callers.findLast((_, at) => !mayNot(cellsOf(row, mode)[at]!)) ?? 'administrator'
    const asked = { ...(await world.callOf(caller, endpoint, row)), key: 'one key' }
    const first = await world.replyTo(asked)
    const before = await world.commands()
    const second = await world.replyTo(asked)
    if (first.status < 400) expect([second, await world.commands()]).toEqual([first, before])
    else expect(second.status).toBe(first.status)
  })

  type Call = (typeof rows)[number]

  // Made once: a call that is refused leaves what it is about as it was.
  const calls = new Map<string, Asked>()
  async function callOf({ name, endpoint, row }: Call, caller: Caller): Promise<Asked> {
    const key = `${name} ${caller}`
    const call = calls.get(key) ?? (await world.callOf(caller, endpoint, row))
    calls.set(key, call)
    return call
  }

  /** Those who get anything but a refusal, of the people of each row who should get one. */
  async function further(
    whoOf: (call: Call) => Caller[],
    change: (asked: Asked) => Asked,
  ): Promise<string[]> {
    const asking: [Caller, Asked][] = []
    for (const call of rows)
      for (const caller of some(whoOf(call)))
        asking.push([caller, change(await callOf(call, caller))])
    expect(asking.length).toBeGreaterThan(everything ? rows.length : rows.length / 2)
    const answers = asking.map(async ([caller, asked]) => {
      const { status } = await world.answerOf(asked)
      return { status, line: `${caller}: ${asked.method} ${asked.url}: ${status}` }
    })
    return (await Promise.all(answers))
      .filter(({ status }) => status < 400 || status >= 500)
      .map(({ line }) => line)
  }

  const refused = ({ row }: Call) => callers.filter((_, at) => mayNot(cellsOf(row, mode)[at]!))
  const takes = (method: string, { endpoint }: Call) =>
    bound.has(`${method === 'HEAD' ? 'GET' : method} ${fullPath(endpoint)}`)

  // How an address is read has nothing to do with the policy.
  const tags = mode === 'demo' ? [] : [thorough]

  test.for(Object.keys(spellings))('C2 nobody gets further with %s', { tags }, async (spelling) => {
    const spelled = (asked: Asked) => ({ ...asked, url: spellings[spelling]!(asked.url) })
    expect(await further(refused, spelled)).toEqual([])
    // HEAD looks for nothing: another person's thing is there for it as much as one that doesn't exist.
    const kept = ({ row, endpoint }: Call) =>
      endpoint.method === 'GET'
        ? callers.filter(
            (_, at) => cellsOf(row, mode)[at] !== 404 && mayNot(cellsOf(row, mode)[at]!),
          )
        : []
    const heads = await further(kept, (asked) => ({ ...spelled(asked), method: 'HEAD' }))
    expect(heads).toEqual([])
  })

  test.for(methods)('C2 nobody gets further by %s', { tags }, async (method) => {
    expect(
      await further(
        (call) => (takes(method, call) ? [] : [...callers]),
        (asked) => ({ ...asked, method }),
      ),
    ).toEqual([])
  })
})
