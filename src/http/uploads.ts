/** Files that are being sent lie in memory until all of them is there: one of each person, and so many in all. */
import type { FastifyReply } from 'fastify'
import { createShares } from '../platform/shares.ts'

/** 10 MB each. Who sends slowly is cut off after 30 s, as with every body. */
const places = { whole: 8, each: 1 }

export type BeginUpload = (owner: string, reply: FastifyReply) => void

/** Throws `too_many_requests` while another file of theirs is under way, and `busy` while too many are. */
export function createUploads(): BeginUpload {
  const take = createShares(places)
  return (owner, reply) => {
    const giveBack = take(owner)
    // Once per reply, whether it was sent or its caller left.
    if (reply.raw.closed) giveBack()
    else reply.raw.once('close', giveBack)
  }
}
