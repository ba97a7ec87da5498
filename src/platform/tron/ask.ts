/** Asks a TRON node by HTTP, and says in a sentence why what comes back is no answer. */
import { z } from 'zod'
import { NodeFault } from '../bitcoin/node.ts'
import { shortText } from '../short-text.ts'

const refusal = z.object({ Error: z.string() })

/** A block has up to two million bytes, which are sent twice, once in hex; what its contracts wrote is longer still. */
const maxAnswerBytes = 50_000_000
const maxAnswerMs = 30_000

const tooLong = () => new NodeFault('The TRON node answers more than it can have to say.')

/** Asks one path; null where the node has nothing for it. */
export type Ask = <T>(path: string, question: object, shape: z.ZodType<T>) => Promise<T | null>

/** So much of a page, or of a sentence, that people see what it is. */
const beginningOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 100)

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new NodeFault(
      `The TRON node answers ${path} with something that is no JSON: “${beginningOf(text)}”.`,
    )
  }
}

function checkStatus({ status }: Response, path: string): void {
  if (status === 200) return
  if (status === 401)
    throw new NodeFault('The TRON node refuses the key of TRON_API_URL. Check the key.')
  if (status === 403)
    throw new NodeFault(
      'The TRON node refuses the key of TRON_API_URL, or was asked too often. It is asked again.',
    )
  if (status === 429 || status === 503)
    throw new NodeFault(`The TRON node is busy: it did not take ${path}. It is asked again.`)
  throw new NodeFault(`The TRON node answers ${path} with status ${status}.`)
}

/** The API says nothing by an object without anything in it. */
const isNothing = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  !Array.isArray(answer) &&
  Object.keys(answer).length === 0

/** Where the first fault is, by the names of fields. */
const placeOf = ({ issues: [issue] }: z.ZodError): string =>
  issue!.path.length > 0 ? `look at ${issue!.path.join('.')}` : 'it has another form'

function read<T>(answer: unknown, path: string, shape: z.ZodType<T>): T | null {
  if (isNothing(answer)) return null
  const refused = refusal.safeParse(answer)
  if (refused.success)
    throw new NodeFault(`The TRON node refuses ${path}: ${refused.data.Error.slice(0, 200)}`)
  const found = shape.safeParse(answer)
  if (!found.success)
    throw new NodeFault(`The TRON node answers ${path} wrongly: ${placeOf(found.error)}.`)
  return found.data
}

/** `url`: of its HTTP API, with the key before an @ if it takes one. */
export function askAt(url: string, withinMs: number = maxAnswerMs): Ask {
  const { username, href } = new URL(url)
  const base = href.replace(/\/\/[^@/]*@/, '//').replace(/\/{1,20}$/, '')
  const key = decodeURIComponent(username)

  async function call<T>(path: string, question: object, shape: z.ZodType<T>): Promise<T | null> {
    const response = await fetch(base + path, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
      headers: {
        'Content-Type': 'application/json',
        ...(key ? { 'TRON-PRO-API-KEY': key } : {}),
      },
      body: JSON.stringify(question),
    })
    checkStatus(response, path)
    return read(jsonOf(await shortText(response, maxAnswerBytes, tooLong), path), path, shape)
  }

  return async (path, question, shape) => {
    try {
      return await call(path, question, shape)
    } catch (error) {
      if (error instanceof NodeFault) throw error
      throw new NodeFault(
        (error as Error).name === 'TimeoutError'
          ? `The TRON node did not answer ${path} within ${withinMs / 1000} s.`
          : `The TRON node can’t be reached: ${path} failed.`,
        { cause: error },
      )
    }
  }
}
