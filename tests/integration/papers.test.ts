/** What an investor takes home: the activity as CSV, and monthly statements that add up. */
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { readStatement } from '../../src/domains/activity/statement.ts'
import { thorough } from '../support/extent.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { readCsv } from '../support/csv.ts'
import { readPdf } from '../support/pdf-text.ts'
import { startServer, stopServers } from '../support/server.ts'

const database = await createTestDatabase({ world: true })
const server = await startServer({ databaseUrl: database.url })
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)
const house = createHouse(database)

const get = (client: Client, path: string) =>
  fetch(server.url + basePath + path, { headers: { authorization: `Bearer ${client.token}` } })

const cents = (dollars: string) => BigInt(dollars.replace('\u2212', '-').replace(/[$,.]/g, ''))

describe('the activity as CSV', () => {
  test('has a line for each item, newest first, whose amounts add up to the balance', async () => {
    const client = await signUp(server.url)
    await client.ok('POST', '/demo/deposits', { amount: 1200.5, asset: 'BTC' })
    await client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 200.25,
      bankName: 'Home',
      bankNumber: 'any wallet',
    })
    const reply = await get(client, '/activity.csv')
    expect([
      reply.status,
      reply.headers.get('content-type'),
      reply.headers.get('content-disposition'),
      reply.headers.get('cache-control'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="activity.csv"', 'no-store'])
    const [head, ...lines] = readCsv(await reply.text())
    expect(head).toEqual([
      'Time (UTC)',
      'Entry',
      'Amount (USD)',
      'Balance (USD)',
      'By',
      'Reason',
      'Changes',
      'Details',
      'Id',
    ])
    const items = await client.activity()
    expect(lines.map(([time, entry]) => [time, entry])).toEqual(
      items.map(({ at, title }) => [at, title]),
    )
    expect(lines.reduce((sum, line) => sum + cents(line[2] || '0'), 0n)).toBe(100_025n)
    expect(lines[0]!.slice(2, 4)).toEqual(['-200.25', '1000.25'])
  })
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\uFF1D1+1'])(
    'keeps what somebody wrote, “%s”, from being taken for a formula',
    async (written) => {
      const client = await signUp(server.url)
      await admin.ok('PATCH', `/${client.user.id}`, { accountBalance: 1, reason: written })
      const [, ...lines] = readCsv(await (await get(client, '/activity.csv')).text())
      expect(lines[0]![5]).toBe(`'${written}`)
    },
  )
  test('keeps the commas and quotes of a reason', async () => {
    const client = await signUp(server.url)
    const reason = 'He said "now", and then, later'
    await admin.ok('PATCH', `/${client.user.id}`, { accountBalance: 1, reason })
    const [, ...lines] = readCsv(await (await get(client, '/activity.csv')).text())
    expect(lines[0]![5]).toBe(reason)
  })
  test(
    'is of the kind and the time that were asked for, however long the past',
    { tags: [thorough] },
    async () => {
      const client = await signUp(server.url)
      // In rounds: one person's commands are booked one after the other, and none waits for longer than ten seconds.
      const owner = client.user.id
      for (let round = 0; round < 11; round += 1) {
        await Promise.all(
          Array.from({ length: 100 }, () =>
            house.run('CreditPlayMoney', { owner, amount: 1_00n, asset: 'BTC' }, owner),
          ),
        )
      }
      expect(readCsv(await (await get(client, '/activity.csv?kind=deposit')).text())).toHaveLength(
        1101,
      )
      expect(
        readCsv(await (await get(client, '/activity.csv?to=2001-01-01T00:00:00Z')).text()),
      ).toHaveLength(1)
      expect((await get(client, '/activity.csv?from=yesterday')).status).toBe(400)
    },
  )
})

