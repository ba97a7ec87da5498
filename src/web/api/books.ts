/** The firm's own accounts. */
import {
  getBalanceSheet,
  getBalanceSheetCsv,
  getBalanceSheetPdf,
  getFlows,
  getFlowsCsv,
  getFlowsPdf,
  getOutlook,
  getOutlookCsv,
  getOutlookPdf,
  getProfitAndLoss,
  getProfitAndLossCsv,
  getProfitAndLossPdf,
} from '../../contract/books.ts'
import { read } from './calls.ts'
import { addressOf, type Argument } from './request.ts'

export const useBalanceSheetQuery = read(getBalanceSheet, ['Treasury']).useQuery
export const useProfitAndLossQuery = read(getProfitAndLoss, ['Treasury']).useQuery
export const useFlowsQuery = read(getFlows, ['Treasury']).useQuery
export const useOutlookQuery = read(getOutlook, ['Treasury']).useQuery

/** Where the browser fetches each as a file. */
export const balanceSheetFiles = (choice: Argument<typeof getBalanceSheetCsv>) => ({
  csv: addressOf(getBalanceSheetCsv, choice),
  pdf: addressOf(getBalanceSheetPdf, choice),
})
export const profitAndLossFiles = (choice: Argument<typeof getProfitAndLossCsv>) => ({
  csv: addressOf(getProfitAndLossCsv, choice),
  pdf: addressOf(getProfitAndLossPdf, choice),
})
export const flowsFiles = (choice: Argument<typeof getFlowsCsv>) => ({
  csv: addressOf(getFlowsCsv, choice),
  pdf: addressOf(getFlowsPdf, choice),
})
export const outlookFiles = () => ({
  csv: addressOf(getOutlookCsv, undefined),
  pdf: addressOf(getOutlookPdf, undefined),
})
