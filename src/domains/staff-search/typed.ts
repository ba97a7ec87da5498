/** What was typed to find one thing, in the spellings in which things are kept. Pure. */
import { referenceKey } from '../../lib/bank-reference.ts'
import { typedId } from '../../lib/typed-id.ts'
import { canonicalAddress } from '../../lib/wallet-address.ts'

/** What an id is asked as, and a text: null, or none, is found nowhere. */
export type Typed = { id: string | null; spellings: string[]; reference: string | null }

/** So short a reference would be that of anything. */
const shortestReference = 3

/** People copy the gaps with which addresses are shown. */
export function typedAs(search: string): Typed {
  const text = search.trim()
  const solid = text.replaceAll(/\s/g, '')
  // A transaction is written in small letters, by some with the mark of a hexadecimal number.
  const transaction = /^(?:0x)?([\da-f]{64})$/i.exec(solid)?.[1]!.toLowerCase()
  const reference = referenceKey(text)
  return {
    id: typedId(solid),
    spellings: [...new Set([text, canonicalAddress(solid), ...(transaction ? [transaction] : [])])],
    reference: reference.length < shortestReference ? null : reference,
  }
}
