/**
 * USDT on TRON: which contract it is, and what the logs of a transaction say that it moved. Anybody may make a contract with the
 * same name and the same events: the address of the contract is what makes it USDT, and nothing else is looked at.
 * Sources: Tether's list of supported protocols (the contract), EIP 20 (the event), TRON's documentation of logs.
 */
import { tronAddressOf } from './tron-address.ts'

/** On the main network. No test network has one at this address. */
export const usdtContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
/** The same as logs name it: without the `41` before it. */
export const usdtContractDigits = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
/** keccak-256 of `Transfer(address,address,uint256)`. */
export const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** So many blocks over its own, all solidified, until a transfer counts. */
export const tronDepth = 20

/** In small hex, without anything before it. */
export type TronLog = { address: string; topics: readonly string[]; data: string }

export type Transfer = {
  /** Among all logs of its transaction, from 0. Together with the transaction it is this transfer's name. */
  logIndex: number
  from: string
  to: string
  /** Millionths of a USDT, above zero. */
  amount: bigint
}

/** What a transaction came to, as the solidified chain has it. */
export type TronReceipt = {
  txid: string
  height: number
  isSuccess: boolean
  /** Of USDT. None where it failed. */
  transfers: readonly Transfer[]
}

/** Says why a log of the contract can't be what the contract writes. */
export class TransferFault extends Error {}

/** What a column holds, and a hundred times what there is of USDT. */
const maxAmount = 2n ** 63n - 1n

/** A topic is 32 bytes, and an address the last twenty of them. */
function addressIn(topic: string): string {
  const [, digits] = /^0{24}([\da-f]{40})$/.exec(topic) ?? []
  if (digits === undefined) throw new TransferFault('an address in it isn’t one')
  return tronAddressOf(digits)
}

function transferOf({ topics, data }: TronLog, logIndex: number): Transfer {
  const [, from, to, ...more] = topics
  if (from === undefined || to === undefined || more.length > 0 || !/^[\da-f]{64}$/.test(data))
    throw new TransferFault('it hasn’t the parts of a transfer')
  const amount = BigInt(`0x${data}`)
  if (amount > maxAmount) throw new TransferFault('it moves more than there is')
  return { logIndex, from: addressIn(from), to: addressIn(to), amount }
}

/**
 * What moved. Transfers of nothing are left out: anybody can make them in anybody's name. Throws a TransferFault where the
 * contract would have written what it can't write.
 */
export function transfersOf(logs: readonly TronLog[]): Transfer[] {
  return logs.flatMap((log, logIndex) => {
    if (log.address !== usdtContractDigits || log.topics[0] !== transferTopic) return []
    const transfer = transferOf(log, logIndex)
    return transfer.amount > 0n ? [transfer] : []
  })
}
