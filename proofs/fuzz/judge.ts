/** What is a fault: a reply outside the contract, one that reveals too much, and one that should have been a refusal. */
import {
  problems,
  problemSchema,
  problemType,
  type ProblemCode,
} from '../../src/contract/problems.ts'
import type { Reply, Request } from './request.ts'
import type { Came } from './send.ts'

/** Callers read nothing internal. */
const fromInside =
  /node_modules|\.ts:\d+|\bat \S+ \(|\bselect .* from\b.*\bwhere\b|ECONN|ENOENT|heapUsed/i

const isBelowApi = (path: string) => /^\/(invest\/api\/v1|api)(\/|\?|$)/.test(path)

function judgeProblem({ status, headers, body }: Reply): string | null {
  if (!headers['content-type']?.startsWith(problemType))
    return `${status} is no problem but ${headers['content-type'] ?? 'nothing'}`
  let problem: unknown
  try {
    problem = JSON.parse(body)
  } catch {
    return `${status} has a body that isn't JSON`
  }
  const parsed = problemSchema.safeParse(problem)
  if (!parsed.success) return `${status} is a problem of another shape`
  const known = problems[parsed.data.code as ProblemCode]
  if (!known) return `${parsed.data.code} is no code of the catalogue`
  return known[0] === status && parsed.data.status === status
    ? null
    : `${parsed.data.code} has another status than ${status}`
}

function judgeSuccess({ endpoint }: Request, { status, headers, body }: Reply): string | null {
  if (!endpoint) return null
  if ('media' in endpoint.reply)
    return headers['content-type'] === endpoint.reply.media
      ? null
      : `${status} is not ${endpoint.reply.media}`
  if (!headers['content-type']?.startsWith('application/json')) return `${status} is no JSON`
  return endpoint.reply.safeParse(JSON.parse(body)).success ? null : `${status} breaks the contract`
}

function judgeReply(request: Request, reply: Reply): string | null {
  const { status, headers, body } = reply
  if (fromInside.test(headers['content-type']?.includes('json') ? body : ''))
    return `${status} says something from inside`
  if (status >= 500 && !(status === 503 && headers['retry-after']))
    return `${status} is a fault of the server`
  const isHead = request.over === 'http' ? request.method === 'HEAD' : request.head === true
  if (status >= 400) {
    const mustBeProblem =
      request.over === 'socket' ||
      request.endpoint !== undefined ||
      isBelowApi(request.path) ||
      headers['content-type']?.startsWith(problemType)
    return isHead || !mustBeProblem || isPage(request, reply) ? null : judgeProblem(reply)
  }
  if (request.refused) return `${status}: it should have been refused`
  return isHead ? null : judgeSuccess(request, reply)
}

/** Outside of the API, what isn't there is a page for people; bytes on a socket may ask for either. */
function isPage(request: Request, { headers }: Reply): boolean {
  return (
    request.over === 'socket' &&
    headers['content-type']?.startsWith('text/html') === true &&
    !request.refused
  )
}

/** What is wrong with the result, or null. */
export function judge(request: Request, { replies, fault }: Came): string | null {
  if (fault) return fault
  for (const reply of replies) {
    const wrong = judgeReply(request, reply)
    if (wrong) return wrong
  }
  // Where the head was fine and the body wasn't, it may be refused for both, and the connection closes.
  const more = request.refused && request.over === 'socket' ? replies.slice(1) : []
  return more.every(({ status }) => status === 400) && more.length < 2
    ? null
    : `${replies.length} replies to one request`
}
