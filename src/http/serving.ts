/** What each person, and each address of those who aren't signed in, is served at once, so that nobody is served instead of the others. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../contract/endpoint.ts'
import { ProblemError } from '../contract/problems.ts'
import { countedAddress } from '../domains/sign-in/limits.ts'
import { onBehalfOf } from '../platform/asker.ts'
import { createShares, takeEach } from '../platform/shares.ts'
import { createLimiterPerAsker } from '../platform/limiter.ts'

/** Reading takes connections to the database, of which there are ten: fewer than half of them for one. */
const reading = { concurrency: 4, maxWaiting: 250 }
/** Changes wait for each other at the desk, one of a person's after the other. */
const changing = { concurrency: 64, maxWaiting: 250 }
/**
 * Long lists, copies of all that is kept, and packs, are read for as long as they are sent, which may be slowly. While
 * many are, one each is enough; behind one address may be a whole office.
 */
const lists = { whole: 200, each: 3, scarceFrom: 100 }
const listsOfAddress = { each: 50 }

const isLongList = ({ reply }: Endpoint) =>
  'media' in reply && /^(text\/csv|application\/(zip|x-tar))/.test(reply.media)
/** Listeners and sign-ins have limits of their own. */
const isUnbound = ({ access, method, reply }: Endpoint) =>
  ('media' in reply && reply.media === 'text/event-stream') ||
  (access === 'public' && method !== 'GET')

/** At sign-in there is no person yet: the address counts. */
const whoAsks = ({ access }: Endpoint, { principal, ip }: FastifyRequest) =>
  access === 'public' || principal === null ? countedAddress(ip) : principal.owner

function whenSent({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then()
  else raw.once('close', then)
}

export type Serve = <T>(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<T>,
) => Promise<T>

/** Throws `too_many_requests` where one asks for more than is theirs. */
export function createServing(): Serve {
  const limitedReading = createLimiterPerAsker(reading)
  const limitedChanging = createLimiterPerAsker(changing)
  const takeList = createShares(lists)
  const takeListOfAddress = createShares(listsOfAddress)
  return (endpoint, request, reply, answer) => {
    const limited = endpoint.method === 'GET' ? limitedReading : limitedChanging
    return onBehalfOf(whoAsks(endpoint, request), () =>
      isUnbound(endpoint)
        ? answer()
        : limited(() => {
            // A client that left while waiting takes nothing from those behind it.
            if (reply.raw.closed) throw new ProblemError('busy')
            if (isLongList(endpoint))
              whenSent(
                reply,
                takeEach(() => takeListOfAddress(countedAddress(request.ip)), takeList),
              )
            return answer()
          }),
    )
  }
}
