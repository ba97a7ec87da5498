/**
 * Transactions as the simulator has them: real payments of USDT, and everything that looks like one and is none. Each has the
 * shape in which java-tron's HTTP API sends it, as far as the API's documentation shows it; what is signed is made up.
 * Sources: tronprotocol.github.io/documentation-en, api/http/block-and-tx-query (gettransactionbyid, gettransactioninfobyid,
 * gettransactioninfobyblocknum); developers.tron.network, "Event" (a log’s address without 41, topics, data).
 */
import { createHash, randomBytes } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { tronAddressOf, tronHexOf } from '../../../src/lib/tron-address.ts'
import type { Random } from '../../../proofs/simulation/random.ts'

type Log = { address: string; topics?: string[]; data?: string }

export type SimulatedTransaction = {
  txid: string
  /** As `gettransactionbyid` has it. */
  transaction: object
  /** As `gettransactioninfobyid` has it, without its block. */
  info: object
  /** What it really moves of USDT: the simulator’s own knowledge, which no answer repeats. */
  moves: { logIndex: number; from: string; to: string; amount: bigint }[]
}

export type Payment = { from: string; to: string; amount: bigint }

export const usdt = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
export const word = (digits: string) => digits.padStart(64, '0')
export const twenty = (address: string) => tronHexOf(address).slice(2)
export const topicOf = (event: string) => keccak_256(new TextEncoder().encode(event)).toHex()
export const transfer = topicOf('Transfer(address,address,uint256)')

export const logOf = ({ from, to, amount }: Payment, topic = transfer, address = usdt): Log => ({
  address,
  topics: [topic, word(twenty(from)), word(twenty(to))],
  data: word(amount.toString(16)),
})

/** One that is nobody’s. */
export const someAddress = (random: Random): string =>
  tronAddressOf(
    Array.from({ length: 5 }, () => random.next().toString(16).padStart(8, '0')).join(''),
  )

type Made = {
  type?: string
  value?: object
  /** Of the receipt and of the transaction’s `ret`; null where no contract is called. */
  came?: string | null
  contractRet?: string
  logs?: Log[]
  internal?: object[]
  moves?: SimulatedTransaction['moves']
  /** Beside what every one has. */
  transaction?: object
  info?: object
}

export function made({ type = 'TriggerSmartContract', value = {}, logs = [], ...more }: Made) {
  const came = more.came === undefined ? 'SUCCESS' : more.came
  const rawDigits = randomBytes(120).toString('hex')
  const txid = createHash('sha256').update(rawDigits, 'hex').digest('hex')
  return {
    txid,
    transaction: {
      ret: [{ contractRet: more.contractRet ?? came ?? 'SUCCESS' }],
      signature: [randomBytes(65).toString('hex')],
      txID: txid,
      raw_data: {
        contract: [
          {
            parameter: { value, type_url: `type.googleapis.com/protocol.${type}` },
            type,
          },
        ],
        ref_block_bytes: '26f0',
        ref_block_hash: '0c7e1e1e2a3b4c5d',
        expiration: 1_777_445_178_000,
        fee_limit: 100_000_000,
        timestamp: 1_777_445_118_000,
      },
      raw_data_hex: rawDigits,
      ...more.transaction,
    },
    info: {
      id: txid,
      fee: 345_000,
      blockTimeStamp: 1_777_445_121_000,
      contractResult: [type === 'TriggerSmartContract' ? word('0') : ''],
      ...(type === 'TriggerSmartContract' ? { contract_address: `41${usdt}` } : {}),
      receipt: { net_fee: 345_000, ...(came === null ? {} : { result: came }) },
      ...(came === null || came === 'SUCCESS'
        ? {}
        : { result: 'FAILED', resMessage: '524556455254206f70636f6465206578656375746564' }),
      ...(logs.length > 0 ? { log: logs } : {}),
      ...(more.internal ? { internal_transactions: more.internal } : {}),
      ...more.info,
    },
    moves: more.moves ?? [],
  } satisfies SimulatedTransaction
}

/** Several of one transaction, as a contract makes them that pays many; between other logs. */
export function payments(...all: Payment[]): SimulatedTransaction {
  const other: Log = { address: 'cd'.repeat(20) }
  const logs = all.flatMap((payment) => [logOf(payment), other])
  return made({ logs, moves: all.map((payment, n) => ({ ...payment, logIndex: n * 2 })) })
}

/** With words that whoever signs may write into any transaction: nobody checks them. */
export function withMemo(one: SimulatedTransaction, memo: string): SimulatedTransaction {
  const { raw_data: raw } = one.transaction as { raw_data: object }
  Object.assign(raw, { data: Buffer.from(memo).toString('hex') })
  return one
}

export function payment(one: Payment): SimulatedTransaction {
  return made({
    value: { owner_address: tronHexOf(one.from), contract_address: `41${usdt}` },
    logs: [logOf(one)],
    moves: [{ ...one, logIndex: 0 }],
  })
}

/** D5: what looks as if it paid somebody, and pays nothing. */
export const impostors: Record<string, (one: Payment) => SimulatedTransaction> = {
  'another contract of the same name': (one) =>
    made({ logs: [logOf(one, transfer, 'ab'.repeat(20))] }),
  'a contract whose address differs in its last digit': (one) =>
    made({ logs: [logOf(one, transfer, usdt.replace(/.$/, 'd'))] }),
  'a TRC10 token called USDT': ({ from, to, amount }) =>
    made({
      type: 'TransferAssetContract',
      value: {
        asset_name: '31303032303030',
        owner_address: tronHexOf(from),
        to_address: tronHexOf(to),
        amount: Number(amount),
      },
      came: null,
    }),
  'as many TRX': ({ from, to, amount }) =>
    made({
      type: 'TransferContract',
      value: {
        owner_address: tronHexOf(from),
        to_address: tronHexOf(to),
        amount: Number(amount),
      },
      came: null,
    }),
  'a transaction that was reverted': (one) => made({ came: 'REVERT', logs: [logOf(one)] }),
  'a transaction that ran out of energy': (one) =>
    made({ came: 'OUT_OF_ENERGY', logs: [logOf(one)] }),
  'an internal call without a log': ({ from, to, amount }) =>
    made({
      internal: [
        {
          hash: randomBytes(32).toString('hex'),
          caller_address: tronHexOf(from),
          transferTo_address: `41${usdt}`,
          callValueInfo: [{}],
          note: '63616c6c',
          extra: `a9059cbb${word(twenty(to))}${word(amount.toString(16))}`,
        },
        {
          hash: randomBytes(32).toString('hex'),
          caller_address: tronHexOf(from),
          transferTo_address: tronHexOf(to),
          callValueInfo: [{ callValue: Number(amount) }],
          note: '63616c6c',
          rejected: true,
        },
      ],
    }),
  'an approval': (one) =>
    made({ logs: [logOf(one, topicOf('Approval(address,address,uint256)'))] }),
  'a transfer of nothing': (one) => made({ logs: [logOf({ ...one, amount: 0n })] }),
  'the topic of a transfer in another place': ({ to, amount }) =>
    made({
      logs: [
        {
          address: usdt,
          topics: [topicOf('Issue(uint256)'), transfer, word(twenty(to))],
          data: word(amount.toString(16)),
        },
      ],
    }),
}
