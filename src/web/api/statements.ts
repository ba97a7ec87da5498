/** Statements of the bank, held against the books. */
import {
  compareStatement,
  getReconciliations,
  getSampleStatement,
  reconcile,
} from '../../contract/reconciliation.ts'
import { books } from './api.ts'
import { read, send } from './calls.ts'

export const useReconciliationsQuery = read(getReconciliations, ['Treasury']).useQuery
// Changes nothing; sent, since what it asks with is a file.
export const useCompareStatementMutation = send(compareStatement).useMutation
export const useSampleStatementMutation = send(getSampleStatement).useMutation
export const useReconcileMutation = send(reconcile, books).useMutation
