/** Statements of the bank, held against the books. */
import {
  compareStatement,
  getReconciliations,
  getReconciliationsCsv,
  getSampleStatement,
  reconcile,
} from '../../contract/reconciliation.ts'
import { books } from './api.ts'
import { read, send } from './calls.ts'
import { addressOf } from './request.ts'

export const useReconciliationsQuery = read(getReconciliations, ['Treasury']).useQuery
// Changes nothing; sent, since what it asks with is a file.
export const useCompareStatementMutation = send(compareStatement).useMutation
export const useSampleStatementMutation = send(getSampleStatement).useMutation
export const useReconcileMutation = send(reconcile, books).useMutation

/** Where the browser fetches the list as a file. */
export const reconciliationsCsv = addressOf(getReconciliationsCsv, undefined)
