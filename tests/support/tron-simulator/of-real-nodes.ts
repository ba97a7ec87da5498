/**
 * What real nodes, services and the contract of USDT do, as their sources, documentation and threads show it. Each name stands in
 * the tables of docs/tron.md, with the place that it comes from.
 */
import { gzipSync } from 'node:zlib'
import { tronAddressOf, tronHexOf } from '../../../src/lib/tron-address.ts'
import type { Lie } from './tron-simulator.ts'
import {
  logOf,
  made,
  topicOf,
  transfer,
  twenty,
  usdt,
  word,
  type Payment,
  type SimulatedTransaction,
} from './transactions.ts'

type Make = (one: Payment) => SimulatedTransaction

/** Who owns the contract, and who calls it for somebody else. */
const owner = `41${'0e'.repeat(20)}`
const spender = `41${'5e'.repeat(20)}`
const newContract = 'ee'.repeat(20)

const eventOf = (event: string, topics: string[], amount: bigint | null) =>
  made({
    value: { owner_address: owner, contract_address: `41${usdt}` },
    logs: [
      {
        address: usdt,
        topics: [topicOf(event), ...topics],
        ...(amount === null ? {} : { data: word(amount.toString(16)) }),
      },
    ],
  })

const nobody = tronAddressOf('00'.repeat(20))

/** With a transfer from nobody or to nobody beside it. */
function mintedOrBurned(event: string, one: Payment): SimulatedTransaction {
  const log = { address: usdt, topics: [topicOf(event)], data: word(one.amount.toString(16)) }
  return made({ logs: [log, logOf(one)], moves: [{ ...one, logIndex: 1 }] })
}

const innerCall = (rejected: boolean) => ({
  hash: '1a'.repeat(32),
  caller_address: spender,
  transferTo_address: `41${usdt}`,
  callValueInfo: [{}],
  note: '63616c6c',
  ...(rejected ? { rejected } : {}),
})

/** As a `require` of the contract ends it: no log is left. */
const reverted: Make = (one) =>
  made({
    value: { owner_address: tronHexOf(one.from), contract_address: `41${usdt}` },
    came: 'REVERT',
    info: { contractResult: [''] },
  })

/** What the contract does. `moves` says what of it counts. */
export const ofTheContract: Record<string, Make> = {
  'a transfer that somebody else makes by an allowance': (one) =>
    made({
      value: {
        owner_address: spender,
        contract_address: `41${usdt}`,
        data: `23b872dd${word(twenty(one.from))}${word(twenty(one.to))}${word(one.amount.toString(16))}`,
      },
      logs: [logOf(one)],
      moves: [{ ...one, logIndex: 0 }],
    }),
  'a transfer of which the contract keeps a fee': (one) => {
    const fee = (one.amount * 19n) / 10_000n
    const sent = { ...one, amount: one.amount - fee }
    const kept = logOf({ ...one, amount: fee })
    return made({
      logs: [
        logOf(sent),
        { ...kept, topics: [transfer, word(twenty(one.from)), word(owner.slice(2))] },
      ],
      moves: [
        { ...sent, logIndex: 0 },
        { ...one, to: tronAddressOf(owner), amount: fee, logIndex: 1 },
      ],
    })
  },
  'a transfer from an address on the contract’s black list': reverted,
  'a transfer while the contract is paused': reverted,
  'a transfer after the contract was deprecated': (one) =>
    made({
      logs: [logOf(one, transfer, newContract)],
      internal: [{ ...innerCall(false), transferTo_address: `41${newContract}` }],
    }),
  'an address that is put on the black list': ({ to }) =>
    eventOf('AddedBlackList(address)', [word(twenty(to))], null),
  'money that is destroyed': ({ to, amount }) =>
    eventOf('DestroyedBlackFunds(address,uint256)', [word(twenty(to))], amount),
  'money that is issued': ({ to, amount }) =>
    mintedOrBurned('Issue(uint256)', { from: nobody, to, amount }),
  'money that is redeemed': ({ from, amount }) =>
    mintedOrBurned('Redeem(uint256)', { from, to: nobody, amount }),
  'a fee that is set': ({ amount }) => eventOf('Params(uint256,uint256)', [], amount),
}

