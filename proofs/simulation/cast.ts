/** Where every history begins: the plans, the first people, a little money, and wallet addresses of known worth. */
import { MemoryDesk } from '../../src/desk/memory.ts'
import { commands } from '../../src/domains/nouns.ts'
import {
  plans as planTable,
  planTerms,
  rowOf,
  termsOf,
  type Plan,
} from '../../src/domains/plans/table.ts'
import { idFromName } from '../../src/platform/ids.ts'
import { Model } from './model.ts'

export const start = Date.UTC(2026, 0, 5, 9, 30)

const plan = (
  slug: string,
  minimum: bigint,
  below: bigint | null,
  durationDays: number,
  profitPercent: number,
): Plan => ({
  id: idFromName(`plan ${slug}`),
  slug: null,
  onSale: slug !== 'withdrawn',
  termsVersion: 1,
  title: `Plan ${slug}`,
  rangeText: '',
  minimum,
  maximum: below === null ? null : below - 1n,
  below,
  durationDays,
  profitPercent,
  riskVersion: 1,
  riskWarning: 'All of it can be lost.',
})
/** Small minimums and an odd percentage, so that rounding and sold-out plans occur. */
export const plans = [
  plan('small', 4n, 10_000n, 2, 10),
  plan('odd', 10_000n, 50_000n, 8, 7),
  plan('large', 50_000n, 75_000_000n, 16, 12),
  plan('withdrawn', 75_000_000n, null, 1, 1),
]

/** Addresses of the test networks, some of them with a letter changed, and what doesn't look like one. */
export const wallets = [
  'a wallet of any kind',
  '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm',
  '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsn',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsq',
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc',
  '123456789012345678901234567890',
]
/** Of an account at a bank, the second and the last two with mistakes. */
export const bankAccounts = [
  'DE89370400440532013000',
  'DE89370400440532013001',
  '021000021/123456789',
  '021000022/123456789',
  '021000021/123',
]
const mistyped = (network: string) =>
  `This looks like a ${network} address, but its checksum is wrong. Please check it for a typing mistake.`
const faultsOfAddresses = new Map([
  [wallets[2]!, mistyped('Bitcoin')],
  [wallets[4]!, mistyped('Bitcoin')],
  [wallets[6]!, mistyped('TRON')],
  [
    bankAccounts[1]!,
    'This is not an IBAN: its check digits are wrong. Please check it for a typing mistake.',
  ],
  [
    bankAccounts[3]!,
    'This is not a routing number: its check digit is wrong. Please check it for a typing mistake.',
  ],
  [bankAccounts[4]!, 'An account number has 4 to 17 digits. Please check it for a typing mistake.'],
])

export type HouseInMemory = MemoryDesk<typeof commands>

/** The real rules in memory, with the plans above and no people yet. */
export function emptyHouse(): HouseInMemory {
  const desk = new MemoryDesk(commands, start)
  // Nobody here signs in.
  desk.observed.set('hasFactor', false)
  for (const offered of plans) {
    desk.world.set(planTable, rowOf(offered))
    desk.world.set(planTerms, termsOf(offered, null))
  }
  return desk
}

export const emptyModel = (): Model => new Model({ plans, mistyped: faultsOfAddresses, now: start })
