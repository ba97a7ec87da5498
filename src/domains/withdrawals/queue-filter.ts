/** What of the queue is chosen besides its list: by age, by where the money goes, by amount and by day. */
import type { DestinationKind, QueueChoice } from '../../contract/withdrawal.ts'
import { looksBase58, looksSampleTron, looksSegwit } from '../../lib/wallet-address.ts'
import { centsFromText } from '../../lib/money.ts'

const matches = (pattern: RegExp) =>
  `wallet_address ${pattern.flags.includes('i') ? '~*' : '~'} '${pattern.source}'`

/** SQL of `addressKind`: the same patterns, in the same order. */
const isBase58 = `(${matches(looksBase58)})`
const isSegwit = `(${matches(looksSegwit)} and not (wallet_address ~ '^T.*[a-z]' and ${isBase58}))`
const beginsOnTron = `(starts_with(wallet_address, 'T') or ${matches(looksSampleTron)})`
const isTron = `(${isBase58} and not ${isSegwit} and ${beginsOnTron})`
const isBitcoin = `(${isSegwit} or (${isBase58} and not ${beginsOnTron}))`
const toWallet = `type = 'bank_transfer'`

/** SQL of each kind; a request is of one. An address that was erased, or that cannot be checked, is another wallet's. */
const kinds: Record<DestinationKind, string> = {
  bank: `type = 'bank_account'`,
  bitcoin: `${toWallet} and coalesce(${isBitcoin}, false)`,
  usdt: `${toWallet} and coalesce(${isTron}, false)`,
  wallet: `${toWallet} and not coalesce(${isBitcoin} or ${isTron}, false)`,
  account: `type = 'tradehub_transfer'`,
}

/** SQL of what is chosen, to stand behind a condition: every value has been read as what it is. */
export function chosenIn({ kind, age, amountFrom, amountTo, day }: QueueChoice): string {
  const conditions = [
    kind && kinds[kind],
    age && `created_at <= (select business_now()) - make_interval(days => ${Number(age)})`,
    amountFrom && `amount >= ${centsFromText(amountFrom)}`,
    amountTo && `amount <= ${centsFromText(amountTo)}`,
    day &&
      `created_at >= '${day}T00:00:00Z'::timestamptz and created_at < '${day}T00:00:00Z'::timestamptz + interval '24 hours'`,
  ]
  return conditions.map((one) => (one ? ` and ${one}` : '')).join('')
}
