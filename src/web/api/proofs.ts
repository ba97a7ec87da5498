/** What the firm says that it owes, day by day, and the own part of it. */
import { api } from './api.ts'
import { getOwnProof, getProofs } from '../../contract/proof.ts'
import type { Reply } from './request.ts'

const proofs = api.injectEndpoints({
  endpoints: (build) => ({
    proofs: build.query<Reply<typeof getProofs>, void>({ query: () => ({ endpoint: getProofs }) }),
    /** Of a day, or the newest. */
    ownProof: build.query<Reply<typeof getOwnProof>, string | null>({
      query: (day) => ({ endpoint: getOwnProof, query: { day: day ?? undefined } }),
    }),
  }),
})

export const { useProofsQuery, useOwnProofQuery } = proofs
export const { ownProof, proofs: publishedProofs } = proofs.endpoints
