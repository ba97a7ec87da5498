import { expect, test } from 'vitest'
import { safeNext } from './way-back.ts'

const here = 'http://localhost:3000'

test.each([
  ['/dashboard/transfer?x=1#forms', '/dashboard/transfer?x=1#forms'],
  ['/admin', '/admin'],
])('%s leads back', (next, path) => expect(safeNext(next, here)).toBe(path))

test.each([
  null,
  '',
  'dashboard',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'https:evil.example',
  '%2f%2fevil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/login',
  '/login?next=/login',
  '/signup',
])('A12: %s leads nowhere', (next) => expect(safeNext(next, here)).toBeNull())
