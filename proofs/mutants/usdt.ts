/** USDT: what its node says, what is paid and sold by it, and what is told of addresses. */
import { inMemory, tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const rules = tests('src/domains/coin-exchanges/rules.test.ts')
const lists = tests('tests/integration/payout-lists.test.ts')
const deposits = tests('tests/integration/tron-deposits.test.ts')
const contracts = tests('tests/integration/tron-contracts.test.ts')
const exchanges = 'src/domains/coin-exchanges'

export const ofUsdt: Mutant[] = [
  {
    name: 'usdt-sold-as-bitcoin',
    broken: 'a sale of USDT takes bitcoin out of the books',
    checker: inMemory(3_000),
    sign: /RecordCoinExchange|AgreeToProposal/,
    edits: [
      {
        file: `${exchanges}/postings.ts`,
        find: 'coinAccounts[coinOfEntry(kind)]',
        replace: 'coinAccounts.BTC',
      },
    ],
  },
  {
    name: 'fees-by-customers',
    broken: 'fees in TRX are paid from the clients’ account',
    checker: rules,
    sign: /fees of the network in TRX are the firm’s cost/,
    edits: [
      {
        file: `${exchanges}/postings.ts`,
        find: "debit: own('capital'), credit: own('firm-bank'), amount }",
        replace: "debit: own('capital'), credit: own('client-bank'), amount }",
      },
    ],
  },
  {
    name: 'paid-by-one-node',
    broken: 'a payout in USDT is booked by what one node says, though a second one says otherwise',
    checker: lists,
    sign: /a payout is booked by two nodes where there are two/,
    edits: [
      {
        file: 'src/domains/payout-lists/due.ts',
        find: 'second === null ? verdict : await verdictOf(second)',
        replace: 'verdict',
      },
    ],
  },
  {
    name: 'credited-by-one-node',
    broken: 'USDT is credited by what one node says, though a second one hasn’t it',
    checker: deposits,
    sign: /invents a payment credits nothing where a second node hasn’t it/,
    edits: [
      {
        file: 'src/domains/coin-deposits/usdt.ts',
        find: 'if (block === null || second === null) return block',
        replace: 'if (block !== null || second === null) return block',
      },
    ],
  },
  {
    name: 'small-amounts-of-all',
    broken: 'amounts below the smallest are added up over all people',
    checker: deposits,
    sign: /below the smallest amount waits for its owner, never for others/,
    edits: [
      {
        file: 'src/domains/coin-deposits/waits.ts',
        find: 'const ownerOf = ({ owner }: Arrival) => owner',
        replace: "const ownerOf = (_: Arrival) => ''",
      },
      {
        file: 'src/domains/coin-deposits/waits.ts',
        find: '(waiting.get(one.owner) ?? 0n) < minimum',
        replace: "(waiting.get('') ?? 0n) < minimum",
      },
    ],
  },
  {
    name: 'contract-unnamed',
    broken: 'a contract on TRON is taken for somebody’s wallet',
    checker: contracts,
    sign: /that is a contract is named on the request/,
    edits: [
      {
        file: 'src/platform/tron/node.ts',
        find: "return sent?.type === 'Contract'",
        replace: 'return false',
      },
    ],
  },
  {
    name: 'sent-to-nobody',
    broken: 'the contract of USDT itself is taken as a destination',
    checker: contracts,
    sign: /TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t is refused where it is entered/,
    edits: [
      {
        file: 'src/contract/fields.ts',
        find: 'decorationFault(cleaned) ?? lostThere(cleaned)',
        replace: 'decorationFault(cleaned)',
      },
    ],
  },
]
