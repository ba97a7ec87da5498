import { describe, expect, test } from 'vitest'
import { mainDescriptor, regtestWallet } from '../../../tests/support/wallets.ts'
import { readConfig } from '../config.ts'
import { bitcoinOf } from './settings.ts'

const { descriptor } = regtestWallet().wallet
const node = 'http://test:regtest@127.0.0.1:18443'
const of = (env: Record<string, string>) => bitcoinOf(readConfig(env))

const live = { GLASSHOUSE_MODE: 'live', BITCOIN_RPC_URL: node }
describe('the settings of bitcoin', () => {
  test('are absent where none is taken', () => {
    expect(of({})).toBeNull()
  })

  test('in the demonstration are of a chain that anybody makes for themselves, with a sample rate', async () => {
    const bitcoin = of({ BITCOIN_DESCRIPTOR: descriptor, BITCOIN_RPC_URL: node })
    expect(bitcoin).toMatchObject({ network: 'regtest', descriptor })
    expect(await bitcoin!.rates.now()).toEqual({
      rate: 64_000_000_000n,
      sources: ['sample rate'],
    })
  })

  test('in live are of the main network, with rates that are read', () => {
    const rates = 'https://a.example/ x; https://b.example/ x'
    const bitcoin = of({ ...live, BITCOIN_DESCRIPTOR: mainDescriptor, RATES_BTC_USD: rates })
    expect(bitcoin).toMatchObject({ network: 'main', descriptor: mainDescriptor })
  })

  const key = descriptor.slice('wpkh('.length, descriptor.indexOf(')#'))
  test.each<[what: string, env: Record<string, string>, says: RegExp]>([
    [
      'in live without sources of rates',
      { ...live, BITCOIN_DESCRIPTOR: mainDescriptor },
      /RATES_BTC_USD is missing/,
    ],
    [
      'in live with a wallet of a test network',
      {
        ...live,
        BITCOIN_DESCRIPTOR: descriptor,
        RATES_BTC_USD: 'https://a.example/ x; https://b.example/ x',
      },
      /BITCOIN_DESCRIPTOR: /,
    ],
    [
      'in the demonstration with a wallet of the main network',
      { BITCOIN_DESCRIPTOR: mainDescriptor, BITCOIN_RPC_URL: node },
      /BITCOIN_DESCRIPTOR: /,
    ],
    ['without a node', { BITCOIN_DESCRIPTOR: descriptor }, /go together/],
    ['without a wallet', { BITCOIN_RPC_URL: node }, /go together/],
    [
      'with rates alone',
      { RATES_BTC_USD: 'https://a.example/ x; https://b.example/ x' },
      /go together/,
    ],
    [
      'with a key that doesn’t say where it comes from',
      {
        BITCOIN_DESCRIPTOR: key.slice(key.indexOf(']') + 1, key.indexOf('/<')),
        BITCOIN_RPC_URL: node,
      },
      /BITCOIN_DESCRIPTOR: This key doesn’t say where it comes from/,
    ],
    [
      'with a wallet without its checksum',
      { BITCOIN_DESCRIPTOR: descriptor.slice(0, descriptor.indexOf('#')), BITCOIN_RPC_URL: node },
      /has no checksum/,
    ],
    [
      'with one source of rates',
      {
        BITCOIN_DESCRIPTOR: descriptor,
        BITCOIN_RPC_URL: node,
        RATES_BTC_USD: 'https://a.example/ x',
      },
      /RATES_BTC_USD must name at least two sources/,
    ],
  ])('%s stop the start with a line that says why', (_, env, says) => {
    expect(() => of(env)).toThrow(says)
    expect(() => of(env)).toThrow(/^Wrong settings: .*\.$/)
  })
})
