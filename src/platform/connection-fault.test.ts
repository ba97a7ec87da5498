import { expect, test } from 'vitest'
import { isConnectionFault } from './connection-fault.ts'

const withCode = (code: string) => Object.assign(new Error('from below'), { code })

test('a connection that broke, or could not be made, says so by a code or in the driver’s words', () => {
  for (const code of [
    'ECONNRESET',
    'ECONNREFUSED',
    'EPIPE',
    'ENOENT',
    'ETIMEDOUT',
    '08006',
    '57P01',
    '57P03',
  ])
    expect(isConnectionFault(withCode(code)), code).toBe(true)
  for (const words of [
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])
    expect(isConnectionFault(new Error(words)), words).toBe(true)
})

test('a fault of ours is none, and neither is an answer of the database', () => {
  for (const fault of [
    new TypeError('x is not a function'),
    new RangeError('no instant'),
    new Error('anything'),
    'text',
    null,
    undefined,
    { code: 400 },
  ]) {
    expect(isConnectionFault(fault), String(fault)).toBe(false)
  }
  for (const code of ['23505', '40001', '42501', 'ERR_ASSERTION', 'GH002'])
    expect(isConnectionFault(withCode(code)), code).toBe(false)
})
