import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** What a log wrote of this. */
function logged(what: object): Record<string, any> {
  let text = ''
  const log = createLog(
    { logLevel: 'info' },
    new Writable({ write: (line, _, done) => ((text += String(line)), done()) }),
  )
  log.error(what, 'something failed')
  return JSON.parse(text)
}

test('an error of the database is logged without the values of the rows that it repeats', () => {
  const fault = Object.assign(new Error('new row violates check constraint "x"'), {
    severity: 'ERROR',
    constraint: 'x',
    detail: 'Failing row contains (7, Ada Lovelace).',
    where: 'COPY persons, line 1: "Ada Lovelace"',
    internalQuery: `select 'Ada'`,
  })
  const { err } = logged({ err: fault })
  expect(err).toMatchObject({
    type: 'Error',
    message: fault.message,
    severity: 'ERROR',
    constraint: 'x',
    stack: expect.stringContaining('log.test.ts'),
  })
  expect(JSON.stringify(err)).not.toContain('Ada')
})
