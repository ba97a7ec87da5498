/** The list of users for a spreadsheet. */
import type { User } from '../../contract/user.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const userColumns: CsvColumn<User>[] = [
  ['Full Name', ({ fullName }) => csvWords(fullName)],
  ['Email', ({ email }) => csvWords(email)],
  ['Account ID', ({ accountId }) => accountId],
  ['Status', ({ status }) => status],
  ['Role', ({ role }) => role],
  ['Account Balance (USD)', ({ accountBalance }) => csvAmount(accountBalance)],
  ['Held (USD)', ({ held }) => csvAmount(held)],
  ['Invested (USD)', ({ invested }) => csvAmount(invested)],
  ['Accrued Profit (USD)', ({ accruedProfit }) => csvAmount(accruedProfit)],
  ['Profit (USD)', ({ totalProfit }) => csvAmount(totalProfit)],
  ['Loss (USD)', ({ totalLoss }) => csvAmount(totalLoss)],
  ['Total Investment (USD)', ({ totalInvestment }) => csvAmount(totalInvestment)],
  ['Referral Code', ({ referralCode }) => referralCode],
  ['Referred By', ({ referredBy }) => csvWords(referredBy ?? '')],
  ['Since (UTC)', ({ createdAt }) => createdAt],
  ['Id', ({ id }) => id],
]
