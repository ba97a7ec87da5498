/** Which addresses are those of our own reverse proxies, as GLASSHOUSE_TRUST_PROXY names them. */
import { BlockList, isIPv6 } from 'node:net'

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

export function proxyCheck(trusted: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const part of trusted.flatMap((one) => named[one] ?? [one])) {
    const [address = '', bits] = part.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return list.check(plain, familyOf(plain))
  }
}
