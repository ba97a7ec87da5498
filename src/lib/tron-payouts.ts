/**
 * Payouts of USDT on TRON: a list to sign elsewhere, one transaction for each line, and what the solidified chain says of such a
 * transaction. Nothing is booked because somebody says that it was sent.
 */
import { csvHead, csvLines, type CsvColumn } from './csv.ts'
import { hexOnTron, type TronNetwork } from './tron-address.ts'
import { tronDepth, usdtContract, usdtContractDigits, type TronReceipt } from './tron-transfers.ts'

/**
 * What is signed for TRON says until when it counts, at most 24 hours after the block that it names (java-tron's
 * MAXIMUM_TIME_UNTIL_EXPIRATION); there is a block every three seconds. After so many blocks nothing counts that was signed before.
 */
export const lifeOfSigned = (24 * 60 * 60) / 3

export type TronPayout = {
  /** Of the withdrawal: letters, digits and hyphens. */
  id: string
  address: string
  /** Millionths of a USDT, above zero. */
  amount: bigint
}

/** Says why a list can't be made, and what to do. */
export class TronPayoutFault extends Error {}

/** `1500000n` to `"1.500000"`: with all six decimals, as a signer shows it. */
export function usdtFromMillionths(amount: bigint): string {
  const digits = String(amount).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The address of twenty zeros, and the contract itself: what goes there is lost. */
const nobodys = [`41${'0'.repeat(40)}`, `41${usdtContractDigits}`]

/** Why nothing may be sent to an address, as a sentence's end; null: it may. */
export function whyNotTo(address: string, network: TronNetwork): string | null {
  const script = hexOnTron(address, network)
  if (script === null) return 'its address is none of this network'
  return nobodys.includes(script) ? 'nobody has the key of its address' : null
}

function faultOf(
  { id, address, amount }: TronPayout,
  from: string,
  network: TronNetwork,
): string | null {
  if (!/^[\w-]{1,64}$/.test(id)) return 'its id has other characters than letters, digits and -'
  if (amount <= 0n) return 'it pays nothing'
  if (address === from) return 'its address is the one that pays'
  return whyNotTo(address, network)
}

const columns: CsvColumn<TronPayout>[] = [
  ['id', ({ id }) => id],
  ['to_address', ({ address }) => address],
  ['amount_usdt', ({ amount }) => usdtFromMillionths(amount)],
  ['contract', () => usdtContract],
]

/** A CSV file, in the order of the lines. `from`: the address that pays. Throws a TronPayoutFault. */
export function tronPayoutList(
  payouts: readonly TronPayout[],
  from: string,
  network: TronNetwork = 'tron',
): string {
  if (payouts.length === 0)
    throw new TronPayoutFault('The list pays nobody. Choose at least one payout.')
  for (const payout of payouts) {
    const fault = faultOf(payout, from, network)
    if (fault)
      throw new TronPayoutFault(`Payout ${payout.id} can’t be listed: ${fault}. Take it out.`)
  }
  if (new Set(payouts.map(({ id }) => id)).size < payouts.length)
    throw new TronPayoutFault('A payout stands twice in the list. List each once.')
  // Without the mark for spreadsheets: programs that sign would read it as part of the first name.
  return csvHead(columns).replace('\uFEFF', '') + csvLines(columns, payouts)
}

/** What the list said, and what the chain says now. */
export type TronPayoutSeen = {
  /** Paying address. */
  from: string
  /** The last block of all when the list was made: what is in that one or before is no payment of this list. */
  listedAtHeight: number
  /** Which of the transaction's logs is it. */
  logIndex: number
  /** Of the transaction, as the solidified chain has it; null where it hasn't. */
  receipt: TronReceipt | null
  /** Of the last solidified block. */
  solidHeight: number
}

export type TronPayoutVerdict =
  /** A transfer is good for one payout: who books it holds that to be so. */
  | { isPaid: true; txid: string; height: number }
  /** `mayBecome`: it is too early to say, and worth asking again. */
  | { isPaid: false; mayBecome: boolean; why: string }

const no = (why: string): TronPayoutVerdict => ({ isPaid: false, mayBecome: false, why })
const notYet = (why: string): TronPayoutVerdict => ({ isPaid: false, mayBecome: true, why })

/** Whether a transfer is the payment of one line of a list: this amount, to this address, from the firm's. */
export function verifyTronPayout(
  { address, amount }: TronPayout,
  { from, listedAtHeight, logIndex, receipt, solidHeight }: TronPayoutSeen,
): TronPayoutVerdict {
  if (receipt === null)
    return notYet('The transaction is in no solidified block. It may be on its way, or not exist.')
  const { txid, height, isSuccess, transfers } = receipt
  if (height <= listedAtHeight)
    return no(`The transaction is in block ${height}, from before the list was made.`)
  if (!isSuccess) return no('The transaction failed on the chain. It paid nothing.')
  const transfer = transfers.find((one) => one.logIndex === logIndex)
  if (!transfer)
    return no(
      `The transaction moves no USDT of the contract ${usdtContract} there. It may move another.`,
    )
  if (transfer.from !== from)
    return no(`The transaction pays from ${transfer.from}, and not from ${from}.`)
  if (transfer.to !== address)
    return no(`The transaction pays to ${transfer.to}, and not to ${address}.`)
  if (transfer.amount !== amount)
    return no(
      `The transaction pays ${usdtFromMillionths(transfer.amount)} USDT, and not ${usdtFromMillionths(amount)}.`,
    )
  const above = solidHeight - height
  if (above < tronDepth)
    return notYet(`The transaction has ${above} of ${tronDepth} solidified blocks above it.`)
  return { isPaid: true, txid, height }
}
