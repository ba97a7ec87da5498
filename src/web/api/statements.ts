/** Statements of the bank, held against the books. */
import type { BankAccount } from '../../contract/receipt.ts'
import {
  compareStatement,
  getReconciliations,
  getSampleStatement,
  reconcile,
} from '../../contract/reconciliation.ts'
import { api, books } from './api.ts'
import type { Body, Reply } from './request.ts'

const statements = api.injectEndpoints({
  endpoints: (build) => ({
    reconciliations: build.query<Reply<typeof getReconciliations>, void>({
      query: () => ({ endpoint: getReconciliations }),
      providesTags: ['Treasury'],
    }),
    // Changes nothing; a mutation, since what it asks with is a file.
    compareStatement: build.mutation<Reply<typeof compareStatement>, Body<typeof compareStatement>>(
      { query: (body) => ({ endpoint: compareStatement, body }) },
    ),
    sampleStatement: build.mutation<Reply<typeof getSampleStatement>, BankAccount>({
      query: (account) => ({ endpoint: getSampleStatement, query: { account } }),
    }),
    reconcile: build.mutation<Reply<typeof reconcile>, Body<typeof reconcile>>({
      query: (body) => ({ endpoint: reconcile, body }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useReconciliationsQuery,
  useCompareStatementMutation,
  useSampleStatementMutation,
  useReconcileMutation,
} = statements
