/** What policies leave to the product to say, of this firm and with these limits. */
import { archiveGoodForDays, maxArchivesADay } from '../../contract/archive.ts'
import type { Computed } from '../../contract/computed.ts'
import { largestDocument } from '../../contract/document.ts'
import { effectiveRatesInWords } from '../../contract/loan.ts'
import { keptKinds } from '../../contract/kept-data.ts'
import type { Policy } from '../../platform/policy.ts'
import type { FirmFacts } from '../house-desk.ts'
import { referralPercent } from '../corrections/credit.ts'
import { keptBy, servedBy } from '../verification/terms.ts'
import { durationInWords } from '../../lib/duration.ts'
import { cookieTable, storageTable } from './in-browser.ts'
import { wordsOf } from './words.ts'

const megabyte = 1024 * 1024

type Installation = {
  policy: Pick<Policy, 'session' | 'passwordLength' | 'coolingOffMs' | 'playMoney'>
  firm: FirmFacts
  /** Whether people reach it by https. */
  secure: boolean
}

export function computedOf({ policy, firm, secure }: Installation): Computed {
  const words = wordsOf(keptBy(firm))
  const { session, passwordLength, coolingOffMs } = policy
  return {
    tables: {
      'kept-data': {
        head: ['What', 'What it is', 'Why', 'Until when'],
        rows: keptKinds.map((kind) => {
          const { title, what, why, until } = words[kind]
          return [title, what, why, until]
        }),
      },
      cookies: cookieTable(policy, secure),
      'browser-storage': storageTable(),
    },
    figures: {
      'session-idle': durationInWords(session.user.idleMs),
      'session-whole': durationInWords(session.user.absoluteMs),
      'smallest-password': String(passwordLength.min),
      'minimum-age': String(servedBy(firm).minimumAge),
      'cooling-off': coolingOffMs === 0 ? 'no time at all' : durationInWords(coolingOffMs),
      'asked-again-after': durationInWords(session.reauthenticatedForMs),
      'copies-a-day': String(maxArchivesADay),
      'copy-days': String(archiveGoodForDays),
      'largest-document': `${largestDocument / megabyte} MB`,
      'referral-percent': `${referralPercent}%`,
      'loan-effective-rate': firm.loans ? effectiveRatesInWords(firm.loans) : 'none',
    },
  }
}
