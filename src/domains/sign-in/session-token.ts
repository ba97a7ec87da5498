/**
 * What a session's row is known by: random digits, and a MAC over them with the person who signed in. Whoever makes their
 * own session another person's in the database is signed out.
 */
import { randomBytes } from 'node:crypto'
import { isMacOf, macOf, type MacKeys } from '../../platform/mac.ts'

const randomDigits = 32

export function newToken(keys: MacKeys, person: string): string {
  const chance = randomBytes(randomDigits / 2).toString('hex')
  return `${chance}${macOf(keys, 'session', [chance, person])}`
}

export function isTokenOf(keys: MacKeys, token: string, person: string): boolean {
  const chance = token.slice(0, randomDigits)
  return isMacOf(keys, token.slice(randomDigits), 'session', [chance, person])
}