/** What the chain does. */
export const ofTheChain: Record<string, Make> = {
  'a transfer that ran out of energy': (one) =>
    made({
      value: { owner_address: tronHexOf(one.from), contract_address: `41${usdt}` },
      came: 'OUT_OF_ENERGY',
      info: {
        contractResult: [''],
        receipt: {
          energy_usage: 32_007,
          energy_fee: 13_394_430,
          energy_usage_total: 95_790,
          net_fee: 345_000,
          result: 'OUT_OF_ENERGY',
          energy_penalty_total: 25_905,
        },
      },
    }),
  'a transfer that ran out of time, whose logs are left': (one) =>
    made({ came: 'OUT_OF_TIME', logs: [logOf(one)] }),
  'a transfer that is told to have failed alone': (one) =>
    made({
      logs: [logOf(one)],
      contractRet: 'UNKNOWN',
      info: { result: 'FAILED', receipt: {} },
    }),
  'calls of a contract of which one was reverted': (one) =>
    made({
      logs: [logOf(one), logOf({ ...one, amount: 7n })],
      internal: [innerCall(false), innerCall(true), innerCall(false)],
      moves: [
        { ...one, logIndex: 0 },
        { ...one, amount: 7n, logIndex: 1 },
      ],
    }),
  'a transfer whose inner calls are all rejected': (one) =>
    made({
      logs: [logOf(one)],
      internal: [innerCall(true), innerCall(true)],
      moves: [{ ...one, logIndex: 0 }],
    }),
  'several contracts in one transaction': (one) =>
    made({
      logs: [logOf(one)],
      transaction: { raw_data: { contract: [{ type: 'TriggerSmartContract' }, {}] } },
      moves: [{ ...one, logIndex: 0 }],
    }),
  'fields that the node’s release doesn’t know': (one) =>
    made({
      logs: [logOf(one)],
      info: { 29: [1, 'ab'], cancel_unfreezeV2_amount: [{ key: 'BANDWIDTH', value: 1 }] },
      moves: [{ ...one, logIndex: 0 }],
    }),
  'a success that is spelled out': (one) =>
    made({
      logs: [logOf(one)],
      info: { result: 'SUCESS' },
      moves: [{ ...one, logIndex: 0 }],
    }),
}

/** Nobody can tell what moved: the scanner stops. */
export const unclear: [what: string, make: Make, says: RegExp][] = [
  [
    'a receipt without a result',
    (one) => made({ came: null, logs: [logOf(one)] }),
    /doesn’t say clearly whether it succeeded/,
  ],
  [
    'a receipt that succeeded and failed',
    (one) => made({ logs: [logOf(one)], info: { result: 'FAILED' } }),
    /doesn’t say clearly whether it succeeded/,
  ],
  [
    'a transaction that failed, with a receipt that succeeded',
    (one) => made({ logs: [logOf(one)], contractRet: 'REVERT' }),
    /succeeded, and that it didn’t/,
  ],
  [
    'a transaction without its result',
    (one) => made({ logs: [logOf(one)], transaction: { ret: [{}] } }),
    /succeeded, and that it didn’t/,
  ],
  [
    'a transaction with a second result',
    (one) =>
      made({
        logs: [logOf(one)],
        transaction: { ret: [{ contractRet: 'SUCCESS' }, { contractRet: 'REVERT' }] },
      }),
    /succeeded, and that it didn’t/,
  ],
  [
    'an address with something before it in a topic',
    (one) => {
      const log = logOf(one)
      return made({ logs: [{ ...log, topics: [transfer, 'f'.repeat(64), log.topics![2]!] }] })
    },
    /an address in it isn’t one/,
  ],
]

type Sent = Record<string, unknown>
type SentReceipt = Sent & { log?: Sent[] }
const block = '/walletsolidity/getblockbynum'
const receipts = '/walletsolidity/gettransactioninfobyblocknum'

/** Of the receipts of a block that has some. */
const ofReceipts =
  (change: (receipt: SentReceipt) => unknown): Lie =>
  (path, truth) =>
    path === receipts && Array.isArray(truth) ? (truth as SentReceipt[]).map(change) : truth

const ofLogs = (change: (log: Sent) => Sent): Lie =>
  ofReceipts((one) => ({ ...one, ...(one.log ? { log: one.log.map(change) } : {}) }))

/** As text, in which a number may be longer than JavaScript has it. */
const asText =
  (change: (text: string) => string): Lie =>
  (path, truth) =>
    path === receipts ? change(JSON.stringify(truth)) : truth

const status =
  (code: number, body: unknown): Lie =>
  (_, __, ___, response) => {
    response.statusCode = code
    return body
  }

