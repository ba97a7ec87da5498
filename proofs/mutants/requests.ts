/** Requests for money out: how many wait, how small they are, and that none goes to the firm itself. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const destinations = tests('tests/integration/destinations.test.ts')

export const ofRequests: Mutant[] = [
  {
    name: 'paid-to-a-drawn-address',
    broken: 'money is asked for to an address that was drawn of the firm’s own wallet',
    checker: destinations,
    sign: /J7: is refused to what was drawn of one of the firm’s wallets/,
    edits: [
      {
        file: 'src/domains/destinations/place.ts',
        find: "isOfFirm || (place.type === 'bank_transfer' && isDrawn(world, place.walletAddress))",
        replace: 'isOfFirm',
      },
    ],
  },
  {
    name: 'drawn-address-in-capitals',
    broken: 'an address that was drawn of the firm’s own wallet is another one in capitals',
    checker: destinations,
    sign: /J7: is refused to what was drawn of one of the firm’s wallets/,
    edits: [
      {
        file: 'src/domains/wallets/drawn.ts',
        find: 'const [spelled, digits] = [canonicalAddress(address), hexIn(address)]',
        replace: 'const [spelled, digits] = [address, hexIn(address)]',
      },
    ],
  },
]
