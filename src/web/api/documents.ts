/** People's documents: the own ones, and those that staff open. */
import { api } from './api.ts'
import {
  getDocuments,
  getUserDocuments,
  removeDocument,
  viewDocument,
} from '../../contract/document.ts'
import type { Reply } from './request.ts'

const documents = api.injectEndpoints({
  endpoints: (build) => ({
    documents: build.query<Reply<typeof getDocuments>, void>({
      query: () => ({ endpoint: getDocuments }),
      providesTags: ['Documents'],
    }),
    removeDocument: build.mutation<Reply<typeof removeDocument>, string>({
      query: (id) => ({ endpoint: removeDocument, params: { id } }),
      invalidatesTags: ['Documents', 'Activity'],
    }),
    userDocuments: build.query<Reply<typeof getUserDocuments>, string>({
      query: (userId) => ({ endpoint: getUserDocuments, params: { userId } }),
      providesTags: ['Documents'],
    }),
    viewDocument: build.mutation<Reply<typeof viewDocument>, string>({
      query: (id) => ({ endpoint: viewDocument, params: { id } }),
      // A case says who has opened which of its documents.
      invalidatesTags: [{ type: 'User', id: 'LIST' }],
    }),
  }),
})

export const {
  useDocumentsQuery,
  useRemoveDocumentMutation,
  useUserDocumentsQuery,
  useViewDocumentMutation,
} = documents