describe('the receipt of a request', () => {
  test('says how much went where, what happened, by whom, and the reference; nobody else has it', async () => {
    const client = await signUp(server.url, { fullName: 'Rosa Receipt' })
    await client.ok('POST', '/demo/deposits', { amount: 1200.5, asset: 'BTC' })
    const { withdrawal } = await client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 1000.25,
      bankName: 'Hardware wallet',
      bankNumber: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    })
    const path = `/me/withdrawals/${withdrawal._id}/receipt`
    const textOf = async () => {
      const reply = await get(client, path)
      expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="withdrawal-${withdrawal._id}.pdf"`,
      ])
      return readPdf(Buffer.from(await reply.arrayBuffer())).pages.join('\n')
    }
    expect(await textOf()).toContain('Waiting for a decision; the amount is held')
    await admin.ok('POST', `/withdrawals/${withdrawal._id}/approval`)
    await admin.ok('POST', `/withdrawals/${withdrawal._id}/payout`, {
      reference: `tx ${withdrawal._id}`,
    })
    const text = await textOf()
    for (const words of [
      'Withdrawal receipt',
      'Rosa Receipt',
      withdrawal._id,
      '$1,000.25',
      'Hardware wallet',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'Approved',
      admin.user.fullName,
      'Paid out',
      'SAMPLE',
    ])
      expect(text.replaceAll('\n', ' ')).toContain(words)
    expect((await get(admin, path)).status).toBe(404)
    expect((await get(await signUp(server.url), path)).status).toBe(404)
  })
})

describe('the statement of a month', () => {
  const months = (from: Date, count: number) =>
    Array.from({ length: count }, (_, i) =>
      new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + i)).toISOString().slice(0, 7),
    )

  /** Opening balance, amounts and closing balance, in cents. */
  async function statement(client: Client, month: string) {
    const reply = await get(client, `/statements/${month}.pdf`)
    expect([
      reply.status,
      reply.headers.get('content-type'),
      reply.headers.get('content-disposition'),
    ]).toEqual([200, 'application/pdf', `attachment; filename="statement-${month}.pdf"`])
    const text = readPdf(Buffer.from(await reply.arrayBuffer())).pages.join('\n')
    const after = (label: string) =>
      cents(new RegExp(`${label}\n([\\u2212-]?\\$[\\d,.]+)`).exec(text)![1]!)
    const lines = [
      ...text.matchAll(
        // What staff changed may end with an amount on a line of its own; a row ends with two.
        /\n\d{4}-\d\d-\d\d\n[^\n]+(?:\n[^\n]+)*?\n([\u2212-]?\$[\d,]+\.\d\d)\n([\u2212-]?\$[\d,]+\.\d\d)(?!\n[\u2212-]?\$)/g,
      ),
    ]
    return {
      text,
      opening: after('Opening balance'),
      amounts: lines.map(([, amount]) => cents(amount!)),
      closing: after('Closing balance'),
    }
  }

  test('is of one moment: it is asked for at once, and nothing can come in between', async () => {
    const client = await signUp(server.url)
    await client.ok('POST', '/demo/deposits', { amount: 12, asset: 'BTC' })
    const asked: unknown[] = []
    const db = {
      query: (...question: Parameters<typeof database.pool.query>) => (
        asked.push(question),
        database.pool.query(...question)
      ),
    } as unknown as typeof database.pool
    const month = new Date().toISOString().slice(0, 7)
    const { opening, entries, closing, holdings } = (await readStatement(
      db,
      client.user.id,
      month,
      {
        name: 'a firm',
        sample: true,
      },
    ))!
    expect([opening, entries.map(({ amount, balance }) => [amount, balance]), closing]).toEqual([
      '$0.00',
      [['$12.00', '$12.00']],
      '$12.00',
    ])
    expect(holdings.at(-1)).toEqual({ label: 'Total value', amount: '$12.00' })
    expect(asked).toHaveLength(1)
  })

  test('adds up, and goes on where the one before ended, through the whole past of a sample investor', async () => {
    const investor = await logIn(server.url, 'investor@glasshouse.example', 'glasshouse-investor')
    const { accountBalance, createdAt } = await investor.me()
    let balance = 0n
    let moved = 0
    const all = months(new Date(createdAt), 24)
    for (const month of all.slice(
      0,
      all.findIndex((one) => one > new Date().toISOString().slice(0, 7)),
    )) {
      const { opening, amounts, closing } = await statement(investor, month)
      expect(opening).toBe(balance)
      expect(opening + amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(closing)
      balance = closing
      moved += amounts.length
    }
    expect(balance).toBe(BigInt(Math.round(accountBalance * 100)))
    expect(moved).toBeGreaterThan(3)
  })
  test('says who of the staff did what, why, and what was changed; of what people did, nothing of the kind', async () => {
    const client = await signUp(server.url)
    await client.ok('POST', '/demo/deposits', { amount: 5, asset: 'BTC' })
    const reason = 'A deposit was booked short'
    await admin.ok('PATCH', `/${client.user.id}`, { accountBalance: 25, reason })
    const { text } = await statement(client, new Date().toISOString().slice(0, 7))
    // Where a line is broken depends on its room.
    const words = text.replaceAll(/\s+/g, ' ')
    expect(words).toContain(`Account corrected by staff By Admin: “${reason}” `)
    expect(words).toContain('Account balance: from $5.00 to $25.00 $20.00 $25.00 ')
    expect(words).toContain('Play money credited $5.00 $5.00 ')
  })
  test('says what came and went, and where the money lies: placing and setting aside are neither', async () => {
    const client = await signUp(server.url)
    await client.ok('POST', '/demo/deposits', { amount: 500, asset: 'BTC' })
    const { plans } = await client.ok('GET', '/plans')
    await client.ok('POST', '/investments', {
      planId: plans[0].id,
      amount: 100,
      acceptedTermsVersion: plans[0].termsVersion,
      acceptedRiskVersion: plans[0].riskVersion,
    })
    const wallet = { type: 'bank_transfer', bankName: 'Home', bankNumber: 'any wallet' }
    await client.ok('POST', '/requestWithdrawal', { ...wallet, amount: 20 })
    const { withdrawal } = await client.ok('POST', '/requestWithdrawal', { ...wallet, amount: 7.5 })
    await admin.ok('POST', `/withdrawals/${withdrawal._id}/approval`, {})
    await admin.ok('POST', `/withdrawals/${withdrawal._id}/payout`, { reference: withdrawal._id })
    const { text } = await statement(client, new Date().toISOString().slice(0, 7))
    expect(text).toContain(
      [
        'Held so far',
        'Amount',
        'Available balance',
        '$372.50',
        'Set aside for withdrawals',
        '$20.00',
        'In running plans',
        '$100.00',
        'Total value',
        '$492.50',
      ].join('\n'),
    )
    expect(text).toContain(
      [
        'Money in and out',
        'Amount',
        'Total value at the beginning',
        '$0.00',
        'Deposits',
        '$500.00',
        'Withdrawals paid out',
        '-$7.50',
        'Total value at the end',
        '$492.50',
      ].join('\n'),
    )
  })
  test('of a year has every month in it, and what plans paid by day; so has its CSV', async () => {
    const investor = await logIn(server.url, 'investor@glasshouse.example', 'glasshouse-investor')
    const { createdAt, totalProfit } = await investor.me()
    const years = [Number(createdAt.slice(0, 4)), new Date().getUTCFullYear()]
    let [balance, profit] = [0n, 0n]
    for (const year of Array.from({ length: years[1]! - years[0]! + 1 }, (_, n) => years[0]! + n)) {
      const { opening, amounts, closing, text } = await statement(investor, String(year))
      expect(opening).toBe(balance)
      expect(opening + amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(closing)
      expect(text).toContain('it is no tax advice')
      const paid = cents(/All profit paid\n(\$[\d,.]+)/.exec(text)![1]!)
      const file = await get(investor, `/statements/years/${year}.csv`)
      expect(file.headers.get('content-disposition')).toBe(
        `attachment; filename="statement-${year}.csv"`,
      )
      const [head, ...lines] = readCsv(await file.text())
      const column = (name: string) => {
        const at = head!.indexOf(name)
        return lines.map((line) => cents(`$${line[at] || '0.00'}`.replace('$-', '-$')))
      }
      const sum = (all: bigint[]) => all.reduce((one, other) => one + other, 0n)
      expect(sum(column('Amount (USD)'))).toBe(closing - opening)
      expect(sum(column('Of it profit (USD)'))).toBe(paid)
      balance = closing
      profit += paid
    }
    expect(profit).toBe(BigInt(Math.round(totalProfit * 100)))
    expect(profit).toBeGreaterThan(0n)
    expect((await get(investor, '/statements/years/1999.csv')).status).toBe(404)
    expect((await get(investor, '/statements/years/2026-01.csv')).status).toBe(400)
  })
  test('says whose it is, of which firm, that it is a sample, and when nothing moved', async () => {
    const client = await signUp(server.url, { fullName: 'Nora Newcomer' })
    const { text, opening, closing } = await statement(client, new Date().toISOString().slice(0, 7))
    for (const word of [
      'Nora Newcomer',
      client.user.accountId,
      'Glasshouse',
      'SAMPLE',
      'Demonstration: play money',
      'No movements in this time.',
    ])
      expect(text).toContain(word)
    expect([opening, closing]).toEqual([0n, 0n])
  })
  test.each(['1999-01', '2999-12', '1999', '2999'])(
    '%s: none before the account was opened, and none of a month that has not begun',
    async (month) => {
      const client = await signUp(server.url)
      const reply = await get(client, `/statements/${month}.pdf`)
      expect([reply.status, (await reply.json()).code]).toEqual([404, 'unknown_statement'])
    },
  )
  test.each(['2026-13.pdf', '2026-1.pdf', '2026-01', '0999.pdf', '2026', 'latest.pdf'])(
    '%s is no name of one',
    async (file) => {
      expect((await get(await signUp(server.url), `/statements/${file}`)).status).toBe(400)
    },
  )
  test('is refused when the lines do not add up to the balances that the books had', async () => {
    const client = await signUp(server.url)
    await client.ok('POST', '/demo/deposits', { amount: 5, asset: 'BTC' })
    await database.owner.query('alter table desk.activity disable trigger user')
    await database.owner.query(
      'update desk.activity set balance_after = balance_after + 1 where owner_id = $1 and amount is not null',
      [client.user.id],
    )
    await database.owner.query('alter table desk.activity enable trigger user')
    expect(
      (await get(client, `/statements/${new Date().toISOString().slice(0, 7)}.pdf`)).status,
    ).toBe(500)
  })
})

describe('I13: of two who ask for statements, one of whom is greedy,', () => {
  test('the other gets every one of theirs', async () => {
    const [greedy, other] = [await signUp(server.url), await signUp(server.url)]
    const path = `${server.url}${basePath}/statements/${new Date().toISOString().slice(0, 7)}.pdf`
    const leaving = new AbortController()
    const asked = (client: Client, signal?: AbortSignal) =>
      fetch(path, {
        headers: { authorization: `Bearer ${client.token}` },
        ...(signal ? { signal } : {}),
      })
    const flood = Array.from({ length: 100 }, () =>
      asked(greedy, leaving.signal).then(
        (reply) => reply.status,
        () => 'left',
      ),
    )
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await asked(other)).status),
    )
    leaving.abort()
    await Promise.all(flood)
    expect(statuses).toEqual([200, 200, 200, 200, 200])
  })
})

describe('deposits', () => {
  test('are listed newest first, page by page', async () => {
    const client = await signUp(server.url)
    for (const amount of [1, 2, 3])
      await client.ok('POST', '/demo/deposits', { amount, asset: 'USDT' })
    const first = await client.ok('GET', '/deposits?limit=2')
    expect(
      first.deposits.map(({ amount, asset }: { amount: number; asset: string }) => [amount, asset]),
    ).toEqual([
      [3, 'USDT'],
      [2, 'USDT'],
    ])
    const second = await client.ok('GET', `/deposits?limit=2&cursor=${first.nextCursor}`)
    expect([
      second.deposits.map(({ amount }: { amount: number }) => amount),
      second.nextCursor,
    ]).toEqual([[1], null])
  })
  test('have the addresses of the content pack, none of which may be used in a demonstration', async () => {
    const { addresses } = await (await signUp(server.url)).ok('GET', '/deposit-addresses')
    expect(
      addresses.map(
        ({ asset, network, usable }: { asset: string; network: string; usable: boolean }) => [
          asset,
          network,
          usable,
        ],
      ),
    ).toEqual([
      ['Bitcoin', 'test network', false],
      ['USDT', 'TRC20', false],
    ])
  })
})
