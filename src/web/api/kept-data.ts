/** What is kept about whoever is signed in, and copies of all of it. */
import { api } from './api.ts'
import { getArchives, openArchive, requestArchive } from '../../contract/archive.ts'
import { getKeptData } from '../../contract/kept-data.ts'
import type { Reply } from './request.ts'

const keptData = api.injectEndpoints({
  endpoints: (build) => ({
    keptData: build.query<Reply<typeof getKeptData>, void>({
      query: () => ({ endpoint: getKeptData }),
      providesTags: ['Activity'],
    }),
    archives: build.query<Reply<typeof getArchives>, void>({
      query: () => ({ endpoint: getArchives }),
      providesTags: ['Archives'],
    }),
    requestArchive: build.mutation<Reply<typeof requestArchive>, void>({
      query: () => ({ endpoint: requestArchive }),
      invalidatesTags: ['Archives', 'Activity'],
    }),
    // Changes nothing; a mutation, since the link is good for a minute alone.
    openArchive: build.mutation<Reply<typeof openArchive>, string>({
      query: (id) => ({ endpoint: openArchive, params: { id } }),
    }),
  }),
})

export const {
  useKeptDataQuery,
  useArchivesQuery,
  useRequestArchiveMutation,
  useOpenArchiveMutation,
} = keptData
