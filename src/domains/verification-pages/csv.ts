/** Verifications for a spreadsheet. Neither addresses nor numbers of documents are in it. */
import type { StaffCase } from '../../contract/verification.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const caseColumns: CsvColumn<StaffCase>[] = [
  ['Sent In (UTC)', ({ submittedAt }) => submittedAt],
  ['Person', ({ user }) => csvWords(user.fullName)],
  ['Email', ({ user }) => csvWords(user.email ?? '')],
  ['Age', ({ age }) => (age === null ? '' : String(age))],
  ['Country', ({ country }) => country ?? ''],
  ['Risk', ({ risk }) => risk.grade],
  ['Reasons', ({ risk }) => csvWords(risk.reasons.join('; '))],
  ['Money at Stake (USD)', ({ moneyAtStake }) => csvAmount(moneyAtStake)],
  ['Status', ({ status, isFinal }) => (isFinal ? 'refused for good' : status)],
  ['Decided (UTC)', ({ decidedAt }) => decidedAt ?? ''],
  ['Decided By', ({ decidedBy }) => csvWords(decidedBy?.fullName ?? '')],
  ['Verified Until (UTC)', ({ verifiedUntil }) => verifiedUntil ?? ''],
  ['Person (id)', ({ user }) => user.id],
  ['Id', ({ id }) => id],
]
