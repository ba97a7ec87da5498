/** USDT that came from an address on a list under sanctions: it isn't credited while a check of its owner goes on. Bitcoin has no sender. */
import { tronAddressOf } from '../../lib/tron-address.ts'
import type { Database } from '../../platform/database.ts'
import { readHeldBack } from '../checks/held-back.ts'
import { readByAddress } from '../screening/queries.ts'
import type { Arrival } from './table.ts'
import type { Waits } from './waits.ts'

export type Sent = Pick<Arrival, 'txid' | 'output' | 'owner' | 'status'> & { from: string }

const nameOf = ({ txid, output }: Pick<Sent, 'txid' | 'output'>) => `${txid}:${output}`

/** Answers what each of them waits for: what was found of it so far, or the check. */
export async function holdingListed(
  db: Database,
  open: readonly Sent[],
): Promise<(one: Pick<Sent, 'txid' | 'output'>, waits: Waits) => Waits> {
  const senders = new Map(open.map((one) => [tronAddressOf(one.from).toLowerCase(), one.from]))
  const listed = new Set<string>()
  if (senders.size > 0)
    for (const { address } of await readByAddress(db, [...senders.keys()]))
      listed.add(senders.get(address.toLowerCase())!)
  const theirs = open.filter(({ from, status }) => status === null && listed.has(from))
  const held =
    theirs.length === 0
      ? new Set()
      : await readHeldBack(
          db,
          theirs.map(({ owner }) => owner),
        )
  const names = new Set(theirs.filter(({ owner }) => held.has(owner)).map(nameOf))
  return (one, waits) => (names.has(nameOf(one)) ? { state: 'held-up', by: 'check' } : waits)
}
