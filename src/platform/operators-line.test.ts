import { mkdir, mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { CannotStart } from './cannot-start.ts'
import { operatorsLine } from './operators-line.ts'

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a folder that can’t be used is one line with its path and the reason', async () => {
  const below = `${import.meta.filename}/data`
  const made = await thrownBy(mkdir(below, { recursive: true }))
  expect(operatorsLine(made)).toBe(`${below} can’t be used: not a directory (ENOTDIR, mkdir).`)
  const absent = await thrownBy(mkdtemp('/there/is/none/'))
  expect(operatorsLine(absent)).toContain('can’t be used: no such file or directory (ENOENT, ')
})

test('a database that doesn’t answer is one line, by port or by socket', async () => {
  const failed = async (where: { port: number } | { path: string }) => {
    const socket = connect(where)
    return (await once(socket, 'error').catch((error: unknown) => [error]))[0] as Error
  }
  const refused = await failed({ port: 1 })
  expect(operatorsLine(refused)).toMatch(/^The database can’t be reached: .*ECONNREFUSED/)
  const gone = await failed({ path: '/there/is/none/.s.PGSQL.5432' })
  expect(operatorsLine(gone)).toMatch(/^The database can’t be reached: connect ENOENT/)
})

test('what is meant for operators stays as it is, and a fault of ours keeps its stack', () => {
  expect(operatorsLine(new CannotStart('Not like this.'))).toBe('Not like this.')
  expect(operatorsLine(new TypeError('x is not a function'))).toBeNull()
  expect(operatorsLine(undefined)).toBeNull()
})
