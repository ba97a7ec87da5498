/** Entries at the bank, which two administrators book. */
import {
  assignReceipt,
  getBankEntries,
  getBankEntriesCsv,
  recordBankCharge,
  recordBankInterest,
  recordMigrationClearing,
  recordPayoutReturn,
  recordReceipt,
  returnReceipt,
  reverseReceipt,
} from '../../contract/receipt.ts'
import { books } from './api.ts'
import { pages, send } from './calls.ts'
import { addressOf, type Argument } from './request.ts'

export const useBankEntriesInfiniteQuery = pages(getBankEntries, ['Treasury']).useInfiniteQuery
export const useRecordReceiptMutation = send(recordReceipt, books).useMutation
export const useRecordBankChargeMutation = send(recordBankCharge, books).useMutation
export const useRecordBankInterestMutation = send(recordBankInterest, books).useMutation
export const useRecordMigrationClearingMutation = send(recordMigrationClearing, books).useMutation
export const useRecordPayoutReturnMutation = send(recordPayoutReturn, books).useMutation
export const useAssignReceiptMutation = send(assignReceipt, books).useMutation
export const useReturnReceiptMutation = send(returnReceipt, books).useMutation
export const useReverseReceiptMutation = send(reverseReceipt, books).useMutation

// What is shown is asked for anew after the last of many.
export const useRecordOneOfManyMutation = send(recordReceipt).useMutation
export const useReturnOneOfManyMutation = send(recordPayoutReturn).useMutation

/** Where the browser fetches the list as a file. */
export const bankEntriesCsv = (choice: Argument<typeof getBankEntriesCsv>) =>
  addressOf(getBankEntriesCsv, choice)
