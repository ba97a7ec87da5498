/** Payouts by bank: the files that were exported, and what is done with them. */
import {
  buildBankExport,
  downloadBankExport,
  getBankExports,
  getBankExportsCsv,
  proposeCancellingBankExport,
  proposeReopeningPayouts,
  readBankReport,
  recordBankReport,
  releaseBankExport,
} from '../../contract/bank-export.ts'
import { books } from './api.ts'
import { read, send } from './calls.ts'
import { addressOf } from './request.ts'
import { askedAgain, payoutTags } from './payout-batches.ts'

const bankExports = read(getBankExports, payoutTags, { always: { limit: '20' } })
export const useBankExports = () => bankExports.useQuery(undefined, askedAgain)

export const useBuildBankExportMutation = send(buildBankExport, books).useMutation
export const useReleaseBankExportMutation = send(releaseBankExport, books).useMutation
export const useDownloadBankExportMutation = send(downloadBankExport).useMutation
export const useProposeCancellingBankExportMutation = send(
  proposeCancellingBankExport,
  books,
).useMutation
export const useReadBankReportMutation = send(readBankReport).useMutation
export const useRecordBankReportMutation = send(recordBankReport, books).useMutation
export const useProposeReopeningPayoutsMutation = send(proposeReopeningPayouts, books).useMutation

/** Where the browser fetches the list as a file. */
export const bankExportsCsv = addressOf(getBankExportsCsv, undefined)
