import { randomUUID } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../src/domains/identity/add-person.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { sendDueMails, smtpMailer, type Outbox } from '../../src/platform/mail.ts'
import { createTestDatabase } from '../support/database.ts'

const database = await createTestDatabase()
const received: { to: string; text: string }[] = []
let refusing = false

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, session, done) {
    let text = ''
    stream.on('data', (chunk) => (text += chunk)).on('end', () => {
      if (refusing) return done(new Error('come back later'))
      received.push({ to: session.envelope.rcptTo[0]!.address, text: text.replaceAll('=\r\n', '') })
      return done()
    })
  },
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.server.address() as { port: number }
const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Glasshouse <no-reply@glasshouse.example>')
afterAll(async () => {
  mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const outbox: Outbox = { pool: database.pool, log: createLog(readConfig({ LOG_LEVEL: 'silent' })), origin: 'https://firm.example', mailer }

async function write(template: string, values: Record<string, string> = {}, to: { fullName?: string } = {}): Promise<bigint> {
  const email = `${randomUUID()}@people.example`
  const owner = await addPerson(database.pool, { fullName: to.fullName ?? 'Ada Example', email, password: 'paper and glass' })
  const { rows } = await database.pool.query('insert into outbox (owner_id, template, "values") values ($1, $2, $3) returning id', [owner, template, values])
  return rows[0].id
}
async function row(id: bigint) {
  return (await database.pool.query('select state, attempts, last_error, next_attempt_at > clock_timestamp() as later from outbox where id = $1', [id])).rows[0]
}
const untilDue = () => database.pool.query('update outbox set next_attempt_at = clock_timestamp()')

beforeEach(async () => {
  received.length = 0
  refusing = false
  await database.pool.query('delete from outbox')
})

const everyTemplate: [string, Record<string, string>, RegExp[]][] = [
  ['welcome', {}, [/Subject: Welcome to Glasshouse/, /your account is open/]],
  ['deposit-received', { amount: '$10.00' }, [/Subject: \$10\.00 received/]],
  ['investment-opened', { planTitle: 'Starter Growth', amount: '$100.00', profit: '$10.00', maturesAt: '2026-12-01T09:30:00.000Z' }, [/matures on 2026-12-01 at 09:30 UTC/, /profit of \$10\.00/]],
  ['investment-matured', { planTitle: 'Starter Growth', amount: '$100.00', profit: '$10.00' }, [/Subject: Starter Growth has matured/]],
  ['withdrawal-requested', { amount: '$5.00' }, [/Subject: Withdrawal of \$5\.00 requested/]],
  ['withdrawal-decided', { amount: '$5.00', decision: 'rejected', reason: 'Wrong address' }, [/was rejected; the amount is back/, /The reason given: Wrong address/]],
  ['withdrawal-decided', { amount: '$5.00', decision: 'approved' }, [/was approved\./]],
  ['withdrawal-paid', { amount: '$5.00', reference: 'TX-1' }, [/under the reference TX-1/]],
  ['staff-change', { reason: 'Typing mistake' }, [/Subject: Our staff changed your account/, /The reason given: Typing mistake/]],
]

test.for(everyTemplate)('%s is sent once, in words', async ([template, values, words]) => {
  const id = await write(template, values)
  expect(await sendDueMails(outbox)).toBe(1)
  expect(await sendDueMails(outbox)).toBe(0)
  expect(received.length).toBe(1)
  for (const pattern of [...words, /Hello Ada Example,/, /From: Glasshouse <no-reply@glasshouse\.example>/, /https:\/\/firm\.example\/dashboard/]) {
    expect(received[0]!.text).toMatch(pattern)
  }
  expect(received[0]!.text).not.toContain('undefined')
  expect(received[0]!.text).toContain(`Message-ID: <outbox-${id}@firm.example>`)
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
})

test('E3: a name or a plan cannot begin another header', async () => {
  await write('investment-matured', { planTitle: 'Gold\r\nBcc: victim@people.example', amount: '$1.00', profit: '$1.00' }, { fullName: 'Eve\r\nBcc: victim@people.example' })
  await sendDueMails(outbox)
  expect(received.length).toBe(1)
  const headers = received[0]!.text.split('\r\n\r\n')[0]!
  expect(headers).not.toMatch(/^Bcc:/m)
})

test('what the mail server refuses is tried again later, and in the end given up', async () => {
  const id = await write('welcome')
  refusing = true
  await sendDueMails(outbox)
  expect(await row(id)).toMatchObject({ state: 'waiting', attempts: 1, later: true, last_error: expect.stringContaining('come back later') })
  expect(await sendDueMails(outbox)).toBe(0)
  await untilDue()
  refusing = false
  await sendDueMails(outbox)
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })

  const hopeless = await write('welcome')
  refusing = true
  for (let attempt = 1; attempt <= 10; attempt++) {
    await untilDue()
    await sendDueMails(outbox)
  }
  expect(await row(hopeless)).toMatchObject({ state: 'failed', attempts: 10 })
})

test('many senders at once send each mail once', async () => {
  for (let mail = 0; mail < 30; mail++) await write('welcome')
  await Promise.all(Array.from({ length: 6 }, () => sendDueMails(outbox)))
  while ((await sendDueMails(outbox)) > 0);
  expect(received.length).toBe(30)
  expect(new Set(received.map(({ to }) => to)).size).toBe(30)
})

test('an erased person gets no mail', async () => {
  const id = await write('welcome')
  await database.owner.query('delete from auth.persons')
  await sendDueMails(outbox)
  expect(await row(id)).toMatchObject({ state: 'failed' })
  expect(received.length).toBe(0)
})

test('without a mail server mails are kept, and sent to nobody later', async () => {
  const id = await write('welcome')
  expect(await sendDueMails({ ...outbox, mailer: null })).toBe(1)
  expect(await row(id)).toMatchObject({ state: 'kept' })
  expect(await sendDueMails(outbox)).toBe(0)
  expect(received.length).toBe(0)
})
