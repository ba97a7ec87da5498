/**
 * Files and long bodies lie in memory until all of it has arrived. Room is taken as their bytes come, so that announcing
 * one costs nobody anything; each address has a share of it, and a person sends one file at a time.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../contract/endpoint.ts'
import { countedAddress } from '../domains/sign-in/limits.ts'
import { createShares } from '../platform/shares.ts'

const MB = 1024 * 1024
/** Behind one address may be a whole office: four files at once. */
const room = { whole: 96 * MB, each: 40 * MB }
const files = { each: 1 }

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes room for bytes that have arrived. Null where bodies are too short to be counted. */
    takeRoom: ((bytes: number) => void) | null
  }
}

export type BeginUpload = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => void

/** Throws `too_many_requests` while another file of this person is under way, or their address has no room left, and `busy` while there is none. */
export function createUploads(limits = room): BeginUpload {
  const takeFile = createShares(files)
  const takeRoom = createShares(limits)
  return (endpoint, request, reply) => {
    if (endpoint.largestBody === undefined || request.principal === null) return
    const taken = endpoint.bytes ? [takeFile(request.principal.owner)] : []
    const giveBack = () => {
      for (const give of taken.splice(0)) give()
    }
    const address = countedAddress(request.ip)
    request.takeRoom = (bytes) => {
      // What arrives after the reply is nobody's any more.
      if (!reply.raw.closed) taken.push(takeRoom(address, bytes))
    }
    // Once per reply, whether it was sent or its caller left.
    if (reply.raw.closed) giveBack()
    else reply.raw.once('close', giveBack)
  }
}
