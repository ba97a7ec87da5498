/** Packs of evidence, and samples of users with what was looked at of them. */
import { requestEvidence, downloadEvidence, getEvidencePacks } from '../../contract/evidence.ts'
import {
  drawSample,
  getSample,
  getSamples,
  markReviewed,
  withdrawReviewMark,
} from '../../contract/sample.ts'
import { pages, read, send } from './calls.ts'

/** What staff do stands in the audit, too. */
const packsChanged = ['Evidence', 'Proposals', 'Treasury'] as const
const samplesChanged = ['Samples', 'Treasury'] as const

export const usePacksInfiniteQuery = pages(getEvidencePacks, ['Evidence']).useInfiniteQuery
export const useRequestEvidenceMutation = send(requestEvidence, packsChanged).useMutation
export const useDownloadEvidenceMutation = send(downloadEvidence, ['Treasury']).useMutation

export const useSamplesInfiniteQuery = pages(getSamples, ['Samples']).useInfiniteQuery
export const useSampleQuery = read(getSample, ['Samples', 'User']).useQuery
export const useDrawSampleMutation = send(drawSample, samplesChanged).useMutation
export const useMarkReviewedMutation = send(markReviewed, samplesChanged).useMutation
export const useWithdrawReviewMarkMutation = send(withdrawReviewMark, samplesChanged).useMutation
