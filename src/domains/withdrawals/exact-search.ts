/** Requests that are found by what they are, rather than by whose: their amount, address, payout's reference or number. */
import type { Cents } from '../../lib/money.ts'
import { typedId } from '../../lib/typed-id.ts'
import { searchedCents } from '../../lib/typed-amount.ts'
import { addressKind } from '../../lib/wallet-address.ts'
import type { Database } from '../../platform/database.ts'
import { askDirectory, type Put } from '../people/directory.ts'
import { beyond, orders, sortedBy, type Place, type Question } from './queue-order.ts'
import { nameOfReference } from './used-once.ts'

/** What a typed text may be, as it stands in a request. */
type Exact = {
  reference: string
  addresses: string[]
  /** How the address of a request that waits for staff may begin, in letters of any case. */
  beginning: string | null
  cents: Cents | null
  id: string | null
}

/** Nobody's wallet is named so briefly: the pending requests, which no index of addresses has, are not gone through for a name. */
const shortestAddress = 10

export function exactlyIn(typed: string): Exact {
  const text = typed.trim()
  // Addresses are shown in blocks; what is copied from elsewhere may have the gaps.
  const solid = text.replaceAll(/\s/g, '')
  const isNoAddress = text.length < shortestAddress || text.includes('@') || /^gh-\d+$/i.test(text)
  return {
    reference: text,
    addresses: isNoAddress ? [] : spellingsOf(text, solid),
    beginning: isBeginning(solid) ? solid : null,
    cents: searchedCents(solid),
    id: typedId(text),
  }
}

/** How what was typed may be kept: of bech32 in its one spelling. */
const spellingsOf = (text: string, solid: string): string[] => [
  ...new Set([text, solid, addressKind(solid)?.coding === 'bech32' ? solid.toLowerCase() : solid]),
]

/** Six letters and figures at least, with both, as an address has them and a name hasn't; and not an amount or an account ID. */
const isBeginning = (solid: string) =>
  /^(?=.*\d)(?=.*[a-z])[\da-z]{6,}$/i.test(solid) && !/^gh-?\d+$/i.test(solid)

/** SQL of each way, by an index of its own; of those that wait for staff all are looked through for an address. */
function matchesOf(
  { reference, addresses, beginning, cents, id }: Exact,
  stretch: string,
  put: Put,
): string[] {
  return [
    `id in (select (command.input ->> 'withdrawal')::uuid from outside_references outside join desk.commands command on command.id = outside.command_id where outside.reference = ${put(nameOfReference('payout', reference), 'text')})`,
    ...addresses.map((address) => `wallet_address = ${put(address, 'text')}`),
    ...(beginning !== null && isOpen(stretch)
      ? [`starts_with(lower(wallet_address), ${put(beginning.toLowerCase(), 'text')})`]
      : []),
    ...(cents === null ? [] : [`amount = ${put(cents, 'bigint')}`]),
    ...(id === null ? [] : [`id = ${put(id, 'uuid')}`]),
  ]
}

/** Few enough to be looked through; of all others an address is found whole. */
const isOpen = (stretch: string) => /status = '(pending|approved)'/.test(stretch)

/** The first of the order that match in one way, for each way and each stretch. */
export function findExactly(db: Database, question: Question, typed: string): Promise<Place[]> {
  const exact = exactlyIn(typed)
  const { stretches, order, most } = question
  return askDirectory<Place>(db, (put) =>
    stretches
      .flatMap((stretch) =>
        matchesOf(exact, stretch, put).map(
          (match) =>
            `(select id, ${orders[order].column} as sorted from withdrawals where ${stretch} and ${match} ${beyond(question, put)} order by ${sortedBy(question)} limit ${most})`,
        ),
      )
      .join(' union all '),
  )
}
