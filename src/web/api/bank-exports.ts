/** Payouts by bank: the files that were exported, and what is done with them. */
import {
  buildBankExport,
  downloadBankExport,
  dropBankExport,
  getBankExports,
  proposeDropBankExport,
} from '../../contract/bank-export.ts'
import { api, books } from './api.ts'
import { askedAgain, payoutTags } from './payout-batches.ts'
import type { Body, Reply } from './request.ts'

const bankExports = api.injectEndpoints({
  endpoints: (build) => ({
    bankExports: build.query<Reply<typeof getBankExports>, void>({
      query: () => ({ endpoint: getBankExports, query: { limit: '20' } }),
      providesTags: [...payoutTags],
    }),
    buildBankExport: build.mutation<Reply<typeof buildBankExport>, Body<typeof buildBankExport>>({
      query: (body) => ({ endpoint: buildBankExport, body }),
      invalidatesTags: books,
    }),
    downloadBankExport: build.mutation<Reply<typeof downloadBankExport>, string>({
      query: (id) => ({ endpoint: downloadBankExport, params: { id } }),
    }),
    proposeDropBankExport: build.mutation<Reply<typeof proposeDropBankExport>, string>({
      query: (id) => ({ endpoint: proposeDropBankExport, params: { id } }),
      invalidatesTags: books,
    }),
    dropBankExport: build.mutation<
      Reply<typeof dropBankExport>,
      { id: string } & Body<typeof dropBankExport>
    >({
      query: ({ id, ...body }) => ({ endpoint: dropBankExport, params: { id }, body }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useBuildBankExportMutation,
  useDownloadBankExportMutation,
  useProposeDropBankExportMutation,
  useDropBankExportMutation,
} = bankExports

export const useBankExports = () => bankExports.useBankExportsQuery(undefined, askedAgain)
