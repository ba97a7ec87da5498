import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { tronAccount } from '../../../tests/support/tron-wallets.ts'
import { usdtContract } from '../../lib/tron-transfers.ts'
import { readConfig } from '../config.ts'
import { tronOf } from './settings.ts'

const { descriptor } = tronAccount()
const node = 'https://key@node.example/'
const paid = `${usdtContract} ${usdtContract}`
const rates = 'https://a.example/ x; https://b.example/ x'
const live = { GLASSHOUSE_MODE: 'live', TRON_ACCOUNT: descriptor, TRON_API_URL: node }
const of = (env: Record<string, string>) => tronOf(readConfig(env))

describe('the settings of USDT', () => {
  test('are absent where none is taken', () => {
    expect(of({})).toBeNull()
  })

  test('in the demonstration are of a network that no real money reaches, with a sample rate', async () => {
    const tron = of({
      TRON_ACCOUNT: `[0a0b0c0d/44h/195h/0h]${descriptor}`,
      TRON_API_URL: node,
    })
    expect(tron).toMatchObject({ network: 'tron-sample', descriptor })
    expect(await tron!.rates.now()).toEqual({ rate: 1_000_000n, sources: ['sample rate'] })
  })

  test('name a payment that the node must have, and a second node', () => {
    const env = { TRON_ACCOUNT: descriptor, TRON_API_URL: node, TRON_SECOND_API_URL: node }
    const known = `${'ab'.repeat(32)} ${paid} 12.5`
    expect(of({ ...env, TRON_KNOWN_PAYMENT: known })).toMatchObject({ network: 'tron-sample' })
  })

  test('in live are of the main network, with rates that are read and a payment that is known', () => {
    const known = `${'ab'.repeat(32)} ${paid} 12.5`
    const given = { ...live, RATES_USDT_USD: rates, TRON_KNOWN_PAYMENT: known }
    expect(of(given)).toMatchObject({ network: 'tron', descriptor })
  })

  const secret = HDKey.fromMasterSeed(new Uint8Array(32)).derive("m/44'/195'/0'").privateExtendedKey
  test.each<[what: string, env: Record<string, string>, says: RegExp]>([
    [
      'in live without sources of rates',
      { ...live, TRON_KNOWN_PAYMENT: `${'ab'.repeat(32)} ${paid} 12.5` },
      /RATES_USDT_USD is missing: what real USDT is worth/,
    ],
    [
      'in live without a payment that is known',
      { ...live, RATES_USDT_USD: rates },
      /TRON_KNOWN_PAYMENT is missing/,
    ],
    ['with rates alone', { RATES_USDT_USD: rates }, /go together/],
    [
      'with one source of rates in the demonstration',
      { TRON_ACCOUNT: descriptor, TRON_API_URL: node, RATES_USDT_USD: 'https://a.example/ x' },
      /RATES_USDT_USD must name at least two sources/,
    ],
    ['without a node', { TRON_ACCOUNT: descriptor }, /go together/],
    ['without an account', { TRON_API_URL: node }, /go together/],
    [
      'with a private key',
      { TRON_ACCOUNT: secret, TRON_API_URL: node },
      /TRON_ACCOUNT: This is a private key. It must never reach a server/,
    ],
    ...['', 'abc', `${'ab'.repeat(32)} nobody nobody 5`, `${'ab'.repeat(32)} ${paid} much`].map(
      (payment): [string, Record<string, string>, RegExp] => [
        `with “${payment}” for a payment that is known`,
        { TRON_ACCOUNT: descriptor, TRON_API_URL: node, TRON_KNOWN_PAYMENT: payment || '-' },
        /TRON_KNOWN_PAYMENT must be a transaction, who paid, who was paid and how many USDT/,
      ],
    ),
    [
      'with a key of another coin',
      { TRON_ACCOUNT: `[0a0b0c0d/44h/0h/0h]${descriptor}`, TRON_API_URL: node },
      /TRON_ACCOUNT: The key at 44h\/0h\/0h is of another coin/,
    ],
  ])('%s stop the start with a line that says why', (_, env, says) => {
    expect(() => of(env)).toThrow(says)
    expect(() => of(env)).toThrow(/^Wrong settings: .*\.$/)
  })
})
