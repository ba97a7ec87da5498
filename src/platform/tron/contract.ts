/** What the contract of USDT says of itself, asked of a node by calls that change nothing. */
import { NodeFault } from '../bitcoin/node.ts'
import type { TronNode } from './node.ts'

/** As the contract on the main network has them: docs/tron.md says who says so. */
const expected = { name: 'Tether USD', symbol: 'USDT', decimals: 6n }

/** More than there can ever be of it: sixty-three bits of millionths. */
const maxSupply = 2n ** 63n

const word = (digits: string, place: number): string => digits.slice(place * 64, place * 64 + 64)

function numberIn(digits: string, called: string): bigint {
  if (digits.length !== 64) throw new NodeFault(`The TRON node answers ${called} with no number.`)
  return BigInt(`0x${digits}`)
}

/** Of the form of Solidity: where it begins, how long it is, and its bytes. */
function textIn(digits: string, called: string): string {
  const length = digits.length >= 128 ? BigInt(`0x${word(digits, 1)}`) : 0n
  if (digits.length < 192 || BigInt(`0x${word(digits, 0)}`) !== 32n || length > 32n)
    throw new NodeFault(`The TRON node answers ${called} with no text.`)
  return Buffer.from(digits.slice(128, 128 + Number(length) * 2), 'hex').toString('utf8')
}

/** What of it isn't as it must be, in words; null: nothing. Throws a NodeFault. */
export async function contractFault(node: TronNode): Promise<string | null> {
  const ask = async <T>(called: string, read: (digits: string, called: string) => T) =>
    read(await node.constant(called), called)
  const name = await ask('name()', textIn)
  const symbol = await ask('symbol()', textIn)
  const decimals = await ask('decimals()', numberIn)
  const supply = await ask('totalSupply()', numberIn)
  const isDeprecated = (await ask('deprecated()', numberIn)) !== 0n
  if (name !== expected.name) return `its name is “${name}”`
  if (symbol !== expected.symbol) return `its symbol is “${symbol}”`
  if (decimals !== expected.decimals) return `it has ${decimals} decimals`
  if (supply === 0n || supply >= maxSupply) return `there are ${supply} millionths of it`
  return isDeprecated ? 'it is deprecated: transfers are in another contract' : null
}
