import type { Noun } from '../noun.ts'
import { creditDeposit } from './credit.ts'
import { letters } from './mails.ts'
import { releaseDeposit, reverseDeposit } from './rules.ts'
import { coinDeposits, coinRates } from './table.ts'

export const noun = {
  commands: {
    CreditDeposit: creditDeposit,
    ReverseDeposit: reverseDeposit,
    ReleaseDeposit: releaseDeposit,
  },
  writers: [coinDeposits, coinRates],
  letters,
  finds: [
    {
      kind: 'coin-deposit',
      text: 'select coin_deposits.id, owner_id as owner, txid as said, credited_at as at from coin_deposits, sought where coin_deposits.id = sought.id or txid = any (spellings)',
    },
  ],
} satisfies Noun
