/** Entries at the bank, which two administrators book. */
import {
  approveBankEntry,
  assignReceipt,
  getBankEntries,
  recordBankCharge,
  recordBankInterest,
  recordReceipt,
  refuseBankEntry,
  returnReceipt,
  undoReceipt,
  type ReceiptsWork,
} from '../../contract/receipt.ts'
import { api, books } from './api.ts'
import { byCursor } from './paging.ts'
import type { Body, Reply } from './request.ts'

type Page = Reply<typeof getBankEntries>
type Chosen = { work?: ReceiptsWork; search?: string }

const receipts = api.injectEndpoints({
  endpoints: (build) => ({
    bankEntries: build.infiniteQuery<Page, Chosen, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: getBankEntries,
        query: { ...queryArg, cursor: pageParam || undefined },
      }),
      providesTags: ['Treasury'],
    }),
    recordReceipt: build.mutation<Reply<typeof recordReceipt>, Body<typeof recordReceipt>>({
      query: (body) => ({ endpoint: recordReceipt, body }),
      invalidatesTags: books,
    }),
    recordBankCharge: build.mutation<Reply<typeof recordBankCharge>, Body<typeof recordBankCharge>>(
      {
        query: (body) => ({ endpoint: recordBankCharge, body }),
        invalidatesTags: books,
      },
    ),
    recordBankInterest: build.mutation<
      Reply<typeof recordBankInterest>,
      Body<typeof recordBankInterest>
    >({
      query: (body) => ({ endpoint: recordBankInterest, body }),
      invalidatesTags: books,
    }),
    assignReceipt: build.mutation<
      Reply<typeof assignReceipt>,
      { id: string } & Body<typeof assignReceipt>
    >({
      query: ({ id, ...body }) => ({ endpoint: assignReceipt, params: { id }, body }),
      invalidatesTags: books,
    }),
    returnReceipt: build.mutation<
      Reply<typeof returnReceipt>,
      { id: string } & Body<typeof returnReceipt>
    >({
      query: ({ id, ...body }) => ({ endpoint: returnReceipt, params: { id }, body }),
      invalidatesTags: books,
    }),
    undoReceipt: build.mutation<
      Reply<typeof undoReceipt>,
      { id: string } & Body<typeof undoReceipt>
    >({
      query: ({ id, ...body }) => ({ endpoint: undoReceipt, params: { id }, body }),
      invalidatesTags: books,
    }),
    approveBankEntry: build.mutation<
      Reply<typeof approveBankEntry>,
      { id: string; amount: number; reference: string | null }
    >({
      query: ({ id, ...body }) => ({ endpoint: approveBankEntry, params: { id }, body }),
      invalidatesTags: books,
    }),
    refuseBankEntry: build.mutation<Reply<typeof refuseBankEntry>, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ endpoint: refuseBankEntry, params: { id }, body: { reason } }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useBankEntriesInfiniteQuery,
  useRecordReceiptMutation,
  useRecordBankChargeMutation,
  useRecordBankInterestMutation,
  useAssignReceiptMutation,
  useReturnReceiptMutation,
  useUndoReceiptMutation,
  useApproveBankEntryMutation,
  useRefuseBankEntryMutation,
} = receipts
