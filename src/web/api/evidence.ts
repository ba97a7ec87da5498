/** Packs of evidence, and samples of users with what was looked at of them. */
import {
  agreeToEvidence,
  askForEvidence,
  downloadEvidence,
  getEvidencePacks,
  refuseEvidence,
} from '../../contract/evidence.ts'
import {
  drawSample,
  getSample,
  getSamples,
  markLookedAt,
  takeMarkBack,
} from '../../contract/sample.ts'
import { api } from './api.ts'
import { byCursor } from './paging.ts'
import type { Body, Reply } from './request.ts'

type Packs = Reply<typeof getEvidencePacks>
type Samples = Reply<typeof getSamples>

/** What staff do stands in the audit, too. */
const packsChanged = ['Evidence', 'Treasury'] as const
const samplesChanged = ['Samples', 'Treasury'] as const

const evidence = api.injectEndpoints({
  endpoints: (build) => ({
    packs: build.infiniteQuery<Packs, void, string>({
      infiniteQueryOptions: byCursor<Packs>(),
      query: ({ pageParam }) => ({
        endpoint: getEvidencePacks,
        query: { cursor: pageParam || undefined },
      }),
      providesTags: ['Evidence'],
    }),
    askForEvidence: build.mutation<Reply<typeof askForEvidence>, Body<typeof askForEvidence>>({
      query: (body) => ({ endpoint: askForEvidence, body }),
      invalidatesTags: packsChanged,
    }),
    agreeToEvidence: build.mutation<Reply<typeof agreeToEvidence>, string>({
      query: (id) => ({ endpoint: agreeToEvidence, params: { id } }),
      invalidatesTags: packsChanged,
    }),
    refuseEvidence: build.mutation<
      Reply<typeof refuseEvidence>,
      { id: string } & Body<typeof refuseEvidence>
    >({
      query: ({ id, ...body }) => ({ endpoint: refuseEvidence, params: { id }, body }),
      invalidatesTags: packsChanged,
    }),
    downloadEvidence: build.mutation<Reply<typeof downloadEvidence>, string>({
      query: (id) => ({ endpoint: downloadEvidence, params: { id } }),
      invalidatesTags: ['Treasury'],
    }),
    samples: build.infiniteQuery<Samples, void, string>({
      infiniteQueryOptions: byCursor<Samples>(),
      query: ({ pageParam }) => ({
        endpoint: getSamples,
        query: { cursor: pageParam || undefined },
      }),
      providesTags: ['Samples'],
    }),
    sample: build.query<Reply<typeof getSample>, string>({
      query: (id) => ({ endpoint: getSample, params: { id } }),
      providesTags: ['Samples', 'User'],
    }),
    drawSample: build.mutation<Reply<typeof drawSample>, Body<typeof drawSample>>({
      query: (body) => ({ endpoint: drawSample, body }),
      invalidatesTags: samplesChanged,
    }),
    markLookedAt: build.mutation<
      Reply<typeof markLookedAt>,
      { id: string } & Body<typeof markLookedAt>
    >({
      query: ({ id, ...body }) => ({ endpoint: markLookedAt, params: { id }, body }),
      invalidatesTags: samplesChanged,
    }),
    takeMarkBack: build.mutation<
      Reply<typeof takeMarkBack>,
      { id: string } & Body<typeof takeMarkBack>
    >({
      query: ({ id, ...body }) => ({ endpoint: takeMarkBack, params: { id }, body }),
      invalidatesTags: samplesChanged,
    }),
  }),
})

export const {
  usePacksInfiniteQuery,
  useAskForEvidenceMutation,
  useAgreeToEvidenceMutation,
  useRefuseEvidenceMutation,
  useDownloadEvidenceMutation,
  useSamplesInfiniteQuery,
  useSampleQuery,
  useDrawSampleMutation,
  useMarkLookedAtMutation,
  useTakeMarkBackMutation,
} = evidence
