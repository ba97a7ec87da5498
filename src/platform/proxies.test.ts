import { expect, test } from 'vitest'
import { proxyCheck } from './proxies.ts'

test.each([
  ['127.0.0.1', ['loopback'], true],
  ['::ffff:127.0.0.1', ['loopback'], true],
  ['::1', ['loopback'], true],
  ['10.1.2.3', ['loopback'], false],
  ['10.1.2.3', ['uniquelocal'], true],
  ['fd00::1', ['uniquelocal'], true],
  ['fe80::1', ['linklocal'], true],
  ['192.0.2.7', ['192.0.2.0/24'], true],
  ['192.0.3.7', ['192.0.2.0/24'], false],
  ['2001:db8::7', ['2001:db8::/32'], true],
  ['192.0.2.7', ['198.51.100.1', '192.0.2.7'], true],
  ['192.0.2.7', [], false],
  ['', ['loopback'], false],
])('%s among %j: %s', (address, trusted, is) => expect(proxyCheck(trusted)(address)).toBe(is))
