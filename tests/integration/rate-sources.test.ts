/** What a source of rates answers is taken where it is plainly a rate. Real servers of this machine, by https where openssl is there. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { settleRate } from '../../src/lib/exchange-rate.ts'
import {
  RateFault,
  askRate,
  rateSourcesOf,
  type RateSource,
} from '../../src/platform/rate-source.ts'
import { makeCertificate } from '../support/certificate.ts'

const patientMs = 30_000
/** Nothing is waited for longer that never comes. */
const shortMs = 100

const made = await makeCertificate('localhost')
const certificate = { key: await readFile(made.key), cert: await readFile(made.certificate) }
const trusted = getCACertificates('default')
const trust = () => setDefaultCACertificates([...trusted, String(certificate.cert)])
trust()
afterAll(() => setDefaultCACertificates(trusted))

/** A source that answers as the test tells it, until the file ends. */
async function startSource() {
  let listener: RequestListener = (_, response) => void response.end()
  const answer: RequestListener = (request, response) => listener(request, response)
  const server = createServer(certificate, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  afterAll(stop)
  const place = `localhost:${(server.address() as AddressInfo).port}`
  const source: RateSource = {
    name: place,
    url: `https://${place}/price?key=of-the-firm`,
    path: 'data.amount',
    timePath: null,
  }
  return {
    source,
    stop,
    does: (next: RequestListener) => void (listener = next),
    says: (text: string | Buffer, headers: Record<string, string> = {}) =>
      void (listener = (_, response) => response.writeHead(200, headers).end(text)),
  }
}

const one = await startSource()
const two = await startSource()
const ask = (changes: Partial<RateSource> = {}, withinMs = patientMs) =>
  askRate({ ...one.source, ...changes }, withinMs)

/** Refused with exactly this sentence, which names the host and nothing else of the address. */
async function refused(asked: Promise<unknown>, sentence: string) {
  const fault = await asked.then(
    (answer) => answer,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(RateFault)
  expect((fault as Error).message).toBe(`The rate source ${one.source.name} ${sentence}`)
}

describe('a source', () => {
  test.each<[what: string, json: string, path: string, rate: bigint]>([
    [
      'text of a number',
      '{"data":{"amount":"64000.25","currency":"USD"}}',
      'data.amount',
      64_000_250_000n,
    ],
    ['a number', '{"last":64000.25}', 'last', 64_000_250_000n],
    ['a number in a list', '{"result":{"c":["64000.1","0.5"]}}', 'result.c.0', 64_000_100_000n],
    ['digits that a float would lose', '{"p":900719925.474099}', 'p', 900_719_925_474_099n],
    ['zeros that a float would lose', '[{"p":64000.100000}]', '0.p', 64_000_100_000n],
    [
      'a field that every object inherits too',
      '{"valueOf":{"constructor":1}}',
      'valueOf.constructor',
      1_000_000n,
    ],
    [
      'a field with the name of the prototype',
      '{"__proto__":{"amount":2}}',
      '__proto__.amount',
      2_000_000n,
    ],
    ['the last of two', '{"p":1,"p":2}', 'p', 2_000_000n],
  ])('that answers %s is believed', async (_, json, path, rate) => {
    one.says(json)
    const before = Date.now()
    const answer = await ask({ path })
    expect(answer).toEqual({ source: one.source.name, rate, at: expect.any(Number) })
    expect(answer.at).toBeGreaterThanOrEqual(before)
    expect(answer.at).toBeLessThanOrEqual(Date.now())
  })

  const notPlain = (path = 'data.amount') =>
    `has no plain number at ${path}: it must be dollars for a coin, like 64000.25.`
  const notAboveZero = 'has a rate at data.amount that isn’t above zero.'
  const amount = (json: string) => `{"data":{"amount":${json}}}`
  test.each<[what: string, json: string, sentence: string]>([
    ['0', amount('0'), notAboveZero],
    ['0 as text', amount('"0.00"'), notAboveZero],
    ['less than a millionth', amount('0.0000001'), notAboveZero],
    ['a negative number', amount('-64000'), notAboveZero],
    ['a negative number as text', amount('"-64000.5"'), notAboveZero],
    ['text', amount('"unavailable"'), notPlain()],
    ['no text', amount('""'), notPlain()],
    ['a number with commas', amount('"64,000.25"'), notPlain()],
    ['an exponent', amount('6.4e4'), notPlain()],
    ['an exponent as text', amount('"6.4E4"'), notPlain()],
    ['a number beyond all rates', amount('1000000000'), notPlain()],
    ['true', amount('true'), notPlain()],
    ['null', amount('null'), notPlain()],
    ['an object', amount('{"usd":64000}'), notPlain()],
    ['a list', amount('[64000]'), notPlain()],
    ['another object', '{"error":"limit"}', 'has nothing at data.amount.'],
    ['null alone', 'null', 'has nothing at data.amount.'],
    ['a number alone', '64000', 'has nothing at data.amount.'],
    ['text alone', '"data"', 'has nothing at data.amount.'],
    ['half of its JSON', '{"data":{"amount":64000', 'answers something that is no JSON.'],
    ['a page', '<html>64000</html>', 'answers something that is no JSON.'],
    ['nothing', '', 'answers something that is no JSON.'],
    ['NaN', amount('NaN'), 'answers something that is no JSON.'],
    ['lists in lists', '['.repeat(60_000), 'answers something that is no JSON.'],
  ])('that answers %s is refused', async (_, json, sentence) => {
    one.says(json)
    await refused(ask(), sentence)
  })

  test.each([
    ...['constructor.length', 'toString.length', '__proto__.amount', 'data.__proto__'],
    ...[
      'list.length',
      'list.-0',
      'list.00',
      'list.1',
      'text.0',
      'text.length',
      'data.hasOwnProperty.length',
    ],
  ])('is asked for %s, which its answer doesn’t have', async (path) => {
    one.says('{"data":{"amount":64000},"list":[64000],"text":"64000"}')
    await refused(ask({ path }), `has nothing at ${path}.`)
  })

  test.each([201, 204, 304, 400, 401, 404, 429, 500, 503])(
    'that answers with status %s is refused',
    async (status) => {
      one.does((_, response) =>
        response.writeHead(status).end(status === 204 ? '' : amount('64000')),
      )
      const what =
        status === 304
          ? 'sends elsewhere (status 304), which isn’t followed: use the address that it leads to.'
          : `answers with status ${status}.`
      await refused(ask(), what)
    },
  )

  test.each([301, 302, 307, 308])('that sends elsewhere by %s is not followed', async (status) => {
    let asked = 0
    two.does((_, response) => {
      asked += 1
      response.end(amount('64000'))
    })
    one.does((_, response) => response.writeHead(status, { Location: two.source.url }).end())
    const sentence = `sends elsewhere (status ${status}), which isn’t followed: use the address that it leads to.`
    await refused(ask(), sentence)
    expect(asked).toBe(0)
  })

  test('whose answer has exactly 64 kB is read, and with a byte more is not', async () => {
    const json = amount('64000')
    one.says(json.padEnd(65_536))
    await expect(ask()).resolves.toMatchObject({ rate: 64_000_000_000n })
    one.says(json.padEnd(65_537))
    await refused(ask(), 'answers more than 64 kB.')
  })

  test('whose answer grows as it is unpacked is left', async () => {
    one.says(gzipSync(amount('64000').padEnd(5_000_000)), { 'Content-Encoding': 'gzip' })
    await refused(ask(), 'answers more than 64 kB.')
  })

  test('whose body goes on and on is left', async () => {
    const left = Promise.withResolvers<void>()
    one.does((_, response) => {
      response.on('close', left.resolve).writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    })
    await refused(ask(), 'answers more than 64 kB.')
    await left.promise
  })

  test('that fails and doesn’t hang up is hung up on', async () => {
    const left = Promise.withResolvers<void>()
    one.does((_, response) => {
      response.on('close', left.resolve).writeHead(500).write(' ')
    })
    // Longer than a test may take: it isn't the time-out that hangs up.
    await refused(ask({}, 10 * patientMs), 'answers with status 500.')
    await left.promise
  })

  test('that never answers is waited for no longer than was said', async () => {
    one.does(() => {})
    await refused(ask({}, shortMs), 'did not answer in full within 0.1 s.')
  })

  test.each<[what: string, listener: RequestListener]>([
    ['stops in the middle', (_, response) => void response.writeHead(200).write('{"data":')],
    [
      'comes a byte at a time',
      (_, response) => {
        const drip = setInterval(() => response.write(' '), 5)
        response.on('close', () => clearInterval(drip)).writeHead(200)
      },
    ],
  ])('whose body %s is waited for no longer either', async (_, listener) => {
    one.does(listener)
    await refused(ask({}, shortMs), 'did not answer in full within 0.1 s.')
  })

  test('that breaks off is refused, though what came would do', async () => {
    one.does((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write(amount('64000'), () => response.destroy())
    })
    await refused(ask(), 'broke off its answer.')
    one.does((_, response) => response.destroy())
    await expect(ask()).rejects.toThrow(/ can’t be reached \(UND_ERR_SOCKET\)\.$/)
  })

  test('that is gone is told from one that is slow', async () => {
    const gone = await startSource()
    gone.stop()
    await expect(askRate(gone.source, patientMs)).rejects.toThrow(
      `The rate source ${gone.source.name} can’t be reached (ECONNREFUSED).`,
    )
  })

  test('whose certificate nobody knows is not asked', async () => {
    // A server of its own: the other ones are connected already.
    const stranger = await startSource()
    stranger.says(amount('64000'))
    setDefaultCACertificates(trusted)
    try {
      await expect(askRate(stranger.source, patientMs)).rejects.toThrow(
        /can’t be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
      )
    } finally {
      trust()
    }
  })

  test('elsewhere is not asked by http', async () => {
    for (const url of ['http://one.example/', 'http://127.0.0.1.example/', 'http://x.localhost/'])
      await refused(ask({ url }), 'must be asked by https.')
  })

  test('gets the name and the password of its address, and no sentence does', async () => {
    const authorized: (string | undefined)[] = []
    one.does(({ headers, url }, response) => {
      authorized.push(headers.authorization, url)
      response.end(amount('0'))
    })
    const url = one.source.url.replace('//', '//na%C3%AFve:p%40ss@')
    await refused(ask({ url }), notAboveZero)
    const basic = `Basic ${Buffer.from('naïve:p@ss').toString('base64')}`
    expect(authorized).toEqual([basic, '/price?key=of-the-firm'])
  })
})

describe('the time of a source', () => {
  const at = Date.UTC(2027, 0, 1, 12, 0, 1)
  test.each<[time: string, at: number]>([
    [`${at / 1000}`, at],
    [`"${at / 1000}"`, at],
    [`${at / 1000}.75`, at],
    [`${at + 250}`, at + 250],
    ['"2027-01-01T12:00:01Z"', at],
    ['"2027-01-01T12:00:01.250999Z"', at + 250],
    ['"2027-01-01T14:30:01+02:30"', at],
  ])('%s is read', async (time, expected) => {
    one.says(`{"p":64000,"time":${time}}`)
    await expect(ask({ path: 'p', timePath: 'time' })).resolves.toMatchObject({ at: expected })
  })

  test.each([
    ...['0', '-1', '1.8e9', '"now"', 'null', '"2027-01-01T12:00:01"', '"2027-01-01"'],
    ...['"2027-13-01T12:00:01Z"', '"Fri, 01 Jan 2027 12:00:01 GMT"', '{}', '12345678901'],
  ])('%s is none', async (time) => {
    one.says(`{"p":64000,"time":${time}}`)
    const sentence = 'has no time at time: it must be Unix seconds, or ISO 8601 with its offset.'
    await refused(ask({ path: 'p', timePath: 'time' }), sentence)
  })
})

describe('two sources', () => {
  const at = Date.UTC(2027, 0, 1, 12)
  const says = (source: typeof one, dollars: string, ageMs = 0) =>
    source.says(`{"p":${dollars},"t":${at - ageMs}}`)

  /** As whoever books would ask them. */
  async function settled(secondWithinMs = patientMs) {
    const setting = [one, two].map(({ source }) => `${source.url} p t`).join('; ')
    const asked = await Promise.allSettled(
      rateSourcesOf(setting).map((source, index) =>
        askRate(source, index === 0 ? patientMs : secondWithinMs),
      ),
    )
    const answers = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    return settleRate(answers, at)
  }

  test('that agree are believed', async () => {
    says(one, '64000')
    says(two, '"64100.5"', 30_000)
    expect(await settled()).toEqual({
      rate: 64_050_250_000n,
      sources: [one.source.name, two.source.name],
    })
  })

  test('that are 10% apart are not', async () => {
    says(one, '64000')
    says(two, '70400')
    expect(await settled()).toEqual({
      reason: 'apart',
      says: `The sources are more than 1% apart: a coin is $64,000.00 by ${one.source.name}, and $70,400.00 by ${two.source.name}.`,
    })
  })

  const onlyOne = 'At least two sources must have a rate of the last 60 s, and only one has.'
  test('of which one has stood still are not', async () => {
    says(one, '64000')
    says(two, '64000', 61_000)
    expect(await settled()).toEqual({
      reason: 'too-few',
      says: `${onlyOne} ${two.source.name} doesn’t count: its rate is older than 60 s.`,
    })
  })

  test.each<[what: string, listener: RequestListener]>([
    ['says 0', (_, response) => void response.end('{"p":0}')],
    ['is less than 0', (_, response) => void response.end('{"p":-64000}')],
    ['says text', (_, response) => void response.end('{"p":"n/a"}')],
    ['is gone', (_, response) => void response.destroy()],
    ['is slow', () => {}],
    ['fails', (_, response) => void response.writeHead(500).end('{"p":64000}')],
  ])('of which one %s are not, and are again once it answers', async (_, listener) => {
    says(one, '64000')
    two.does(listener)
    expect(await settled(shortMs)).toEqual({ reason: 'too-few', says: onlyOne })
    says(two, '64000')
    expect(await settled()).toMatchObject({ rate: 64_000_000_000n })
  })
})

describe('the setting', () => {
  test('names sources, each with the path to its number, and some with that to their time', () =>
    expect(
      rateSourcesOf(
        ' https://api.one.example/price?pair=BTC-USD data.amount;https://k:s@Two.example.:8443/x  result.c.0\tresult.time ; http://127.0.0.1:1/ a; http://127.0.0.1:2/ a; http://[::1]/ a;',
      ),
    ).toEqual([
      {
        name: 'api.one.example',
        url: 'https://api.one.example/price?pair=BTC-USD',
        path: 'data.amount',
        timePath: null,
      },
      {
        name: 'two.example',
        url: 'https://k:s@Two.example.:8443/x',
        path: 'result.c.0',
        timePath: 'result.time',
      },
      { name: '127.0.0.1:1', url: 'http://127.0.0.1:1/', path: 'a', timePath: null },
      { name: '127.0.0.1:2', url: 'http://127.0.0.1:2/', path: 'a', timePath: null },
      { name: '[::1]', url: 'http://[::1]/', path: 'a', timePath: null },
    ]))

  const good = 'https://one.example/x a'
  const tooFew =
    ' must name at least two sources with a semicolon between, like https://one.example/price data.amount; https://two.example/price last'
  const address =
    ': the address of source 2 must begin with https://, or on this machine with http://'
  const fields =
    ': source 2 must be an address, the path to its number and, if it has one, the path to its time, with blanks between'
  const steps = ': a path of source 2 must be names with dots between, like result.c.0'
  const again = ': sources 1 and 2 are on the same host, and count as one'
  test.each<[text: string, says: string]>([
    ['', tooFew],
    [' ; ', tooFew],
    [good, tooFew],
    [`${good};`, tooFew],
    [`${good}; two.example/x a`, address],
    [`${good}; http://key:word@two.example/x a`, address],
    [`${good}; http://127.0.0.1.example/x a`, address],
    [`${good}; http://localhost.example/x a`, address],
    [`${good}; http://10.0.0.1/x a`, address],
    [`${good}; ftp://two.example/x a`, address],
    [`${good}; file:///etc/passwd a`, address],
    [`${good}; https://key:word@ a`, address],
    [`${good}; https://two.example/x;y a`, fields],
    [`${good}; https://two.example/x`, fields],
    [`${good}; https://two.example/x a b c`, fields],
    [`${good}; https://two.example/x a..b`, steps],
    [`${good}; https://two.example/x .a`, steps],
    [`${good}; https://two.example/x a b.`, steps],
    [
      `${good}; https://100%:word@two.example/x a`,
      ': a percent sign in the name or the password of source 2 is written %25',
    ],
    [`${good}; https://key:word@ONE.example/other b`, again],
    [`${good}; https://one.example.:8443/ b`, again],
    ['https://localhost:81/a a; http://localhost:81/b b', again],
    ['http://localhost/a a; http://localhost./b b', again],
    ['http://127.0.0.1/ a; http://127.1:80/ b', again],
    [
      `${good}; https://two.example/ b; https://two.example/c c`,
      again.replace('1 and 2', '2 and 3'),
    ],
  ])('%j is refused, in words that repeat nothing of it', (text, says) => {
    const read = () => rateSourcesOf(text)
    expect(read).toThrow(RateFault)
    expect(read).toThrow(new RateFault(`RATES_BTC_USD${says}`))
  })
})