/** Read as if nothing was. */
export const harmless: Record<string, Lie> = {
  'an answer that is packed': (_, truth, __, response) => {
    response
      .setHeader('Content-Encoding', 'gzip')
      .setHeader('Content-Type', 'application/json; charset=utf-8')
      .end(gzipSync(JSON.stringify(truth)))
    return null
  },
  'numbers that JavaScript doesn’t have': asText((text) =>
    text.replaceAll('"fee":345000', '"fee":9223372036854775807,"exchange_id":9007199254740993'),
  ),
  'empty lists that are spelled out': (path, truth) => {
    if (path === block) return { transactions: [], ...(truth as object) }
    return Array.isArray(truth)
      ? (truth as SentReceipt[]).map((one) => ({ log: [], internal_transactions: [], ...one }))
      : truth
  },
  'transactions of the first block, without a result': (path, truth, { num }) =>
    path === block && num === 0
      ? {
          ...(truth as object),
          transactions: [{ txID: '4b'.repeat(32), raw_data: {}, raw_data_hex: '0a00' }],
        }
      : truth,
}

/** Each with the sentence at which the scanner stops. */
export const stopping: [what: string, lie: Lie, says: RegExp][] = [
  [
    'no resources for one more question',
    () => ({ Error: 'class java.lang.IllegalAccessException : lack of computing resources' }),
    /refuses \S+: class java\.lang\.IllegalAccessException : lack of computing resources/,
  ],
  [
    'too many questions in a second',
    status(403, {
      Error: 'request rate exceeded the allowed_rps(10), and the query server is suspended for 5 s',
    }),
    /refuses the key of TRON_API_URL, or was asked too often/,
  ],
  ['too many questions for a service', status(429, ''), /is busy: it did not take/],
  ['a service that is overrun', status(503, ''), /is busy: it did not take/],
  [
    'a call that the node’s settings turn off',
    status(404, { Error: 'this API is unavailable due to config' }),
    /with status 404/,
  ],
  [
    'a lite node that keeps no history',
    (path, truth) =>
      path.includes('getnowblock')
        ? truth
        : 'this API is closed because this node is a lite fullnode',
    /is no JSON: “this API is closed because this node is a lite fullnode”/,
  ],
  [
    'a page of the proxy in front',
    () => '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>nginx</body></html>',
    /is no JSON: “<html> <head><title>403 Forbidden/,
  ],
  [
    'nothing, from a node behind the others of its service',
    (path, truth, { num = 0 }) => (path === block && num > 80_000_021 ? {} : truth),
    /has no block at height \d+, below its last one/,
  ],
  [
    'no receipts, from a node behind the others of its service',
    (path, truth) => (path === receipts ? [] : truth),
    /sent 0 receipts for the \d+ transactions/,
  ],
  [
    'addresses of logs for people to read',
    ofLogs((log) => ({ ...log, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })),
    /gettransactioninfobyblocknum wrongly: look at 0\.log\.0\.address/,
  ],
  [
    'addresses of logs with 41 before them',
    ofLogs((log) => ({ ...log, address: `41${log.address as string}` })),
    /gettransactioninfobyblocknum wrongly: look at 0\.log\.0\.address/,
  ],
  [
    'topics with 0x before them',
    ofLogs((log) => ({ ...log, topics: (log.topics as string[]).map((topic) => `0x${topic}`) })),
    /gettransactioninfobyblocknum wrongly: look at 0\.log\.0\.topics\.0/,
  ],
  [
    'hex in capitals',
    ofLogs((log) => ({ ...log, data: (log.data as string).toUpperCase().replace(/^0/, 'A') })),
    /gettransactioninfobyblocknum wrongly: look at 0\.log\.0\.data/,
  ],
  [
    'null for a list',
    ofReceipts((one) => ({ ...one, log: null })),
    /gettransactioninfobyblocknum wrongly: look at 0\.log/,
  ],
  [
    'a number as text',
    ofReceipts((one) => ({ ...one, blockNumber: String(one.blockNumber) })),
    /gettransactioninfobyblocknum wrongly: look at 0\.blockNumber/,
  ],
  [
    'a key that stands twice, with two values',
    asText((text) => text.replace(/"blockNumber":(\d+)/, '"blockNumber":$1,"blockNumber":7')),
    /sent no receipt for/,
  ],
  [
    'a result that the protocol doesn’t have',
    ofReceipts((one) => ({ ...one, result: 'SUCCESS' })),
    /gettransactioninfobyblocknum wrongly: look at 0\.result/,
  ],
]
