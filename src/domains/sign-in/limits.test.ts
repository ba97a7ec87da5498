import { expect, test } from 'vitest'
import { countedAddress } from './limits.ts'

test('A3: every spelling of an address counts as one, IPv6 by its /64', () => {
  const cases = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '::1': '0:0:0:0::/64',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002::9': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '2001:db8:1:2::ffff:192.0.2.1': '2001:db8:1:2::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '::': '0:0:0:0::/64',
    unknown: 'unknown',
  }
  for (const [address, counted] of Object.entries(cases))
    expect(countedAddress(address), address).toBe(counted)
})
