/** What the firm says that it owes, day by day, and the own part of it. */
import { getOwnProof, getProofs } from '../../contract/proof.ts'
import { read } from './calls.ts'

export const publishedProofs = read(getProofs)
/** Of a day, or the newest. */
export const ownProof = read(getOwnProof)

export const useProofsQuery = publishedProofs.useQuery
export const useOwnProofQuery = ownProof.useQuery
